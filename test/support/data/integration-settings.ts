import * as contract from '../../../src/features/integrations/contract.ts'
import type { BodyOf } from '../../../src/shared/endpoint.ts'
import { answerOf } from '../test-app.ts'
import type { TestApp } from '../test-app.ts'

/** Settings of own accounts as somebody types them the first time. */
export const typedStripe: BodyOf<typeof contract.saveStripe> = {
  publishableKey: 'pk_test_own1',
  secretKey: 'sk_test_own1',
  accountId: '',
  webhookSecret: 'whsec_own1',
}
export const typedPaypal: BodyOf<typeof contract.savePaypal> = {
  clientId: 'own-client',
  clientSecret: 'own-paypal-secret',
  mode: 'sandbox',
}
export const typedEmail: BodyOf<typeof contract.saveEmail> = {
  fromAddress: 'billing@example.com',
  host: 'smtp.example.com',
  port: 587,
  username: '',
  password: 'own mail password',
}
export const typedBanking: BodyOf<typeof contract.saveBanking> = {
  clientId: 'own-plaid-client',
  secret: 'own-plaid-secret',
  environment: 'sandbox',
}

export type SavingSettings =
  | typeof contract.saveStripe
  | typeof contract.savePaypal
  | typeof contract.saveEmail
  | typeof contract.saveBanking

export async function readIntegrations(app: TestApp, cookie: string): Promise<contract.Integrations> {
  return answerOf(contract.getIntegrations, await app.send(contract.getIntegrations, {}, { cookie }))
}

/** Whatever is in the body: what is wrong with it is for the server to find out. */
export function sendSettings(app: TestApp, cookie: string, endpoint: SavingSettings, body: object) {
  return app.send(endpoint, { body } as never, { cookie })
}

export async function saveSettings(
  app: TestApp,
  cookie: string,
  endpoint: SavingSettings,
  body: object,
): Promise<contract.Integrations> {
  const response = await sendSettings(app, cookie, endpoint, body)
  return contract.integrationsSchema.parse(await response.json())
}

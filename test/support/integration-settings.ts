import type { BodyOf } from '../../src/shared/endpoint.ts'
import type * as contract from '../../src/features/integrations/contract.ts'

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

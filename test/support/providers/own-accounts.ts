import { desc } from 'drizzle-orm'
import * as integrations from '../../../src/features/integrations/contract.ts'
import { secretAccesses } from '../../../src/platform/db/tables/installation/secrets.ts'
import { withTenant } from '../../../src/platform/db/transaction.ts'
import type { BodyOf } from '../../../src/shared/endpoint.ts'
import { type TestApp, answerOf } from '../test-app.ts'

/** Saves a business's own Stripe keys, as its owner. Returns the webhook path of that account. */
export async function saveOwnStripe(
  app: TestApp,
  cookie: string,
  { secretKey, webhookSecret = 'whsec_own1' }: { secretKey: string; webhookSecret?: string },
): Promise<string> {
  const mode = secretKey.startsWith('sk_live_') ? 'live' : 'test'
  const body = { publishableKey: `pk_${mode}_own1`, secretKey, accountId: '', webhookSecret }
  const response = await app.send(integrations.saveStripe, { body }, { cookie })
  const { stripe } = await answerOf(integrations.saveStripe, response)
  return new URL(stripe.webhookUrl).pathname
}

export async function saveOwnPaypal(
  app: TestApp,
  cookie: string,
  account: Partial<BodyOf<typeof integrations.savePaypal>> = {},
): Promise<void> {
  const body = { clientId: 'own-client', clientSecret: 'own-secret', mode: 'sandbox' as const, ...account }
  await answerOf(integrations.savePaypal, await app.send(integrations.savePaypal, { body }, { cookie }))
}

export async function switchOwnAccounts(app: TestApp, cookie: string, enabled: boolean): Promise<void> {
  const response = await app.send(integrations.switchIntegrations, { body: { enabled } }, { cookie })
  await answerOf(integrations.switchIntegrations, response)
}

export async function removeOwnAccount(
  app: TestApp,
  cookie: string,
  name: 'stripe' | 'paypal',
): Promise<void> {
  const response = await app.send(integrations.removeIntegration, { params: { name } }, { cookie })
  await answerOf(integrations.removeIntegration, response)
}

/** Returns the log of accesses to the business's secrets, newest first. */
export async function readAccesses(app: TestApp, businessId: string) {
  return withTenant(app.database, businessId, ({ db }) =>
    db
      .select({
        secret: secretAccesses.secret,
        reason: secretAccesses.reason,
        userId: secretAccesses.userId,
      })
      .from(secretAccesses)
      .orderBy(desc(secretAccesses.createdAt)),
  )
}

/** Flips one bit of a saved secret. Calling it again restores the secret. */
export async function flipBit(
  app: TestApp,
  businessId: string,
  column: 'stripe_secret_key' | 'paypal_client_secret' | 'email_password',
): Promise<void> {
  await withTenant(app.database, businessId, ({ client }) =>
    client.query(`update integrations set ${column} = set_byte(${column}, 20, get_byte(${column}, 20) # 1)`),
  )
}

import { z } from 'zod'
import type { Database } from '../../../platform/db/connect.ts'
import type { AccountOf } from './payment-accounts.ts'

/** The row of a provider's id. The platform role can read only these id columns across businesses. */
interface CheckoutLink {
  businessId: string
  checkoutId: string
  /** Null until the provider's response is stored. */
  sessionId: string | null
}

export interface PaymentLink extends AccountOf {
  paymentId: string
  providerPaymentId: string
}

/** The account that sent a webhook: the id of its business, or null for the platform. */
export type WebhookAccount = string | null

/** Webhooks may only concern checkouts and payments of their account, whatever ids they contain. */
const isOfAccount = 'is_own = ($2::uuid is not null) and business_id = coalesce($2::uuid, business_id)'

export async function findCheckoutLink(
  { platform }: Database,
  webhookAccount: WebhookAccount,
  { reference, sessionId }: { reference: string | null; sessionId: string },
): Promise<CheckoutLink | undefined> {
  const find = async (condition: 'id = $1' | 'session_id = $1', value: string) => {
    const { rows } = await platform.query<CheckoutLink>(
      `select business_id as "businessId", id as "checkoutId", session_id as "sessionId"
       from checkouts where ${condition} and provider = 'card' and ${isOfAccount}`,
      [value, webhookAccount],
    )
    return rows[0]
  }
  // Another program that uses the same provider account may set any reference.
  const ownId = z.uuid().safeParse(reference)
  const byReference = ownId.success ? await find('id = $1', ownId.data) : undefined
  return byReference ?? find('session_id = $1', sessionId)
}

export async function findPaymentLink(
  { platform }: Database,
  webhookAccount: WebhookAccount,
  providerPaymentId: string,
): Promise<PaymentLink | undefined> {
  const { rows } = await platform.query<PaymentLink>(
    `select business_id as "businessId", method as provider, is_own as "isOwn", id as "paymentId",
       provider_payment_id as "providerPaymentId"
     from payments where provider_payment_id = $1 and method = 'card' and ${isOfAccount}`,
    [providerPaymentId, webhookAccount],
  )
  return rows[0]
}

export async function findBusinessOfWebhook(
  { platform }: Database,
  webhookId: string,
): Promise<string | undefined> {
  const { rows } = await platform.query<{ business_id: string }>(
    'select business_id from integrations where webhook_id = $1',
    [webhookId],
  )
  return rows[0]?.business_id
}

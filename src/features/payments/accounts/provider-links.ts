import { z } from 'zod'
import type { Database } from '../../../platform/db/connect.ts'
import type { AccountOf } from './payment-accounts.ts'

/** Our row behind a name that the provider uses. The platform's role reads these ids of all businesses, and no more. */
interface CheckoutLink {
  businessId: string
  checkoutId: string
  /** Null until the provider's answer is stored. */
  sessionId: string | null
}

export interface PaymentLink extends AccountOf {
  paymentId: string
  providerPaymentId: string
}

/** Whose account tells something: the business with that id, or the platform when null. */
export type WebhookAccount = string | null

/** An account has a say about what was begun with it, and about nothing else, whatever it names. */
const isOfAccount = 'is_own = ($2::uuid is not null) and business_id = coalesce($2::uuid, business_id)'

export async function findCheckoutLink(
  { platform }: Database,
  webhookAccount: WebhookAccount,
  { reference, sessionId }: { reference: string | null; sessionId: string },
): Promise<CheckoutLink | undefined> {
  const find = async (isIt: 'id = $1' | 'session_id = $1', name: string) => {
    const { rows } = await platform.query<CheckoutLink>(
      `select business_id as "businessId", id as "checkoutId", session_id as "sessionId"
       from checkouts where ${isIt} and provider = 'card' and ${isOfAccount}`,
      [name, webhookAccount],
    )
    return rows[0]
  }
  // What another program made with the same provider's account may carry anything.
  const ours = z.uuid().safeParse(reference)
  const named = ours.success ? await find('id = $1', ours.data) : undefined
  return named ?? find('session_id = $1', sessionId)
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

export async function hasBeenApplied(
  { platform }: Database,
  businessId: string,
  eventId: string,
): Promise<boolean> {
  const { rows } = await platform.query('select from card_events where business_id = $1 and id = $2', [
    businessId,
    eventId,
  ])
  return rows.length > 0
}

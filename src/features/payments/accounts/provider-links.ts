import { z } from 'zod'
import type { Database } from '../../../platform/db/connect.ts'
import type { AccountOf } from './payment-accounts.ts'

/** The page of a provider's id. The platform role can read only these id columns across businesses. */
interface PageLink {
  businessId: string
  pageId: string
  /** Null until the provider's response is stored. */
  sessionId: string | null
}

export interface PaymentLink extends AccountOf {
  /** One of the payments that have this id of the provider: there is one for each invoice that was paid together. */
  paymentId: string
  providerPaymentId: string
}

/** The account that sent a webhook: the id of its business, or null for the platform. */
export type WebhookAccount = string | null

/** Webhooks may only concern checkouts and payments of their account, whatever ids they contain. */
const isOfAccount = 'is_own = ($2::uuid is not null) and business_id = coalesce($2::uuid, business_id)'

export async function findPageLink(
  { platform }: Database,
  webhookAccount: WebhookAccount,
  { reference, sessionId }: { reference: string | null; sessionId: string },
): Promise<PageLink | undefined> {
  const find = async (condition: 'page_id = $1' | 'session_id = $1', value: string) => {
    const { rows } = await platform.query<PageLink>(
      `select business_id as "businessId", page_id as "pageId", session_id as "sessionId"
       from checkouts where ${condition} and position = 0 and provider = 'card' and ${isOfAccount}`,
      [value, webhookAccount],
    )
    return rows[0]
  }
  // Another program that uses the same provider account may set any reference.
  const ownId = z.uuid().safeParse(reference)
  const byReference = ownId.success ? await find('page_id = $1', ownId.data) : undefined
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

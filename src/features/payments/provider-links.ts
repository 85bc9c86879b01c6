import { z } from 'zod'
import type { Database } from '../../platform/db/connect.ts'

/** Our row behind a name that the provider uses. The platform's role reads these ids of all businesses, and no more. */
interface CheckoutLink {
  businessId: string
  checkoutId: string
  /** Null until the provider's answer is stored. */
  sessionId: string | null
}

export interface PaymentLink {
  businessId: string
  paymentId: string
  providerPaymentId: string
}

const checkoutColumns = 'business_id as "businessId", id as "checkoutId", session_id as "sessionId"'

export async function findCheckoutLink(
  { platform }: Database,
  { reference, sessionId }: { reference: string | null; sessionId: string },
): Promise<CheckoutLink | undefined> {
  // What another program made with the same provider's account may carry anything.
  const ours = z.uuid().safeParse(reference)
  if (ours.success) {
    const { rows } = await platform.query<CheckoutLink>(
      `select ${checkoutColumns} from checkouts where id = $1`,
      [ours.data],
    )
    if (rows[0]) return rows[0]
  }
  const { rows } = await platform.query<CheckoutLink>(
    `select ${checkoutColumns} from checkouts where session_id = $1`,
    [sessionId],
  )
  return rows[0]
}

export async function findPaymentLink(
  { platform }: Database,
  providerPaymentId: string,
): Promise<PaymentLink | undefined> {
  const { rows } = await platform.query<PaymentLink>(
    `select business_id as "businessId", id as "paymentId", provider_payment_id as "providerPaymentId"
     from payments where provider_payment_id = $1`,
    [providerPaymentId],
  )
  return rows[0]
}

export async function hasBeenApplied({ platform }: Database, eventId: string): Promise<boolean> {
  const { rows } = await platform.query('select from card_events where id = $1 limit 1', [eventId])
  return rows.length > 0
}

import type { Page } from '@playwright/test'
import { asDatabaseOwner } from './database.ts'

interface PayoutDetails {
  description?: string
  /** The provider's ids of the payments in it, with what was paid. */
  payments?: readonly { providerPaymentId: string; amountMinor: number }[]
}

export async function businessOf(page: Page): Promise<string> {
  const { session } = await (await page.request.get('/api/v1/session')).json()
  return session.business.id
}

/**
 * Adds a payout that would take a day: two payments, of which ten dollars were refunded, and a fee of one dollar for each.
 * Returns its id.
 */
export async function addPayout(
  page: Page,
  { description = '', payments = [] }: PayoutDetails = {},
): Promise<string> {
  const businessId = await businessOf(page)
  const paid =
    payments.length > 0
      ? payments
      : [5000, 7000].map((amountMinor) => ({ providerPaymentId: null, amountMinor }))
  const total = paid.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  const fees = paid.length * 100
  const [payout] = await asDatabaseOwner<{ id: string }>(
    `insert into payouts (business_id, provider, provider_payout_id, is_own, is_test, currency, amount_minor, state,
       arrives_on, is_itemized, entries_minor, fee_minor, created_at)
     values ($1, 'card', 'po_' || gen_random_uuid(), true, false, 'USD', $2, 'paid', '2026-03-03', true, $2, $3, '2026-03-02')
     returning id`,
    [businessId, total - 1000 - fees, fees],
  )
  const lines = [
    ...paid.map((line) => ({ kind: 'payment', fee: 100, ...line })),
    { kind: 'refund', fee: 0, amountMinor: -1000, providerPaymentId: paid[0]?.providerPaymentId ?? null },
  ]
  for (const [position, { kind, amountMinor, fee, providerPaymentId }] of lines.entries()) {
    await asDatabaseOwner(
      `insert into payout_entries (business_id, payout_id, position, provider_entry_id, kind, amount_minor, fee_minor, at,
         provider_payment_id, description)
       values ($1, $2, $3, 'txn_' || $3::integer, $4, $5, $6, '2026-03-01T12:00:00Z', $7, $8)`,
      [businessId, payout?.id, position, kind, amountMinor, fee, providerPaymentId, description],
    )
  }
  return payout?.id ?? ''
}

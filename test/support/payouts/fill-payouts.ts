import { payoutAccounts, payoutEntries, payouts } from '../../../src/platform/db/tables/payouts.ts'
import { withTenant } from '../../../src/platform/db/transaction.ts'
import type { TestApp } from '../test-app.ts'

/** Adds rows to every table of payouts, with this word in every text. Returns the id of the payout. */
export async function fillPayouts(
  { database }: Pick<TestApp, 'database'>,
  businessId: string,
  word: string,
): Promise<string> {
  return withTenant(database, businessId, async ({ db }) => {
    const at = new Date('2026-11-02T09:00:00Z')
    await db
      .insert(payoutAccounts)
      .values({ businessId, provider: 'card', askedAt: at, problem: 'forbidden' })
    const [payout] = await db
      .insert(payouts)
      .values({
        businessId,
        provider: 'card',
        providerPayoutId: `po_${word}`,
        isOwn: true,
        isTest: false,
        currency: 'USD',
        amountMinor: 4824,
        state: 'paid',
        arrivesOn: '2026-11-03',
        isItemized: true,
        entriesMinor: 4824,
        feeMinor: 175,
        createdAt: at,
      })
      .returning({ id: payouts.id })
    if (!payout) throw new Error('no row came back for the payout')
    await db.insert(payoutEntries).values({
      businessId,
      payoutId: payout.id,
      position: 0,
      providerEntryId: `txn_${word}`,
      kind: 'payment',
      amountMinor: 4999,
      feeMinor: 175,
      at,
      providerPaymentId: `pi_${word}`,
      providerRefundId: `re_${word}`,
      description: `${word} description`,
    })
    return payout.id
  })
}

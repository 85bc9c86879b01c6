import type { Transaction } from '../../platform/db/transaction.ts'
import type { Payout } from './contract.ts'

export const counts = `(select count(*) filter (where e.kind = 'payment')::int as "paymentCount",
    count(*) filter (where e.kind = 'refund')::int as "refundCount"
  from payout_entries e where e.business_id = p.business_id and e.payout_id = p.id)`

export async function countEntries(
  { client }: Transaction,
  businessId: string,
  payoutId: string,
): Promise<Pick<Payout, 'paymentCount' | 'refundCount'>> {
  const { rows } = await client.query<Pick<Payout, 'paymentCount' | 'refundCount'>>(
    `select c.* from payouts p cross join lateral ${counts} c where p.business_id = $1 and p.id = $2`,
    [businessId, payoutId],
  )
  return rows[0] ?? { paymentCount: 0, refundCount: 0 }
}

/** Selects payouts as the API shows them; `p` is the payout. */
export const payoutColumns = `p.id, p.provider, p.currency, p.amount_minor::float8 as "amountMinor", p.state,
  p.arrives_on::text as "arrivesOn", p.is_test as "isTest", p.fee_minor::float8 as "feeMinor", c."paymentCount",
  c."refundCount", p.transaction_id is not null as "isMatched"`

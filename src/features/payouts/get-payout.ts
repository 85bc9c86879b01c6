import { withTenant } from '../../platform/db/transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Identity } from '../../platform/http/api.ts'
import { AppError } from '../../shared/errors.ts'
import { getTransaction } from '../transactions/queries.ts'
import type { Payout, PayoutLine, PayoutView } from './contract.ts'
import { counts, payoutColumns } from './queries.ts'

const maxLines = 2000

type Row = Payout &
  Pick<PayoutView, 'isItemized' | 'differenceMinor' | 'feeExpenseId'> & { transactionId: string | null }

const one = `select ${payoutColumns}, p.is_itemized as "isItemized", p.fee_expense_id as "feeExpenseId",
    (p.amount_minor - p.entries_minor)::float8 as "differenceMinor", p.transaction_id as "transactionId"
  from payouts p cross join lateral ${counts} c where p.business_id = $1 and p.id = $2`

const groups = `select case kind when 'payment' then 'payments' when 'refund' then 'refunds' when 'dispute' then 'disputes'
    else 'other' end as name, count(*)::int as count, sum(amount_minor)::float8 as "amountMinor"
  from payout_entries where business_id = $1 and payout_id = $2 and kind <> 'fee' group by 1`

// A payment is found by the provider's id, so that one that is recorded later is found too. What is one payment at the provider
// can be for several invoices; a refund can belong to some of them.
const invoicesOf = `select json_agg(json_build_object('id', i.id, 'number', i.number, 'clientName', i.client_name)
    order by c.position, i.id) as paid
  from payments p
  join invoices i on i.business_id = $1 and i.id = p.invoice_id
  left join checkouts c on c.business_id = $1 and c.id = p.checkout_id
  where p.business_id = $1 and p.provider_payment_id = e.provider_payment_id and (
    not exists (select from refunds r where r.business_id = $1 and r.provider_refund_id = e.provider_refund_id)
    or exists (select from refunds r
      where r.business_id = $1 and r.provider_refund_id = e.provider_refund_id and r.payment_id = p.id))`

const lines = `select e.kind, (e.at at time zone b.time_zone)::date::text as date, e.amount_minor::float8 as "amountMinor",
    e.fee_minor::float8 as "feeMinor", e.description, coalesce(i.paid, '[]') as invoices
  from payout_entries e join businesses b on b.id = e.business_id
  cross join lateral (${invoicesOf}) i
  where e.business_id = $1 and e.payout_id = $2
  order by e.kind = 'payment' desc, e.kind = 'refund' desc, e.kind, e.at, e.position limit ${maxLines}`

const countLines = `select count(*)::int as count from payout_entries where business_id = $1 and payout_id = $2`

export async function getPayout(
  { database }: Deps<'database'>,
  { businessId }: Identity,
  id: string,
): Promise<PayoutView> {
  return withTenant(database, businessId, async (tx) => {
    const { client } = tx
    const values = [businessId, id]
    const { rows } = await client.query<Row>(one, values)
    if (!rows[0]) throw new AppError('NOT_FOUND', 'This payout could not be found.')
    const { transactionId, ...payout } = rows[0]
    const found = await client.query<{ name: string; count: number; amountMinor: number }>(groups, values)
    const sumOf = (name: keyof PayoutView['sums']) => {
      const { count = 0, amountMinor = 0 } = found.rows.find((row) => row.name === name) ?? {}
      return { count, amountMinor }
    }
    const { rows: shown } = await client.query<PayoutLine>(lines, values)
    const { rows: counted } = await client.query<{ count: number }>(countLines, values)
    return {
      ...payout,
      sums: {
        payments: sumOf('payments'),
        refunds: sumOf('refunds'),
        disputes: sumOf('disputes'),
        other: sumOf('other'),
      },
      lines: shown,
      moreLines: (counted[0]?.count ?? 0) - shown.length,
      transaction:
        transactionId === null ? null : (await getTransaction(tx, businessId, transactionId)).transaction,
    }
  })
}

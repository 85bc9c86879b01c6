import { invoiceEvents } from '../../../platform/db/tables/invoices.ts'
import { payments } from '../../../platform/db/tables/payments.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { balanceOf, statusOf } from '../../invoices/document/ledger-rules.ts'
import type { NewPayment } from './receive-payment.ts'

export type FirstPayment = Omit<NewPayment, 'invoiceId' | 'creditedMinor' | 'sendReceipt' | 'notifyOwner'> & {
  invoiceId: string
  receivedOn: string
  totalMinor: number
}

/**
 * Writes the payments of invoices that were added in the same transaction, many at once. Their ledgers are empty, so what
 * they come to is known: it is what `receivePayment` would store. Nothing is mailed. Returns the ids of the payments.
 */
export async function receiveFirstPayments(
  { db, client }: Transaction,
  received: readonly FirstPayment[],
): Promise<string[]> {
  if (received.length === 0) return []
  const added = await db
    .insert(payments)
    .values(
      received.map((payment) => {
        const { totalMinor: _, ...columns } = payment
        return columns
      }),
    )
    .returning({ id: payments.id })
  const settled = received.map(({ totalMinor, amountMinor, receivedAt }) => {
    const entry = { id: '', amountMinor, creditedMinor: 0, receivedAt, undoneAt: null }
    const balance = balanceOf(totalMinor, [entry], [])
    return { balance, status: statusOf({ totalMinor, creditNotesMinor: 0 }, balance) }
  })
  const [{ businessId }] = received as [FirstPayment, ...FirstPayment[]]
  await client.query(
    `update invoices i set status = v.status, paid_at = v.paid_at, received_minor = v.minor, updated_at = now()
     from unnest($2::uuid[], $3::text[], $4::timestamptz[], $5::bigint[]) as v (id, status, paid_at, minor)
     where i.business_id = $1 and i.id = v.id`,
    [
      businessId,
      received.map(({ invoiceId }) => invoiceId),
      settled.map(({ status }) => status),
      settled.map(({ status, balance }) => (status === 'paid' ? balance.paidAt : null)),
      settled.map(({ balance }) => balance.receivedMinor),
    ],
  )
  await db.insert(invoiceEvents).values(
    received.map(({ invoiceId, amountMinor }, index) => ({
      businessId,
      invoiceId,
      kind: settled[index]?.status === 'paid' ? ('paid' as const) : ('payment' as const),
      amountMinor,
    })),
  )
  return added.map(({ id }) => id)
}

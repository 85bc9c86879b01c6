import { and, eq, sql } from 'drizzle-orm'
import { invoices, lateFees } from '../../../platform/db/tables/invoices.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { Currency } from '../../../shared/currencies.ts'
import type { LateFeeTerms } from '../../business/late-fee-rules.ts'
import type { InvoiceKey } from '../queries.ts'
import { type LateFeeBase, lateFeeMinor } from './late-fee-rules.ts'

/** A fee that is still to be added: the next one of each date on which something is owed. */
export interface OpenLateFee {
  dueDate: string
  period: number
  on: string
  at: Date
  amountMinor: number
}

const openStatement = `
  select o.due_on::text as "dueDate", o.period, o.fee_on::text as on, o.moment as at,
    o.overdue_minor::float8 as "overdueMinor", o.added_minor::float8 as "addedMinor",
    i.total_minor::float8 as "totalMinor", i.currency, i.late_fee_terms as terms
  from invoices i cross join lateral platform.open_late_fees(i) o
  where i.business_id = $1 and i.id = $2
  order by o.moment, o.due_on`

type OpenRow = Omit<OpenLateFee, 'amountMinor'> & LateFeeBase & { currency: Currency; terms: LateFeeTerms }

/** Returns the fees that come next, earliest first. A percentage is of what is overdue now. */
export async function listOpenLateFees(
  { client }: Transaction,
  { businessId, invoiceId }: InvoiceKey,
): Promise<OpenLateFee[]> {
  const { rows } = await client.query<OpenRow>({
    name: 'open-late-fees',
    text: openStatement,
    values: [businessId, invoiceId],
  })
  return rows.map(({ dueDate, period, on, at, ...row }) => ({
    dueDate,
    period,
    on,
    at,
    amountMinor: lateFeeMinor(row.terms, row, row.currency),
  }))
}

/** Records what became of a fee. The constraint refuses a second row for the same date and period. */
export async function recordLateFee(
  { db }: Transaction,
  key: InvoiceKey,
  { dueDate, period, on, amountMinor, state, at }: OpenLateFee & { state: 'added' | 'skipped' },
): Promise<void> {
  await db.insert(lateFees).values({ ...key, dueDate, period, feeOn: on, amountMinor, state, at })
}

/** Makes the database plan the next fee again, after one was recorded that changes no amount. */
export async function planNextLateFee(
  { db }: Transaction,
  { businessId, invoiceId }: InvoiceKey,
): Promise<void> {
  await db
    .update(invoices)
    .set({ lateFeesSince: sql`${invoices.lateFeesSince}` })
    .where(and(eq(invoices.businessId, businessId), eq(invoices.id, invoiceId)))
}

/** Whether a payment has begun that may take days. Its amount was agreed when it began. */
export async function isBeingPaid(
  { client }: Transaction,
  { businessId, invoiceId }: InvoiceKey,
): Promise<boolean> {
  const { rows } = await client.query(
    `select from checkouts where business_id = $1 and invoice_id = $2 and state = 'processing'`,
    [businessId, invoiceId],
  )
  return rows.length > 0
}

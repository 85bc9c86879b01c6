import type { Transaction } from '../../../platform/db/transaction.ts'
import { AppError } from '../../../shared/errors.ts'
import type { InvoiceKey } from '../queries.ts'

interface Row {
  number: string
  scope: string | null
  year: number
  running: number
  isOut: boolean
}

/**
 * Returns the number of an invoice that is about to be deleted to its sequence. Throws if that would leave a gap, or a
 * number that a client has seen would be used a second time. The caller holds the lock on the invoice.
 */
export async function returnNumber(
  { client }: Transaction,
  { businessId, invoiceId }: InvoiceKey,
): Promise<void> {
  const { rows } = await client.query<Row>(
    `select i.number, i.number_scope as scope, i.number_year as year, i.sequence_number::float8 as running,
       i.sent_at is not null or i.viewed_at is not null
         or exists (select from mails m where m.business_id = $1 and m.invoice_id = $2) as "isOut"
     from invoices i where i.business_id = $1 and i.id = $2`,
    [businessId, invoiceId],
  )
  const [invoice] = rows
  if (!invoice || invoice.scope === null) return
  const { number, scope, year, running, isOut } = invoice
  if (isOut) {
    throw new AppError(
      'INVOICE_NUMBERED',
      `Invoice ${number} was sent or viewed, so its number has to stay in your records. Cancel it with a credit note instead.`,
    )
  }
  // An invoice that is being stored holds the lock on the row. Its number is then the last one.
  const returned = await client.query(
    `update number_sequences set next = next - 1
     where business_id = $1 and kind = 'invoice' and scope = $2 and year = $3 and next = $4 + 1`,
    [businessId, scope, year, running],
  )
  if (returned.rowCount === 1) return
  throw new AppError(
    'INVOICE_NUMBERED',
    `Invoice ${number} isn’t the last one of its sequence, so deleting it would leave a gap. Cancel it with a credit note instead.`,
  )
}

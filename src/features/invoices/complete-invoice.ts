import type { Transaction } from '../../platform/db/transaction.ts'
import type { InvoiceDeps } from './invoice-deps.ts'
import { assertWithinPlan } from './invoice-limit.ts'
import { queueInvoiceMail } from './mail/emails.ts'
import { type BusinessFacts, type InvoiceRow, getInvoiceRow } from './queries.ts'

/** Finishes a new invoice after it was inserted: queues its mail if it is to be sent now, and checks the plan's limit. */
export async function completeInvoice(
  tx: Transaction,
  deps: InvoiceDeps,
  invoice: InvoiceRow,
  facts: Pick<BusinessFacts, 'plan' | 'ownerVerified' | 'timeZone'>,
  now: Date,
): Promise<InvoiceRow> {
  let row = invoice
  if (row.sendOption === 'email_now') {
    await queueInvoiceMail(tx, deps, row, facts)
    row = await getInvoiceRow(tx, row.id)
  }
  await assertWithinPlan(tx, { id: row.businessId, plan: facts.plan, timeZone: facts.timeZone }, now)
  return row
}

import { withTenant } from '../../platform/db/transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Identity } from '../../platform/http/api.ts'
import { getInvoiceRow } from '../invoices/queries.ts'
import type { CreditNote } from './contract.ts'
import { toCreditNote } from './credit-note-view.ts'
import { listCreditNoteRows } from './queries.ts'

export async function listCreditNotes(
  deps: Deps<'database' | 'appUrl'>,
  { businessId }: Identity,
  invoiceId: string,
): Promise<CreditNote[]> {
  const rows = await withTenant(deps.database, businessId, async (tx) => {
    await getInvoiceRow(tx, invoiceId)
    return listCreditNoteRows(tx, { businessId, invoiceId })
  })
  return rows.map((row) => toCreditNote(row, deps))
}

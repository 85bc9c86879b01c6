import { and, asc, eq } from 'drizzle-orm'
import { creditNotes } from '../../platform/db/tables/credit-notes.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { AppError } from '../../shared/errors.ts'
import type { InvoiceKey } from '../invoices/queries.ts'

export type CreditNoteRow = typeof creditNotes.$inferSelect

export function creditNoteNotFound(): AppError {
  return new AppError('NOT_FOUND', 'This credit note could not be found.')
}

/** Returns a credit note. Row-level security hides those of other businesses. */
export async function getCreditNoteRow({ db }: Transaction, id: string): Promise<CreditNoteRow> {
  const [row] = await db.select().from(creditNotes).where(eq(creditNotes.id, id))
  if (!row) throw creditNoteNotFound()
  return row
}

/** Lists the credit notes of an invoice, oldest first. */
export function listCreditNoteRows(
  { db }: Transaction,
  { businessId, invoiceId }: InvoiceKey,
): Promise<CreditNoteRow[]> {
  return db
    .select()
    .from(creditNotes)
    .where(and(eq(creditNotes.businessId, businessId), eq(creditNotes.invoiceId, invoiceId)))
    .orderBy(asc(creditNotes.createdAt), asc(creditNotes.sequenceNumber))
}

export async function findByRequest(
  { db }: Transaction,
  businessId: string,
  requestId: string,
): Promise<CreditNoteRow | undefined> {
  const [row] = await db
    .select()
    .from(creditNotes)
    .where(and(eq(creditNotes.businessId, businessId), eq(creditNotes.requestId, requestId)))
  return row
}

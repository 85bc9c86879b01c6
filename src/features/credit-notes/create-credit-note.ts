import { creditNotes } from '../../platform/db/tables/credit-notes.ts'
import { invoiceEvents } from '../../platform/db/tables/invoices.ts'
import { type Transaction, withTenant } from '../../platform/db/transaction.ts'
import type { Identity } from '../../platform/http/api.ts'
import { releaseLimits, withinLimits } from '../../platform/limits/limit.ts'
import { dateIn } from '../../shared/dates.ts'
import type { BodyOf } from '../../shared/endpoint.ts'
import { AppError, fieldError } from '../../shared/errors.ts'
import { pick } from '../../shared/pick.ts'
import type { InvoiceDeps } from '../invoices/invoice-deps.ts'
import { chargeAndTotalsOf } from '../invoices/invoice-view.ts'
import { clientMailLimit, getMailFacts } from '../invoices/mail/mail-limit.ts'
import { drawNumber, numberTaken } from '../invoices/numbers/draw-number.ts'
import {
  type InvoiceRow,
  getBusinessFacts,
  getInvoiceWithBusiness,
  lockInvoice,
} from '../invoices/queries.ts'
import { canBeCredited } from '../invoices/rules.ts'
import { settleInvoice } from '../invoices/settle-invoice.ts'
import type * as contract from './contract.ts'
import { toCredit, toCreditNote } from './credit-note-view.ts'
import { creditNoteFormat } from './credit-number-rules.ts'
import { creditOf } from './credit-rules.ts'
import { queueCreditNoteMail } from './emails.ts'
import { type CreditNoteRow, findByRequest, getCreditNoteRow, listCreditNoteRows } from './queries.ts'

type Input = BodyOf<typeof contract.createCreditNote>

/** Credits an invoice, once per request id. A repeated request returns the credit note that the first one made. */
export async function createCreditNote(
  deps: InvoiceDeps,
  identity: Identity,
  invoiceId: string,
  input: Input,
): Promise<contract.CreditNote> {
  const { businessId } = identity
  const { plan } = await getMailFacts(deps.database, businessId, invoiceId)
  const limits = input.send ? [clientMailLimit(businessId, plan)] : []
  const { row, isNew } = await withinLimits(deps.database, limits, () =>
    withTenant(deps.database, businessId, async (tx) => {
      // Two credit notes of an invoice are made one after the other, so together they never exceed it.
      await lockInvoice(tx, invoiceId)
      const existing = await findByRequest(tx, businessId, input.requestId)
      if (existing) {
        if (existing.invoiceId === invoiceId) return { row: existing, isNew: false }
        throw fieldError(
          'requestId',
          'This request ID was already used for a credit note of another invoice.',
        )
      }
      return { row: await addCreditNote(tx, deps, identity, { invoiceId, input }), isNew: true }
    }),
  )
  if (!isNew && limits.length > 0) await releaseLimits(deps.database, limits)
  return toCreditNote(row, deps)
}

async function addCreditNote(
  tx: Transaction,
  deps: InvoiceDeps,
  { businessId, userId, business: { timeZone } }: Identity,
  { invoiceId, input }: { invoiceId: string; input: Input },
): Promise<CreditNoteRow> {
  const now = deps.now()
  const key = { businessId, invoiceId }
  const found = await getInvoiceWithBusiness(tx, businessId, invoiceId)
  const { invoice } = found
  assertCreditable(invoice)
  const earlier = await listCreditNoteRows(tx, key)
  const result = creditOf(
    { ...pick(invoice, ['currency', 'locale']), ...chargeAndTotalsOf(invoice) },
    earlier.map(toCredit),
    input.credit,
  )
  if (!result.ok) throw fieldError(result.field, result.message)
  const { charge, parts, totals } = result.credit
  const { numbering } = await getBusinessFacts(tx, businessId, null)
  const issueDate = dateIn(timeZone, now)
  const numberColumns = await drawNumber(
    tx,
    'credit_note',
    { businessId, clientId: null, issueDate },
    creditNoteFormat(numbering),
  )
  const [row] = await tx.db
    .insert(creditNotes)
    .values({
      businessId,
      invoiceId,
      ...numberColumns,
      createdBy: userId,
      requestId: input.requestId,
      ...pick(invoice, ['currency', 'locale']),
      issueDate,
      reason: input.reason,
      charge,
      parts,
      amounts: pick(totals, ['lineMinor', 'taxesMinor']),
      ...pick(totals, ['subtotalMinor', 'discountMinor', 'taxMinor', 'feesMinor', 'totalMinor']),
    })
    .onConflictDoNothing()
    .returning()
  if (!row) throw numberTaken(numberColumns.number)
  await recordCredit(tx, deps, row, now)
  if (!input.send) return row
  const credited = await getInvoiceWithBusiness(tx, businessId, invoiceId)
  await queueCreditNoteMail(tx, deps, row, credited)
  return getCreditNoteRow(tx, row.id)
}

/** The invoice follows: its amounts, its status, its timeline and the payment pages that are open for it. */
async function recordCredit(
  tx: Transaction,
  deps: InvoiceDeps,
  { businessId, invoiceId, number, totalMinor }: CreditNoteRow,
  now: Date,
): Promise<void> {
  const key = { businessId, invoiceId }
  const { before, after } = await settleInvoice(tx, key, now)
  await tx.db
    .insert(invoiceEvents)
    .values({ ...key, kind: 'credited', amountMinor: totalMinor, note: number })
  if (after !== before && after !== 'pending') {
    await tx.db.insert(invoiceEvents).values({ ...key, kind: after })
  }
  await deps.closeCheckouts(tx, key)
}

function assertCreditable(invoice: InvoiceRow): void {
  if (invoice.status === 'cancelled') {
    throw new AppError('INVOICE_CANCELLED', 'This invoice is already canceled.')
  }
  if (invoice.creditNotesMinor === invoice.totalMinor) {
    const message =
      invoice.totalMinor === 0
        ? 'There is nothing to credit on this invoice.'
        : 'This invoice is already credited in full.'
    throw new AppError('NOT_CREDITABLE', message)
  }
  if (!canBeCredited(invoice)) {
    throw new AppError(
      'NOT_CREDITABLE',
      'This invoice hasn’t been sent yet, so it needs no credit note. You can still change or delete it.',
    )
  }
}

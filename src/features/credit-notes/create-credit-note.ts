import { eq } from 'drizzle-orm'
import { creditNotes } from '../../platform/db/tables/credit-notes.ts'
import { invoiceEvents, invoices } from '../../platform/db/tables/invoices.ts'
import { type Transaction, withTenant } from '../../platform/db/transaction.ts'
import type { Identity } from '../../platform/http/api.ts'
import { releaseLimits, withinLimits } from '../../platform/limits/limit.ts'
import { dateIn } from '../../shared/dates.ts'
import type { BodyOf } from '../../shared/endpoint.ts'
import { AppError, fieldError } from '../../shared/errors.ts'
import { pick } from '../../shared/pick.ts'
import { assertApproved } from '../invoices/approval/assert-approved.ts'
import type { InvoiceDeps } from '../invoices/invoice-deps.ts'
import { chargeAndTotalsOf } from '../invoices/invoice-view.ts'
import { clientMailLimit, getMailFacts } from '../invoices/mail/mail-limit.ts'
import { drawNumber, numberTaken } from '../invoices/numbers/draw-number.ts'
import { readNumberSettings } from '../invoices/numbers/get-numbering.ts'
import { creditNoteFormat } from '../invoices/numbers/number-rules.ts'
import { type InvoiceRow, getInvoiceWithBusiness, lockInvoice } from '../invoices/queries.ts'
import { canBeCredited } from '../invoices/rules.ts'
import { settleInvoice } from '../invoices/settle-invoice.ts'
import type * as contract from './contract.ts'
import { toCredit, toCreditNote } from './credit-note-view.ts'
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
      assertApproved(await lockInvoice(tx, invoiceId))
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

interface Crediting {
  invoiceId: string
  input: Input
}

async function addCreditNote(
  tx: Transaction,
  deps: InvoiceDeps,
  identity: Identity,
  crediting: Crediting,
): Promise<CreditNoteRow> {
  const { businessId } = identity
  const { invoiceId, input } = crediting
  const row = await storeCreditNote(tx, deps.now(), identity, crediting)
  await deps.closeCheckouts(tx, { businessId, invoiceId })
  if (!input.send) return row
  const credited = await getInvoiceWithBusiness(tx, businessId, invoiceId)
  await queueCreditNoteMail(tx, deps, row, credited)
  return getCreditNoteRow(tx, row.id)
}

/** Stores a credit note, and settles the invoice. The caller must hold the invoice lock. */
export async function storeCreditNote(
  tx: Transaction,
  now: Date,
  {
    businessId,
    userId,
    business,
  }: Pick<Identity, 'businessId' | 'userId'> & { business: { timeZone: string } },
  { invoiceId, input }: Crediting,
): Promise<CreditNoteRow> {
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
  const settings = await readNumberSettings(tx, businessId)
  const issueDate = dateIn(business.timeZone, now)
  const numberColumns = await drawNumber(
    tx,
    'credit_note',
    { businessId, clientId: null, issueDate },
    creditNoteFormat(settings),
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
      amounts: pick(totals, ['lineMinor', 'taxesMinor', 'bases']),
      ...pick(totals, ['subtotalMinor', 'discountMinor', 'taxMinor', 'feesMinor', 'totalMinor']),
    })
    .onConflictDoNothing()
    .returning()
  if (!row || (await hasInvoice(tx, numberColumns.number))) {
    throw numberTaken(numberColumns.number, 'Change the credit note prefix')
  }
  await recordCredit(tx, row, now)
  return row
}

/** Whether an invoice has this number: earlier ones may have had the prefix that credit notes have now. */
async function hasInvoice({ db }: Transaction, number: string): Promise<boolean> {
  return (await db.$count(invoices, eq(invoices.number, number))) > 0
}

/** The invoice follows: its amounts, its status and its timeline. */
async function recordCredit(
  tx: Transaction,
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

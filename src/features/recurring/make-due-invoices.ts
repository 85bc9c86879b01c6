import { withTenant, type Transaction } from '../../platform/db/transaction.ts'
import type { DueRef } from '../../platform/jobs/process-due-rows.ts'
import { addDays, isIsoDate } from '../../shared/dates.ts'
import { AppError, errorTable } from '../../shared/errors.ts'
import { findOrSaveClient } from '../clients/find-or-save-client.ts'
import { shownFieldsOf } from '../fields/queries.ts'
import { toColumns, totalsFor } from '../invoices/columns.ts'
import {
  type InvoiceContent,
  completeContent,
  invoiceContentSchema,
} from '../invoices/document/input-rules.ts'
import { newInvoiceColumns, insertInvoice, completeInvoice } from '../invoices/insert-invoice.ts'
import { findLogo, getBusinessFacts } from '../invoices/queries.ts'
import { dueDateFor } from '../invoices/rules.ts'
import { planOf } from '../schedules/schedule-columns.ts'
import { queueSeriesPausedMail } from './emails.ts'
import { fillContent, periodValues } from './period-text-rules.ts'
import { type SeriesRow, seriesStore, settlePeriod } from './queries.ts'
import type { RecurringDeps } from './recurring-deps.ts'

/** Makes all invoices that are due. */
export async function makeDueInvoices(deps: RecurringDeps): Promise<void> {
  await seriesStore.processDue(deps, (series) => makeUpToNow(deps, series))
}

/** Makes each due invoice in its own transaction. After an outage each gets the date that it should have had. */
async function makeUpToNow(deps: RecurringDeps, series: DueRef): Promise<void> {
  try {
    while (await makePeriod(deps, series));
  } catch (error) {
    if (!isPermanent(error)) throw error
    await pauseAfterError(deps, series, error)
  }
}

/** Returns whether a retry would fail again. */
function isPermanent(error: unknown): error is AppError {
  if (!(error instanceof AppError)) return false
  const { status } = errorTable[error.code]
  return status < 500 && status !== errorTable.TOO_MANY_REQUESTS.status
}

/** Pauses a series whose next invoice cannot be made, and tells the owner. Of several processes, one does. */
async function pauseAfterError(
  deps: RecurringDeps,
  { businessId, id }: DueRef,
  refusal: AppError,
): Promise<void> {
  await withTenant(deps.database, businessId, async (tx) => {
    const now = deps.now()
    const series = await seriesStore.lockDue(tx, id, now)
    if (!series) return
    const facts = await getBusinessFacts(tx, businessId, null)
    const pausedBy = refusal.code === 'PLAN_LIMIT_REACHED' ? 'plan' : 'error'
    const pauseReason = refusal.message
    await seriesStore.change(tx, series, { pausedAt: now, pausedBy, pauseReason, updatedAt: now })
    await queueSeriesPausedMail(tx, deps, { ...series, pauseReason }, facts)
  })
}

/** Makes the invoice of the next period if it is due, under the lock on the series. Returns whether it did. */
async function makePeriod(deps: RecurringDeps, { businessId, id }: DueRef): Promise<boolean> {
  return withTenant(deps.database, businessId, async (tx) => {
    const now = deps.now()
    const series = await seriesStore.lockDue(tx, id, now)
    if (!series) return false
    const invoiceId = await makeInvoice(tx, deps, series, now)
    await settlePeriod(tx, series, { state: 'made', invoiceId }, now)
    return true
  })
}

async function makeInvoice(
  tx: Transaction,
  deps: RecurringDeps,
  series: SeriesRow & { nextOn: string },
  now: Date,
): Promise<string> {
  const { businessId, createdBy, nextOn: issueDate } = series
  const { dueInDays, parts, ...content } = contentOfPeriod(series)
  const facts = await getBusinessFacts(tx, businessId, null)
  const logo = await findLogo(tx, businessId, content.logoId)
  const input = {
    ...content,
    logoId: logo && content.logoId,
    issueDate,
    dueDate: dueDateOf(issueDate, { ...content, dueInDays }),
    parts: parts.map((part) => ({ amount: part.amount, dueDate: addDays(issueDate, part.dueInDays) })),
    sendOption: series.sends ? 'email_now' : 'email_later',
  } as const
  const totals = totalsFor(input.charge, { currency: input.currency, locale: facts.locale })
  const clientId = await findOrSaveClient(tx, deps.log, { businessId, userId: createdBy }, content)
  const stored = await insertInvoice(
    tx,
    {
      ...newInvoiceColumns(now, facts),
      ...toColumns(input, totals, clientId),
      businessId,
      createdBy,
      requestId: null,
      seriesId: series.id,
      seriesPeriod: series.nextPeriod,
    },
    { event: 'recurred', numbering: facts.numbering },
  )
  const shownFields = await shownFieldsOf(tx, businessId, stored.ownFields)
  const made = await completeInvoice(
    tx,
    deps,
    { ...stored, logo, shownFields, movements: [], lateFees: [], creditNotes: [] },
    facts,
    now,
  )
  return made.id
}

/** Parses stored content. It was valid when it was saved, but the schema may be stricter now. */
function readContent({ content }: SeriesRow): InvoiceContent {
  const { data, error } = invoiceContentSchema.safeParse(completeContent(content))
  if (data) return data
  const message =
    'Some details of this recurring invoice are no longer valid. Open it, check every field and save it.'
  throw new AppError('VALIDATION_FAILED', message, { cause: error })
}

/** Returns the content with the dates of the period in its texts. */
function contentOfPeriod(series: SeriesRow): InvoiceContent {
  const content = readContent(series)
  const values = periodValues(planOf(series), series.nextPeriod)
  return values ? fillContent(content, values) : content
}

function dueDateOf(
  issueDate: string,
  { paymentTerms, dueInDays }: Pick<InvoiceContent, 'paymentTerms' | 'dueInDays'>,
): string {
  const date = dueDateFor(paymentTerms, issueDate) ?? addDays(issueDate, dueInDays ?? 0)
  return isIsoDate(date) ? date : issueDate
}

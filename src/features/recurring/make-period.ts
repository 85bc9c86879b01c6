import { type Transaction, withTenant } from '../../platform/db/transaction.ts'
import type { DueRef } from '../../platform/jobs/work-off-due.ts'
import { addDays, isIsoDate } from '../../shared/dates.ts'
import { AppError } from '../../shared/errors.ts'
import { saveClient } from '../clients/save-client.ts'
import { toColumns, totalsFor } from '../invoices/columns.ts'
import {
  type InvoiceContent,
  completeContent,
  invoiceContentSchema,
} from '../invoices/document/input-rules.ts'
import { completeInvoice, newInvoiceColumns, insertInvoice } from '../invoices/insert-invoice.ts'
import type { InvoiceDeps } from '../invoices/invoice-deps.ts'
import { findLogo, getBusinessFacts } from '../invoices/queries.ts'
import { dueDateFor } from '../invoices/rules.ts'
import { type SeriesRow, lockDueSeries, settlePeriod } from './queries.ts'

/**
 * Makes the invoice of the next period if it is due, and returns whether it did. The lock on the series
 * serializes processes, so that each sees what the one before it has made.
 */
export async function makePeriod(deps: InvoiceDeps, { businessId, id }: DueRef): Promise<boolean> {
  return withTenant(deps.database, businessId, async (tx) => {
    const now = deps.now()
    const series = await lockDueSeries(tx, id, now)
    if (!series) return false
    const invoiceId = await makeInvoice(tx, deps, series, now)
    await settlePeriod(tx, series, { state: 'made', invoiceId }, now)
    return true
  })
}

async function makeInvoice(
  tx: Transaction,
  deps: InvoiceDeps,
  series: SeriesRow & { nextOn: string },
  now: Date,
): Promise<string> {
  const { businessId, createdBy, nextOn: issueDate } = series
  const { dueInDays, ...content } = readContent(series)
  const facts = await getBusinessFacts(tx, businessId, null)
  const logo = await findLogo(tx, businessId, content.logoId)
  const input = {
    ...content,
    logoId: logo && content.logoId,
    issueDate,
    dueDate: dueDateOf(issueDate, { ...content, dueInDays }),
    sendOption: series.sends ? 'email_now' : 'email_later',
  } as const
  const totals = totalsFor(input.charge)
  const clientId = await findOrSaveClient(tx, deps, series, content.client)
  const stored = await insertInvoice(
    tx,
    {
      ...newInvoiceColumns(now, facts.style),
      ...toColumns(input, totals, clientId),
      businessId,
      createdBy,
      requestId: null,
      seriesId: series.id,
      seriesPeriod: series.nextPeriod,
    },
    'recurred',
  )
  const made = await completeInvoice(tx, deps, { ...stored, logo, movements: [] }, facts, now)
  return made.id
}

/** Parses stored content. It was valid when it was saved, but the schema may be stricter now. */
function readContent({ content }: SeriesRow): InvoiceContent {
  const { data, error } = invoiceContentSchema.safeParse(completeContent(content))
  if (data) return data
  const message = 'What is written on it cannot be used as it is. Open it, check every field and save it.'
  throw new AppError('VALIDATION_FAILED', message, { cause: error })
}

function dueDateOf(
  issueDate: string,
  { paymentTerms, dueInDays }: Pick<InvoiceContent, 'paymentTerms' | 'dueInDays'>,
): string {
  const date = dueDateFor(paymentTerms, issueDate) ?? addDays(issueDate, dueInDays ?? 0)
  return isIsoDate(date) ? date : issueDate
}

/**
 * Finds or creates the client. The job creates this invoice without the owner, so it must not overwrite
 * changes the owner made to the client.
 */
async function findOrSaveClient(
  tx: Transaction,
  deps: InvoiceDeps,
  { businessId, createdBy: userId }: SeriesRow,
  client: InvoiceContent['client'],
): Promise<string | null> {
  const { rows } = await tx.client.query<{ id: string }>(
    `select id from clients where business_id = $1 and (id = $2 or email = $3)
     order by id is not distinct from $2 desc limit 1`,
    [businessId, client.id, client.email],
  )
  return rows[0]?.id ?? saveClient(tx, deps.log, { businessId, userId }, client)
}

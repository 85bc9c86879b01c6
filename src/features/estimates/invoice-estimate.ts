import { and, eq } from 'drizzle-orm'
import { estimates } from '../../platform/db/tables/estimates.ts'
import { type Transaction, withTenant } from '../../platform/db/transaction.ts'
import type { Identity } from '../../platform/http/api.ts'
import { withinLimits } from '../../platform/limits/limit.ts'
import { addDays, dateIn, isIsoDate } from '../../shared/dates.ts'
import type { BodyOf } from '../../shared/endpoint.ts'
import { AppError, fieldError } from '../../shared/errors.ts'
import { formatMoney } from '../../shared/money.ts'
import { copyAttachments } from '../attachments/copy-attachments.ts'
import { findOrSaveClient } from '../clients/find-or-save-client.ts'
import { shownFieldsOf } from '../fields/queries.ts'
import { toColumns, totalsFor } from '../invoices/columns.ts'
import type { Invoice } from '../invoices/contract.ts'
import { completeInvoice, insertInvoice, newInvoiceColumns } from '../invoices/insert-invoice.ts'
import type { InvoiceChangeDeps } from '../invoices/invoice-deps.ts'
import { toInvoice } from '../invoices/invoice-view.ts'
import { clientMailLimit } from '../invoices/mail/mail-limit.ts'
import { type InvoiceRow, findLogo, getBusinessFacts, getInvoiceRow } from '../invoices/queries.ts'
import { dueDateFor } from '../invoices/rules.ts'
import type * as contract from './contract.ts'
import { decisionSentence } from './decide-estimate.ts'
import { contentOf, toEarlier, toShared } from './estimate-view.ts'
import { type EstimateRow, getMailFacts, listEstimateInvoices, lockEstimate } from './queries.ts'
import { leftToInvoice, shareOf } from './share-rules.ts'

type Input = BodyOf<typeof contract.invoiceEstimate>

/** Creates an invoice of an estimate, once per request id. */
export async function invoiceEstimate(
  deps: InvoiceChangeDeps,
  identity: Identity,
  estimateId: string,
  input: Input,
): Promise<Invoice> {
  const { businessId, business } = identity
  const { plan } = await getMailFacts(deps.database, { businessId, estimateId })
  const make = () =>
    withTenant(deps.database, businessId, async (tx) => {
      // Two invoices of an estimate are made one after the other, so that together they never exceed it.
      const row = await lockEstimate(tx, estimateId)
      return (await findMade(tx, row, input)) ?? makeInvoice(tx, deps, identity, { row, input })
    })
  const limits = input.sendOption === 'email_now' ? [clientMailLimit(businessId, plan)] : []
  const made = await (limits.length > 0 ? withinLimits(deps.database, limits, make) : make())
  return toInvoice(made, { today: dateIn(business.timeZone, deps.now()), appUrl: deps.appUrl })
}

async function findMade(
  tx: Transaction,
  { businessId, id }: EstimateRow,
  { requestId }: Input,
): Promise<InvoiceRow | null> {
  const { rows } = await tx.client.query<{ id: string; estimateId: string | null }>(
    `select id, estimate_id as "estimateId" from invoices where business_id = $1 and request_id = $2`,
    [businessId, requestId],
  )
  const [made] = rows
  if (!made) return null
  if (made.estimateId === id) return getInvoiceRow(tx, made.id)
  throw fieldError('requestId', 'This request ID was already used for another invoice.')
}

async function makeInvoice(
  tx: Transaction,
  deps: InvoiceChangeDeps,
  identity: Identity,
  { row, input }: { row: EstimateRow; input: Input },
): Promise<InvoiceRow> {
  const { businessId, userId, business } = identity
  const now = deps.now()
  const issueDate = dateIn(business.timeZone, now)
  if (row.status === 'declined') {
    const remedy =
      row.decidedBy === 'owner' ? 'Mark it accepted first.' : 'Duplicate it to make another offer.'
    throw new AppError('ESTIMATE_DECIDED', `${decisionSentence(row, business)} ${remedy}`)
  }
  const { charge, description, share } = await nextShare(tx, row, input)
  const { dueInDays, ...content } = contentOf(row)
  const paymentTerms = input.paymentTerms ?? content.paymentTerms
  const days = input.paymentTerms === undefined ? dueInDays : input.dueInDays
  const facts = await getBusinessFacts(tx, businessId, null)
  const logo = await findLogo(tx, businessId, content.logoId)
  const columns = {
    ...content,
    charge,
    description,
    logoId: logo && content.logoId,
    issueDate,
    paymentTerms,
    dueDate: dueDateOf(issueDate, paymentTerms, days),
    parts: [],
    sendOption: input.sendOption,
    sendReminder: content.sendReminder && input.sendOption !== 'do_not_send',
  }
  const totals = totalsFor(charge, { currency: row.currency, locale: facts.locale })
  const clientId = await findOrSaveClient(tx, deps.log, { businessId, userId }, content)
  const stored = await insertInvoice(
    tx,
    {
      ...newInvoiceColumns(now, facts),
      ...toColumns(columns, totals, clientId),
      businessId,
      createdBy: userId,
      requestId: input.requestId,
      estimateId: row.id,
      estimateShare: share,
    },
    { event: 'created', numbering: facts.numbering },
  )
  await copyAttachments(tx, businessId, {
    from: { kind: 'estimate', id: row.id },
    to: { kind: 'invoice', id: stored.id },
  })
  if (row.status === 'open') await markAccepted(tx, row, now)
  await deps.matchTransactions(tx, businessId)
  const shownFields = await shownFieldsOf(tx, businessId, stored.ownFields)
  return completeInvoice(
    tx,
    deps,
    { ...stored, logo, shownFields, movements: [], lateFees: [], creditNotes: [] },
    facts,
    now,
  )
}

/** Decides what the invoice is for. Throws if that is not left. */
async function nextShare(tx: Transaction, row: EstimateRow, { part, leftMinor: seenMinor }: Input) {
  const estimate = toShared(row)
  const earlier = toEarlier(row, await listEstimateInvoices(tx, row))
  const leftMinor = leftToInvoice(estimate, earlier)
  if (leftMinor === 0 && earlier.length > 0) {
    throw new AppError('ESTIMATE_INVOICED', 'Nothing of this estimate is left to invoice.')
  }
  if (seenMinor !== undefined && seenMinor !== leftMinor) {
    throw new AppError(
      'CHANGED_ELSEWHERE',
      `An invoice of this estimate was created or changed in the meantime, so ${formatMoney(leftMinor, row)} is left. Check how much this invoice is for, and try again.`,
    )
  }
  const result = shareOf(estimate, earlier, part)
  if (!result.ok) throw fieldError(result.field, result.message)
  return result
}

function dueDateOf(issueDate: string, terms: Parameters<typeof dueDateFor>[0], days: number | null): string {
  const date = dueDateFor(terms, issueDate) ?? addDays(issueDate, days ?? 0)
  return isIsoDate(date) ? date : issueDate
}

/** An invoice follows from an offer that was accepted, so its client can no longer decline it on the page. */
async function markAccepted(
  tx: Transaction,
  { businessId, id, version }: EstimateRow,
  now: Date,
): Promise<void> {
  await tx.db
    .update(estimates)
    .set({
      status: 'accepted',
      decidedAt: now,
      decidedBy: 'owner',
      version: version + 1,
      updatedAt: now,
    })
    .where(and(eq(estimates.businessId, businessId), eq(estimates.id, id)))
}

import { and, eq } from 'drizzle-orm'
import { estimates } from '../../platform/db/tables/estimates.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Identity } from '../../platform/http/api.ts'
import { addDays, dateIn, daysBetween, isIsoDate } from '../../shared/dates.ts'
import type { BodyOf } from '../../shared/endpoint.ts'
import { AppError } from '../../shared/errors.ts'
import { pick } from '../../shared/pick.ts'
import { removeUnusedLogos } from '../business/logos.ts'
import type { InvoiceDeps } from '../invoices/invoice-deps.ts'
import { findLogo, getBusinessFacts } from '../invoices/queries.ts'
import type * as contract from './contract.ts'
import { decisionSentence } from './decide-estimate.ts'
import { contentOf, readEstimateView } from './estimate-view.ts'
import { insertEstimate, newEstimateColumns } from './insert-estimate.ts'
import { type EstimateRow, getEstimateRow, hasInvoices, lockEstimate } from './queries.ts'
import { assertVersion } from './update-estimate.ts'

export async function deleteEstimate(
  { database, log }: Deps<'database' | 'log'>,
  { businessId }: Identity,
  id: string,
): Promise<void> {
  await withTenant(database, businessId, async (tx) => {
    const row = await lockEstimate(tx, id)
    if (await hasInvoices(tx, row)) {
      throw new AppError(
        'ESTIMATE_INVOICED',
        'Invoices were created from this estimate, so it can’t be deleted.',
      )
    }
    await tx.db.delete(estimates).where(and(eq(estimates.businessId, businessId), eq(estimates.id, id)))
    if (contentOf(row).logoId !== null) await removeUnusedLogos(tx, businessId, log)
  })
}

/** Copies an estimate: dated today, valid for as many days, open, and not emailed. */
export async function duplicateEstimate(
  deps: InvoiceDeps,
  { businessId, userId, business }: Identity,
  id: string,
): Promise<contract.Estimate> {
  const now = deps.now()
  const today = dateIn(business.timeZone, now)
  return withTenant(deps.database, businessId, async (tx) => {
    const original = await lockEstimate(tx, id)
    const facts = await getBusinessFacts(tx, businessId, null)
    const content = contentOf(original)
    const logo = await findLogo(tx, businessId, content.logoId)
    const copied = pick(original, ['clientId', 'clientName', 'clientEmail', 'currency', 'totalMinor'])
    const row = await insertEstimate(
      tx,
      {
        ...newEstimateColumns(now, facts),
        ...copied,
        businessId,
        createdBy: userId,
        content: { ...content, logoId: logo && content.logoId },
        issueDate: today,
        validUntil: validUntilFrom(today, original),
        sendOption: 'email_later',
      },
      facts,
    )
    return readEstimateView(tx, deps, row, business)
  })
}

function validUntilFrom(
  today: string,
  { issueDate, validUntil }: Pick<EstimateRow, 'issueDate' | 'validUntil'>,
): string {
  const date = addDays(today, daysBetween(issueDate, validUntil))
  return isIsoDate(date) ? date : today
}

/** Marks what the client said elsewhere, or takes back such a mark. What the client decided on the page stays. */
export async function markEstimate(
  deps: InvoiceDeps,
  { businessId, userId, business }: Identity,
  id: string,
  { decision, name, note, version }: BodyOf<typeof contract.markEstimate>,
): Promise<contract.Estimate> {
  return withTenant(deps.database, businessId, async (tx) => {
    const row = await lockEstimate(tx, id)
    if (row.decidedBy === 'client') {
      throw new AppError('ESTIMATE_DECIDED', decisionSentence(row, business))
    }
    assertVersion(row, version)
    if (decision !== 'accept' && (await hasInvoices(tx, row))) {
      throw new AppError(
        'ESTIMATE_INVOICED',
        'Invoices were created from this estimate, so it stays accepted.',
      )
    }
    const now = deps.now()
    const isOpen = decision === 'reopen'
    await tx.db
      .update(estimates)
      .set({
        status: isOpen ? 'open' : decision === 'accept' ? 'accepted' : 'declined',
        decidedAt: isOpen ? null : now,
        decidedBy: isOpen ? null : 'owner',
        decidedUserId: isOpen ? null : userId,
        decidedByName: isOpen ? '' : name,
        decisionNote: isOpen ? '' : note,
        version: row.version + 1,
        updatedAt: now,
      })
      .where(and(eq(estimates.businessId, businessId), eq(estimates.id, id)))
    return readEstimateView(tx, deps, await getEstimateRow(tx, id), business)
  })
}

import { and, eq } from 'drizzle-orm'
import { isDeepStrictEqual } from 'node:util'
import { estimates } from '../../platform/db/tables/estimates.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import { dateIn, formatDate } from '../../shared/dates.ts'
import type { BodyOf } from '../../shared/endpoint.ts'
import { AppError } from '../../shared/errors.ts'
import type { InvoiceDeps } from '../invoices/invoice-deps.ts'
import { queueDecisionMail } from './emails.ts'
import { contentOf, toPublicEstimate } from './estimate-view.ts'
import type * as contract from './public/contract.ts'
import {
  type EstimateKey,
  type EstimateRow,
  getEstimateRow,
  getMailingBusiness,
  lockEstimate,
} from './queries.ts'
import { statusOn } from './rules.ts'

type Answer = BodyOf<typeof contract.decideEstimate> & { ip: string }

/** "This estimate was accepted on Nov 18, 2026." */
export function decisionSentence(
  { status, decidedAt }: Pick<EstimateRow, 'status' | 'decidedAt'>,
  { timeZone }: { timeZone: string },
): string {
  const when = decidedAt ? ` on ${formatDate(dateIn(timeZone, decidedAt))}` : ''
  return `This estimate was ${status}${when}.`
}

/** Records the answer of the client. The lock makes answers at the same moment come one after the other: the first counts. */
export async function decideEstimate(
  deps: InvoiceDeps,
  { businessId, estimateId }: EstimateKey,
  answer: Answer,
): Promise<contract.PublicEstimate> {
  return withTenant(deps.database, businessId, async (tx) => {
    const row = await lockEstimate(tx, estimateId)
    const business = await getMailingBusiness(tx, businessId)
    const now = deps.now()
    const { company } = contentOf(row)
    if (isSame(row, answer)) return toPublicEstimate(deps, row, business)
    if (row.status !== 'open') {
      const remedy = `To change that, write to ${company.email}.`
      throw new AppError('ESTIMATE_DECIDED', `${decisionSentence(row, business)} ${remedy}`)
    }
    if (statusOn(dateIn(business.timeZone, now), row) === 'expired') {
      const until = formatDate(row.validUntil)
      const message = `This estimate was valid until ${until}. Write to ${company.email} to ask for a new one.`
      throw new AppError('ESTIMATE_EXPIRED', message)
    }
    if (row.version !== answer.version) {
      throw new AppError(
        'CHANGED_ELSEWHERE',
        'This estimate was changed while you were reading it. Reload the page to see the latest version.',
      )
    }
    const isAccepted = answer.decision === 'accept'
    await tx.db
      .update(estimates)
      .set({
        status: isAccepted ? 'accepted' : 'declined',
        version: row.version + 1,
        decidedAt: now,
        decidedBy: 'client',
        decidedByName: answer.name,
        decidedIp: answer.ip,
        decisionNote: answer.note,
        signature: isAccepted ? answer.signature : null,
        updatedAt: now,
      })
      .where(and(eq(estimates.businessId, businessId), eq(estimates.id, estimateId)))
    const decided = await getEstimateRow(tx, estimateId)
    await queueDecisionMail(tx, deps, decided, business)
    return toPublicEstimate(deps, decided, business)
  })
}

/** Whether it is the answer that was recorded, sent again by a second press or because its response was lost. */
function isSame(row: EstimateRow, { version, decision, name, note, signature }: Answer): boolean {
  if (row.decidedBy !== 'client' || row.version !== version + 1) return false
  const sent = { status: decision === 'accept' ? 'accepted' : 'declined', name, note }
  const recorded = { status: row.status, name: row.decidedByName, note: row.decisionNote }
  return (
    isDeepStrictEqual(sent, recorded) &&
    isDeepStrictEqual(decision === 'accept' ? signature : null, row.signature)
  )
}

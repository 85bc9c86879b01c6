import { and, eq } from 'drizzle-orm'
import { estimates } from '../../platform/db/tables/estimates.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import type { Identity } from '../../platform/http/api.ts'
import { withinLimits } from '../../platform/limits/limit.ts'
import type { BodyOf } from '../../shared/endpoint.ts'
import { AppError } from '../../shared/errors.ts'
import { removeUnusedLogos } from '../business/logos.ts'
import type { InvoiceDeps } from '../invoices/invoice-deps.ts'
import { clientMailLimit } from '../invoices/mail/mail-limit.ts'
import type * as contract from './contract.ts'
import { queueEstimateMail } from './emails.ts'
import { estimateInputColumns } from './estimate-input.ts'
import { contentOf, readEstimateView } from './estimate-view.ts'
import {
  type EstimateRow,
  getEstimateRow,
  getMailFacts,
  getMailingBusiness,
  lockEstimate,
} from './queries.ts'

export function assertVersion(row: Pick<EstimateRow, 'version'>, version: number): void {
  if (row.version === version) return
  throw new AppError(
    'CHANGED_ELSEWHERE',
    'This estimate has been changed elsewhere in the meantime. Reload it to see the latest version.',
  )
}

/** Changes an estimate that has no answer. A client who reads the former version has to reload before answering. */
export async function updateEstimate(
  deps: InvoiceDeps,
  identity: Identity,
  id: string,
  body: BodyOf<typeof contract.updateEstimate>,
): Promise<contract.Estimate> {
  const { businessId, business } = identity
  const { plan, isSent } = await getMailFacts(deps.database, { businessId, estimateId: id })
  const sends = body.sendOption === 'email_now' && !isSent
  const change = () =>
    withTenant(deps.database, businessId, async (tx) => {
      const current = await lockEstimate(tx, id)
      if (current.status !== 'open') {
        throw new AppError(
          'ESTIMATE_DECIDED',
          `This estimate was ${current.status}, so it can’t be changed. Duplicate it to send another one.`,
        )
      }
      assertVersion(current, body.version)
      const columns = await estimateInputColumns(tx, deps, identity, body)
      await tx.db
        .update(estimates)
        .set({
          ...columns,
          locale: business.locale,
          version: current.version + 1,
          updatedAt: deps.now(),
          // With another last day, the client is reminded of that one.
          ...(columns.validUntil !== current.validUntil && { remindedAt: null }),
        })
        .where(and(eq(estimates.businessId, businessId), eq(estimates.id, id)))
      const changed = await getEstimateRow(tx, id)
      if (sends && !changed.sentAt) {
        await queueEstimateMail(tx, deps, changed, await getMailingBusiness(tx, businessId))
      }
      const { logoId } = contentOf(current)
      if (logoId !== null && logoId !== body.content.logoId) await removeUnusedLogos(tx, businessId, deps.log)
      return readEstimateView(tx, deps, await getEstimateRow(tx, id), business)
    })
  return sends ? withinLimits(deps.database, [clientMailLimit(businessId, plan)], change) : change()
}

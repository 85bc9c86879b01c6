import { withTenant } from '../../platform/db/transaction.ts'
import type { Identity } from '../../platform/http/api.ts'
import { type Limit, withinLimits } from '../../platform/limits/limit.ts'
import type { InvoiceDeps } from '../invoices/invoice-deps.ts'
import { clientMailLimit } from '../invoices/mail/mail-limit.ts'
import { queueEstimateMail } from './emails.ts'
import { visitorLimits } from './public/public-estimate.ts'
import { type EstimateKey, getMailFacts, getMailingBusiness, lockEstimate } from './queries.ts'

/** Mails the estimate to the client when the owner presses Email: ten mails per estimate and hour. */
export async function emailEstimate(deps: InvoiceDeps, { businessId }: Identity, estimateId: string) {
  const { plan } = await getMailFacts(deps.database, { businessId, estimateId })
  const limit = { key: `estimate-mail:${businessId}:${estimateId}`, max: 10, windowSeconds: 3600 }
  return mailWithinLimits(deps, [limit, clientMailLimit(businessId, plan)], { businessId, estimateId })
}

/** The same for a visitor of the public page, who learns neither the plan of the business nor the address. */
export async function emailPublicEstimate(
  deps: InvoiceDeps,
  ip: string,
  { businessId, estimateId }: EstimateKey,
) {
  const { plan } = await getMailFacts(deps.database, { businessId, estimateId })
  const refusal = 'This estimate can’t be emailed right now.'
  const limits = [
    ...visitorLimits('estimate-mail', { ip, estimateId }, { perNetwork: 30, perEstimate: 3 }),
    { ...clientMailLimit(businessId, plan), refusal },
  ]
  const { state } = await mailWithinLimits(deps, limits, { businessId, estimateId, isRepeat: true })
  return { state }
}

function mailWithinLimits(
  deps: InvoiceDeps,
  limits: Limit[],
  { businessId, estimateId, isRepeat = false }: EstimateKey & { isRepeat?: boolean },
) {
  return withinLimits(deps.database, limits, () =>
    withTenant(deps.database, businessId, async (tx) => {
      // Locked before it is read, so that the mail shows the current estimate.
      const row = await lockEstimate(tx, estimateId)
      return queueEstimateMail(tx, deps, row, await getMailingBusiness(tx, businessId), { isRepeat })
    }),
  )
}

import { withTenant } from '../../../platform/db/transaction.ts'
import type { Identity } from '../../../platform/http/api.ts'
import { type Limit, withinLimits } from '../../../platform/limits/limit.ts'
import type { InvoiceDeps } from '../invoice-deps.ts'
import { getInvoiceWithBusiness } from '../public/find-public-invoice.ts'
import { publicInvoiceMailLimits } from '../public/public-limits.ts'
import { lockInvoice } from '../queries.ts'
import { queueInvoiceMail } from './emails.ts'
import { clientMailLimit, getMailFacts, ownerMailLimit } from './mail-limit.ts'

/** Mails the invoice to the client when the owner presses Email. */
export async function emailInvoice(deps: InvoiceDeps, { businessId }: Identity, id: string) {
  const { plan } = await getMailFacts(deps.database, businessId, id)
  const limits = [ownerMailLimit(businessId, id), clientMailLimit(businessId, plan)]
  return mailWithinLimits(deps, limits, { businessId, id })
}

/**
 * Mails the invoice to the client when a visitor of the public page presses Email. The response reveals neither the plan
 * of the business nor the address.
 */
export async function emailPublicInvoice(
  deps: InvoiceDeps,
  visitor: { ip: string; businessId: string },
  id: string,
) {
  const { ip, businessId } = visitor
  const { plan } = await getMailFacts(deps.database, businessId, id)
  const refusal = 'This invoice cannot be emailed at the moment.'
  const limits = [...publicInvoiceMailLimits(ip, id), { ...clientMailLimit(businessId, plan), refusal }]
  const { state } = await mailWithinLimits(deps, limits, { businessId, id, isRepeat: true })
  return { state }
}

function mailWithinLimits(
  deps: InvoiceDeps,
  limits: Limit[],
  { businessId, id, isRepeat = false }: { businessId: string; id: string; isRepeat?: boolean },
) {
  return withinLimits(deps.database, limits, () =>
    withTenant(deps.database, businessId, async (tx) => {
      // Locked before it is read, so that the mail shows the current invoice.
      await lockInvoice(tx, id)
      const { invoice, business } = await getInvoiceWithBusiness(tx, businessId, id)
      return queueInvoiceMail(tx, deps, invoice, business, { isRepeat })
    }),
  )
}

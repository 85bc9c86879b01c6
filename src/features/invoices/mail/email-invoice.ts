import { withTenant } from '../../../platform/db/transaction.ts'
import type { Identity } from '../../../platform/http/api.ts'
import { type Limit, withinLimits } from '../../../platform/limits/limit.ts'
import type { InvoiceDeps } from '../invoice-deps.ts'
import { getInvoiceWithBusiness } from '../public/find-public-invoice.ts'
import { publicInvoiceMailLimits } from '../public/public-limits.ts'
import { lockInvoice } from '../queries.ts'
import { queueInvoiceMail } from './emails.ts'
import { clientMailLimit, getMailFacts, ownerMailLimit } from './mail-limit.ts'

/** The owner's Email button. */
export async function emailInvoice(deps: InvoiceDeps, { businessId }: Identity, id: string) {
  const { plan } = await getMailFacts(deps.database, businessId, id)
  const limits = [ownerMailLimit(businessId, id), clientMailLimit(businessId, plan)]
  return mailWithin(deps, limits, { businessId, id })
}

/** The Email button of whoever has the link, who is told nothing of the business's plan nor where the mail goes. */
export async function emailPublicInvoice(
  deps: InvoiceDeps,
  visitor: { ip: string; businessId: string },
  id: string,
) {
  const { ip, businessId } = visitor
  const { plan } = await getMailFacts(deps.database, businessId, id)
  const refusal = 'This invoice cannot be emailed at the moment.'
  const limits = [...publicInvoiceMailLimits(ip, id), { ...clientMailLimit(businessId, plan), refusal }]
  const { state } = await mailWithin(deps, limits, { businessId, id, isRepeat: true })
  return { state }
}

function mailWithin(
  deps: InvoiceDeps,
  limits: Limit[],
  { businessId, id, isRepeat = false }: { businessId: string; id: string; isRepeat?: boolean },
) {
  return withinLimits(deps.database, limits, () =>
    withTenant(deps.database, businessId, async (tx) => {
      // Read only once nobody can change or remove it any more: what is mailed is what stands there.
      await lockInvoice(tx, id)
      const { invoice, business } = await getInvoiceWithBusiness(tx, businessId, id)
      return queueInvoiceMail(tx, deps, invoice, business, { isRepeat })
    }),
  )
}

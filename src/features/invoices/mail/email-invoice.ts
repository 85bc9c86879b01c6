import { withTenant } from '../../../platform/db/transaction.ts'
import type { Identity } from '../../../platform/http/api.ts'
import { type Limit, withinLimits } from '../../../platform/limits/limit.ts'
import { AppError } from '../../../shared/errors.ts'
import type { InvoiceDeps } from '../invoice-deps.ts'
import { visitorLimits } from '../public/public-invoice.ts'
import { type InvoiceKey, getInvoiceWithBusiness, lockInvoice } from '../queries.ts'
import { queueInvoiceMail } from './emails.ts'
import { clientMailLimit, getMailFacts } from './mail-limit.ts'

/** Mails the invoice to the client when the owner presses Email: ten mails per invoice and hour. */
export async function emailInvoice(deps: InvoiceDeps, { businessId }: Identity, invoiceId: string) {
  const { plan } = await getMailFacts(deps.database, businessId, invoiceId)
  const limit = { key: `invoice-mail:${businessId}:${invoiceId}`, max: 10, windowSeconds: 3600 }
  const limits = [limit, clientMailLimit(businessId, plan)]
  return mailWithinLimits(deps, limits, { businessId, invoiceId })
}

/** The same for a visitor of the public page, who learns neither the plan of the business nor the address. */
export async function emailPublicInvoice(
  deps: InvoiceDeps,
  ip: string,
  { businessId, invoiceId }: InvoiceKey,
) {
  const { plan } = await getMailFacts(deps.database, businessId, invoiceId)
  const refusal = 'This invoice can’t be emailed right now.'
  const limits = [
    ...visitorLimits('invoice-mail', { ip, invoiceId }, { perNetwork: 30, perInvoice: 3 }),
    { ...clientMailLimit(businessId, plan), refusal },
  ]
  const { state } = await mailWithinLimits(deps, limits, { businessId, invoiceId, isRepeat: true })
  return { state }
}

function mailWithinLimits(
  deps: InvoiceDeps,
  limits: Limit[],
  { businessId, invoiceId, isRepeat = false }: InvoiceKey & { isRepeat?: boolean },
) {
  return withinLimits(deps.database, limits, () =>
    withTenant(deps.database, businessId, async (tx) => {
      // Locked before it is read, so that the mail shows the current invoice.
      await lockInvoice(tx, invoiceId)
      const { invoice, business } = await getInvoiceWithBusiness(tx, businessId, invoiceId)
      if (invoice.status === 'cancelled') {
        throw new AppError('INVOICE_CANCELLED', 'This invoice was canceled, so it can’t be emailed.')
      }
      return queueInvoiceMail(tx, deps, invoice, business, { isRepeat })
    }),
  )
}

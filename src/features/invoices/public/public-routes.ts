import type { Context } from 'hono'
import { withTenant } from '../../../platform/db/transaction.ts'
import type { Api, Identity } from '../../../platform/http/api.ts'
import type { HttpEnv } from '../../../platform/http/http-env.ts'
import { countUse } from '../../../platform/limits/limit.ts'
import * as contract from '../contract.ts'
import type { InvoiceDeps } from '../invoice-deps.ts'
import { publicUrlOf } from '../invoice-view.ts'
import { emailPublicInvoice } from '../mail/email-invoice.ts'
import { pdfName } from '../mail/invoice-attachment.ts'
import { renderInvoicePdf } from '../pdf/invoice-pdf.ts'
import { readLogo } from '../pdf/read-logo.ts'
import { authorizePublicInvoice } from './enter-public-invoice.ts'
import { documentOf, getInvoiceWithBusiness } from './find-public-invoice.ts'
import { invoicePdfLimits } from './public-limits.ts'
import { recordView } from './record-view.ts'

/** The routes for everyone who has the link of an invoice. `identify` distinguishes the owner from clients. */
export function registerPublicInvoiceRoutes(
  api: Api,
  deps: InvoiceDeps,
  identify: (context: Context<HttpEnv>) => Promise<Identity | null>,
): void {
  const { database } = deps

  api.register(contract.getPublicInvoice, async (call) => {
    const { id } = call.params
    const businessId = await authorizePublicInvoice(database, call, id)
    const found = await withTenant(database, businessId, (tx) => getInvoiceWithBusiness(tx, businessId, id))
    return documentOf(deps, found)
  })

  api.register(contract.noteInvoiceView, async (call) => {
    const { id } = call.params
    const businessId = await authorizePublicInvoice(database, call, id)
    const viewer = await identify(call.context)
    if (viewer?.businessId === businessId) return
    await withTenant(database, businessId, (tx) => recordView(tx, { businessId, invoiceId: id }))
  })

  api.register(contract.emailPublicInvoice, async (call) => {
    const { id } = call.params
    const businessId = await authorizePublicInvoice(database, call, id)
    return emailPublicInvoice(deps, { ip: call.ip, businessId }, id)
  })

  api.register(contract.getInvoicePdf, async (call) => {
    const { id } = call.params
    const businessId = await authorizePublicInvoice(database, call, id)
    await countUse(database, invoicePdfLimits(call.ip, id))
    const { document, logo, isPayable } = await withTenant(database, businessId, async (tx) => {
      const shown = documentOf(deps, await getInvoiceWithBusiness(tx, businessId, id))
      const image = await readLogo(tx, businessId, shown.logo)
      return { document: shown, logo: image, isPayable: await deps.canPayOnline(tx) }
    })
    const publicUrl = publicUrlOf(deps.appUrl, id)
    const pdf = await renderInvoicePdf(document, { publicUrl, logo, isPayable })
    return {
      bytes: new Uint8Array(pdf),
      contentType: 'application/pdf',
      headers: { 'content-disposition': `attachment; filename="${pdfName(document)}"` },
    }
  })
}

import type { Context } from 'hono'
import { type Transaction, withTenant } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { Api, Identity } from '../../../platform/http/api.ts'
import type { HttpEnv } from '../../../platform/http/http-env.ts'
import { countUse } from '../../../platform/limits/limit.ts'
import { getStored, listStored, readAttachment, toAttachment } from '../../attachments/queries.ts'
import type { InvoiceDeps } from '../invoice-deps.ts'
import { publicUrlOf, toDocument } from '../invoice-view.ts'
import { emailPublicInvoice } from '../mail/email-invoice.ts'
import { pdfName } from '../mail/invoice-attachment.ts'
import { renderInvoicePdf, readLogo } from '../pdf/invoice-pdf.ts'
import { type InvoiceKey, getInvoiceWithBusiness } from '../queries.ts'
import { withAutopay } from '../with-autopay.ts'
import * as contract from './contract.ts'
import { authorizePublicInvoice, visitorLimits } from './public-invoice.ts'

/** The routes for everyone who has the link of an invoice. `identify` distinguishes the owner from clients. */
export function registerPublicInvoiceRoutes(
  api: Api,
  deps: InvoiceDeps & Deps<'files'>,
  identify: (context: Context<HttpEnv>) => Promise<Identity | null>,
): void {
  const { database } = deps

  api.register(contract.getPublicInvoice, async (call) => {
    const { businessId, invoiceId } = await authorizePublicInvoice(database, call)
    return withTenant(database, businessId, async (tx) => {
      const found = await getInvoiceWithBusiness(tx, businessId, invoiceId)
      return withAutopay(tx, found.invoice, toDocument(deps, found))
    })
  })

  api.register(contract.noteInvoiceView, async (call) => {
    const key = await authorizePublicInvoice(database, call)
    const viewer = await identify(call.context)
    if (viewer?.businessId === key.businessId) return
    await withTenant(database, key.businessId, (tx) => recordView(tx, key))
  })

  api.register(contract.emailPublicInvoice, async (call) =>
    emailPublicInvoice(deps, call.ip, await authorizePublicInvoice(database, call)),
  )

  api.register(contract.listPublicAttachments, async (call) => {
    const { businessId, invoiceId } = await authorizePublicInvoice(database, call)
    const stored = await withTenant(database, businessId, (tx) =>
      listStored(tx, businessId, { kind: 'invoice', id: invoiceId }),
    )
    return { attachments: stored.map(toAttachment) }
  })

  api.register(contract.getPublicAttachment, async (call) => {
    const { businessId, invoiceId } = await authorizePublicInvoice(database, call)
    const maximum = { perNetwork: 240, perInvoice: 480, windowSeconds: 600 }
    await countUse(database, visitorLimits('attachment', { ip: call.ip, invoiceId }, maximum))
    const stored = await withTenant(database, businessId, (tx) =>
      getStored(tx, businessId, call.params.attachmentId, { kind: 'invoice', id: invoiceId }),
    )
    return readAttachment(deps, businessId, stored)
  })

  api.register(contract.getInvoicePdf, async (call) => {
    const { businessId, invoiceId } = await authorizePublicInvoice(database, call)
    // Lower limits than for reading the invoice: rendering a PDF costs more.
    const maximum = { perNetwork: 120, perInvoice: 240, windowSeconds: 600 }
    await countUse(database, visitorLimits('invoice-pdf', { ip: call.ip, invoiceId }, maximum))
    const { document, logo, isPayable } = await withTenant(database, businessId, async (tx) => {
      const found = await getInvoiceWithBusiness(tx, businessId, invoiceId)
      const shown = await withAutopay(tx, found.invoice, toDocument(deps, found))
      const image = await readLogo(tx, businessId, shown.logo)
      const due = { minor: shown.amountDueMinor, currency: shown.currency }
      return { document: shown, logo: image, isPayable: await deps.canPayOnline(tx, due) }
    })
    const publicUrl = publicUrlOf(deps.appUrl, invoiceId)
    const pdf = await renderInvoicePdf(document, { publicUrl, logo, isPayable })
    return {
      bytes: new Uint8Array(pdf),
      contentType: 'application/pdf',
      headers: { 'content-disposition': `attachment; filename="${pdfName(document)}"` },
    }
  })
}

/** Records that a client viewed an invoice: the time of the first view, and at most one timeline entry per hour. */
async function recordView({ client }: Transaction, { businessId, invoiceId }: InvoiceKey): Promise<void> {
  const keys = [businessId, invoiceId]
  // The lock makes simultaneous views run one after the other, so that each sees what the previous one recorded.
  await client.query('select from invoices where business_id = $1 and id = $2 for no key update', keys)
  await client.query(
    `insert into invoice_events (business_id, invoice_id, kind)
     select business_id, id, 'viewed' from invoices
     where business_id = $1 and id = $2 and not exists (
       select from invoice_events e
       where e.business_id = $1 and e.invoice_id = $2 and e.kind = 'viewed' and e.at > now() - interval '1 hour')`,
    keys,
  )
  await client.query(
    'update invoices set viewed_at = now() where business_id = $1 and id = $2 and viewed_at is null',
    keys,
  )
}

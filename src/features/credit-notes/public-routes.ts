import type { Context } from 'hono'
import type { Database } from '../../platform/db/connect.ts'
import { findBusinessOf } from '../../platform/db/find-business-of.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import type { Api } from '../../platform/http/api.ts'
import type { HttpEnv } from '../../platform/http/http-env.ts'
import { countUse } from '../../platform/limits/limit.ts'
import { networkOf } from '../../platform/limits/network-of.ts'
import type { InvoiceDeps } from '../invoices/invoice-deps.ts'
import { pdfName } from '../invoices/mail/invoice-attachment.ts'
import { readLogo, renderInvoicePdf } from '../invoices/pdf/invoice-pdf.ts'
import { getInvoiceWithBusiness } from '../invoices/queries.ts'
import * as contract from './contract.ts'
import { creditNoteUrlOf, toCreditDocument } from './credit-note-view.ts'
import { creditNoteNotFound, getCreditNoteRow } from './queries.ts'

/** The routes for everyone who has the link of a credit note. */
export function registerPublicCreditNoteRoutes(api: Api, deps: InvoiceDeps): void {
  const { database, appUrl } = deps

  api.register(contract.getPublicCreditNote, async (call) => {
    const businessId = await authorizeCreditNote(database, call)
    return withTenant(database, businessId, async (tx) => {
      const row = await getCreditNoteRow(tx, call.params.id)
      const found = await getInvoiceWithBusiness(tx, businessId, row.invoiceId)
      return { document: toCreditDocument(deps, row, found), invoiceId: row.invoiceId }
    })
  })

  api.register(contract.getCreditNotePdf, async (call) => {
    const { id } = call.params
    const businessId = await authorizeCreditNote(database, call)
    // Lower limits than for reading the credit note: rendering a PDF costs more.
    await countUse(database, [
      { key: `credit-note-pdf:ip:${networkOf(call.ip)}`, max: 120, windowSeconds: 600 },
      { key: `credit-note-pdf:${id}`, max: 240, windowSeconds: 600 },
    ])
    const { document, logo } = await withTenant(database, businessId, async (tx) => {
      const row = await getCreditNoteRow(tx, id)
      const shown = toCreditDocument(deps, row, await getInvoiceWithBusiness(tx, businessId, row.invoiceId))
      return { document: shown, logo: await readLogo(tx, businessId, shown.logo) }
    })
    const publicUrl = creditNoteUrlOf(appUrl, id)
    const pdf = await renderInvoicePdf(document, { publicUrl, logo, isPayable: false })
    return {
      bytes: new Uint8Array(pdf),
      contentType: 'application/pdf',
      headers: { 'content-disposition': `attachment; filename="${pdfName(document)}"` },
    }
  })
}

/** Starts every public request for a credit note: checks the rate limit and finds its business. */
async function authorizeCreditNote(
  database: Database,
  { context, ip, params }: { context: Context<HttpEnv>; ip: string; params: { id: string } },
): Promise<string> {
  context.header('x-robots-tag', 'noindex')
  // Counts requests for unknown ids too: enough for an office behind one IP, too few to guess ids.
  await countUse(database, [{ key: `public-credit-note:ip:${networkOf(ip)}`, max: 600, windowSeconds: 600 }])
  const businessId = await findBusinessOf(database, 'credit_notes', params.id)
  if (businessId === undefined) throw creditNoteNotFound()
  return businessId
}

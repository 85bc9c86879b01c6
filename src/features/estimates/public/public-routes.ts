import type { Context } from 'hono'
import { type Transaction, withTenant } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { Api, Identity } from '../../../platform/http/api.ts'
import type { HttpEnv } from '../../../platform/http/http-env.ts'
import { countUse } from '../../../platform/limits/limit.ts'
import { getStored, listStored, readAttachment, toAttachment } from '../../attachments/queries.ts'
import type { InvoiceDeps } from '../../invoices/invoice-deps.ts'
import { pdfName } from '../../invoices/mail/invoice-attachment.ts'
import { readLogo, renderInvoicePdf } from '../../invoices/pdf/invoice-pdf.ts'
import { decideEstimate } from '../decide-estimate.ts'
import { emailPublicEstimate } from '../email-estimate.ts'
import { estimateUrlOf, toEstimateDocument, toPublicEstimate } from '../estimate-view.ts'
import { type EstimateKey, getEstimateRow, getMailingBusiness } from '../queries.ts'
import * as contract from './contract.ts'
import { authorizePublicEstimate, visitorLimits } from './public-estimate.ts'

/** The routes for everyone who has the link of an estimate. `identify` distinguishes the owner from clients. */
export function registerPublicEstimateRoutes(
  api: Api,
  deps: InvoiceDeps & Deps<'files'>,
  identify: (context: Context<HttpEnv>) => Promise<Identity | null>,
): void {
  const { database, appUrl } = deps

  api.register(contract.getPublicEstimate, async (call) => {
    const { businessId, estimateId } = await authorizePublicEstimate(database, call)
    return withTenant(database, businessId, async (tx) =>
      toPublicEstimate(deps, await getEstimateRow(tx, estimateId), await getMailingBusiness(tx, businessId)),
    )
  })

  api.register(contract.noteEstimateView, async (call) => {
    const key = await authorizePublicEstimate(database, call)
    const viewer = await identify(call.context)
    if (viewer?.businessId === key.businessId) return
    await withTenant(database, key.businessId, (tx) => recordView(tx, key))
  })

  api.register(contract.decideEstimate, async (call) => {
    const key = await authorizePublicEstimate(database, call)
    const { ip } = call
    const most = { perNetwork: 60, perEstimate: 60 }
    await countUse(database, visitorLimits('estimate-decision', { ip, estimateId: key.estimateId }, most))
    return decideEstimate(deps, key, { ...call.body, ip })
  })

  api.register(contract.emailPublicEstimate, async (call) =>
    emailPublicEstimate(deps, call.ip, await authorizePublicEstimate(database, call)),
  )

  api.register(contract.listPublicEstimateFiles, async (call) => {
    const { businessId, estimateId } = await authorizePublicEstimate(database, call)
    const stored = await withTenant(database, businessId, (tx) =>
      listStored(tx, businessId, { kind: 'estimate', id: estimateId }),
    )
    return { attachments: stored.map(toAttachment) }
  })

  api.register(contract.getPublicEstimateFile, async (call) => {
    const { businessId, estimateId } = await authorizePublicEstimate(database, call)
    const most = { perNetwork: 240, perEstimate: 480, windowSeconds: 600 }
    await countUse(database, visitorLimits('estimate-file', { ip: call.ip, estimateId }, most))
    const stored = await withTenant(database, businessId, (tx) =>
      getStored(tx, businessId, call.params.attachmentId, { kind: 'estimate', id: estimateId }),
    )
    return readAttachment(deps, businessId, stored)
  })

  api.register(contract.getEstimatePdf, async (call) => {
    const { businessId, estimateId } = await authorizePublicEstimate(database, call)
    // Lower limits than for reading the estimate: rendering a PDF costs more.
    const most = { perNetwork: 120, perEstimate: 240, windowSeconds: 600 }
    await countUse(database, visitorLimits('estimate-pdf', { ip: call.ip, estimateId }, most))
    const { document, logo } = await withTenant(database, businessId, async (tx) => {
      const row = await getEstimateRow(tx, estimateId)
      const shown = toEstimateDocument(deps, row, await getMailingBusiness(tx, businessId))
      return { document: shown, logo: await readLogo(tx, businessId, shown.logo) }
    })
    const publicUrl = estimateUrlOf(appUrl, estimateId)
    const pdf = await renderInvoicePdf(document, { publicUrl, logo, isPayable: false })
    return {
      bytes: new Uint8Array(pdf),
      contentType: 'application/pdf',
      headers: { 'content-disposition': `attachment; filename="${pdfName(document)}"` },
    }
  })
}

/** Records when a client viewed the estimate for the first time. */
async function recordView({ client }: Transaction, { businessId, estimateId }: EstimateKey): Promise<void> {
  await client.query(
    'update estimates set viewed_at = now() where business_id = $1 and id = $2 and viewed_at is null',
    [businessId, estimateId],
  )
}

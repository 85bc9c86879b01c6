import { queryTenant } from '../../../platform/db/transaction.ts'
import { countUse } from '../../../platform/limits/limit.ts'
import type { FileAnswer } from '../../../shared/endpoint.ts'
import { AppError } from '../../../shared/errors.ts'
import type { InvoiceDeps } from '../../invoices/invoice-deps.ts'
import { drawPaymentReceipt } from '../../payments/ledger/payment-receipts.ts'
import type { PortalClient } from '../access/authorize-portal.ts'
import { pdfLimits } from './pdf-limits.ts'

/** Draws the receipt of a payment of this client. */
export async function getPortalReceipt(
  deps: InvoiceDeps,
  ip: string,
  { businessId, clientId }: PortalClient,
  paymentId: string,
): Promise<FileAnswer> {
  await countUse(deps.database, pdfLimits(ip, { businessId, clientId }))
  const [payment] = await queryTenant<{ invoiceId: string }>(deps.database, businessId, {
    name: 'portal-payment',
    text: `select invoice_id as "invoiceId" from payments
           where business_id = $1 and id = $3 and client_id = $2::uuid and undone_at is null`,
    values: [businessId, clientId, paymentId],
  })
  if (!payment) throw new AppError('NOT_FOUND', 'This payment could not be found.')
  return drawPaymentReceipt(deps, businessId, { id: payment.invoiceId, paymentId })
}

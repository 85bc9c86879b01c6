import { call } from '../../../../web/api-client.ts'
import type { InvoiceDocument } from '../../contract.ts'
import { emailPublicInvoice } from '../../public/contract.ts'
import { pdfUrl } from '../invoice-api.ts'
import { PublicDocumentActions } from './public-document-actions.tsx'

interface PublicInvoiceActionsProps {
  id: string
  invoice: Pick<InvoiceDocument, 'status' | 'client'>
  /** Whether the page has a pay button, which is then the primary action. */
  canPay: boolean
}

export function PublicInvoiceActions({ id, invoice, canPay }: PublicInvoiceActionsProps) {
  return (
    <PublicDocumentActions
      what="invoice"
      pdfUrl={pdfUrl(id)}
      clientEmail={invoice.client.email}
      send={() => call(emailPublicInvoice, { params: { id } })}
      failure="Failed to send invoice email"
      isPrimary={!canPay}
      canEmail={invoice.status !== 'cancelled'}
    />
  )
}

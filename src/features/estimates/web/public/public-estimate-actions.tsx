import { call } from '../../../../web/api-client.ts'
import { PublicDocumentActions } from '../../../invoices/web/public/public-document-actions.tsx'
import { emailPublicEstimate } from '../../public/contract.ts'
import { estimatePdfUrl } from '../estimate-api.ts'

export function PublicEstimateActions({ id, clientEmail }: { id: string; clientEmail: string }) {
  return (
    <PublicDocumentActions
      what="estimate"
      pdfUrl={estimatePdfUrl(id)}
      clientEmail={clientEmail}
      send={() => call(emailPublicEstimate, { params: { id } })}
      failure="The estimate could not be emailed. Please try again."
    />
  )
}

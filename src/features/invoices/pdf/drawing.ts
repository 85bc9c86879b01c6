import type { PdfImage } from '../../../platform/pdf/pdf-image.ts'
import type { InvoiceDocument } from '../contract.ts'

/** What a PDF is drawn from. Plain data, so that it can be sent to a worker thread. */
export interface Drawing {
  /** A receipt has the same layout and shows first that the invoice is paid. */
  kind: 'invoice' | 'receipt'
  invoice: InvoiceDocument
  publicUrl: string
  /** Whether the client can pay on the public page. */
  isPayable: boolean
  image: PdfImage | null
}

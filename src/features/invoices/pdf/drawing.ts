import type { PdfImage } from '../../../platform/pdf/pdf-image.ts'
import type { InvoiceDocument } from '../contract.ts'

/** Plain facts, so that they can go to another thread. */
export interface Drawing {
  /** A receipt is the same sheet, and says above all that it is paid. */
  kind: 'invoice' | 'receipt'
  invoice: InvoiceDocument
  publicUrl: string
  /** Whether it can be paid there. */
  isPayable: boolean
  image: PdfImage | null
}

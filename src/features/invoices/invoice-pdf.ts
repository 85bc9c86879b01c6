import type { InvoiceDocument } from './contract.ts'

export interface LogoImage {
  bytes: Buffer
  contentType: 'image/png' | 'image/jpeg'
}

export async function renderInvoicePdf(
  invoice: InvoiceDocument,
  options: { publicUrl: string; logo: LogoImage | null },
): Promise<Buffer> {
  // Fonts and the PDF writer take a while to load: a start does not wait for them.
  const { drawInvoice } = await import('./pdf-invoice.ts')
  return await drawInvoice(invoice, options)
}

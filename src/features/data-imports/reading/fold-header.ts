/** "Invoice Number", "invoice_number" and "*InvoiceNumber" are the same label. */
export function foldHeader(text: string): string {
  return text
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')
}

/** "Invoice Number", "invoice_number" and "*InvoiceNumber" are the same label. "Tax %" is not "Tax". */
export function foldHeader(text: string): string {
  return text
    .normalize('NFD')
    .toLowerCase()
    .replaceAll('%', 'percent')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')
}

import type { PdfImage } from '../../platform/pdf/pdf-image.ts'
import { letter } from '../../platform/pdf/pdf-document.ts'
import { layOutText } from '../../platform/pdf/text-layout.ts'
import { formatDate } from '../../shared/dates.ts'
import type { InvoiceDocument } from './contract.ts'
import type { Flow } from './pdf-flow.ts'
import type { Drawing } from './pdf-invoice.ts'
import { drawParty, layOutParty } from './pdf-parties.ts'
import { colors, sheet, side, sizes } from './pdf-style.ts'
import { paymentTerms } from './rules.ts'

const columnWidth = side.x - sheet.left - 24

/** Who sends it on the left; what it is, since when and until when on the right. */
export function drawHeader(
  flow: Flow,
  invoice: InvoiceDocument,
  { logo, kind }: { logo: PdfImage | null; kind: Drawing['kind'] },
): void {
  flow.pdf.paint({ x: 0, y: 0, width: letter.width, height: 6 }, colors.accent)
  const top = flow.y
  const bottoms = [drawSender(flow, invoice, { logo, y: top }), drawFacts(flow, invoice, { kind, top })]
  flow.y = Math.max(...bottoms) + 18
}

function drawSender(
  flow: Flow,
  { company }: InvoiceDocument,
  { logo, y }: { logo: PdfImage | null; y: number },
): number {
  if (logo) flow.pdf.image(logo.bytes, { x: sheet.left, y, width: logo.width, height: logo.height })
  const below = logo ? logo.height + 10 : 0
  const sender = layOutParty(company, { width: columnWidth, nameSize: logo ? sizes.name : 17 })
  drawParty(flow, sender, { x: sheet.left, y: y + below, nameColor: colors.ink })
  return y + below + sender.height
}

const statusWords = {
  paid: { word: 'PAID', color: colors.paid },
  overdue: { word: 'Overdue', color: colors.overdue },
  pending: null,
} as const

function drawFacts(
  flow: Flow,
  invoice: InvoiceDocument,
  { kind, top }: { kind: Drawing['kind']; top: number },
): number {
  const { pdf } = flow
  const title = layOutText(kind === 'receipt' ? 'Receipt' : 'Invoice', { size: sizes.title, bold: true })
  // Large letters leave more air above them than the logo beside them.
  let y = top - 7
  pdf.text(title, { ...side, y, color: colors.accent, align: 'right' })
  const status = statusWords[invoice.status]
  if (status) drawBadge(flow, status, y + title.height / 2)
  y += title.height + 1
  const isReceipt = kind === 'receipt'
  const words = isReceipt ? `Invoice ${invoice.number}` : invoice.number
  const number = layOutText(words, { size: sizes.name, bold: true, width: side.width })
  pdf.text(number, { ...side, y, color: colors.ink, align: 'right' })
  y += number.height + 9
  for (const { label, value } of isReceipt ? receiptFactsOf(invoice) : factsOf(invoice)) {
    const name = layOutText(label, { size: sizes.text })
    const text = layOutText(value, { size: sizes.text, width: side.width - 92 })
    pdf.text(name, { x: side.x, y, color: colors.muted })
    pdf.text(text, { x: side.x + 92, width: side.width - 92, y, color: colors.ink, align: 'right' })
    y += text.height + 2
  }
  return y
}

function drawBadge(flow: Flow, { word, color }: { word: string; color: string }, middle: number): void {
  const text = layOutText(word, { size: sizes.text, bold: true })
  const width = (text.lines[0]?.width ?? 0) + 18
  const box = { x: side.x, y: middle - 9, width, height: 18 }
  flow.pdf.outline(box, color, 9)
  flow.pdf.text(text, { ...box, y: middle - text.height / 2, color, align: 'center' })
}

function factsOf(invoice: InvoiceDocument): { label: string; value: string }[] {
  const { issueDate, dueDate, purchaseOrder } = invoice
  const terms = invoice.paymentTerms === 'custom' ? '' : paymentTerms[invoice.paymentTerms].label
  return [
    { label: 'Issue date', value: formatDate(issueDate) },
    { label: 'Due date', value: formatDate(dueDate) },
    { label: 'Terms', value: terms },
    { label: 'Purchase order', value: purchaseOrder },
  ].filter(({ value }) => value !== '')
}

function receiptFactsOf({ paidOn, issueDate, purchaseOrder }: InvoiceDocument) {
  return [
    { label: 'Paid on', value: paidOn ? formatDate(paidOn) : '' },
    { label: 'Issue date', value: formatDate(issueDate) },
    { label: 'Purchase order', value: purchaseOrder },
  ].filter(({ value }) => value !== '')
}

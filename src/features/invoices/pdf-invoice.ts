import { createPdfDocument } from '../../platform/pdf/pdf-document.ts'
import type { PdfImage } from '../../platform/pdf/pdf-image.ts'
import { layOutText } from '../../platform/pdf/text-layout.ts'
import type { InvoiceDocument } from './contract.ts'
import { drawBillTo } from './pdf-bill-to.ts'
import { createFlow, pageHeight } from './pdf-flow.ts'
import type { Flow } from './pdf-flow.ts'
import { drawHeader } from './pdf-header.ts'
import { drawPayment, layOutPayment } from './pdf-payment.ts'
import type { PaymentBlock } from './pdf-payment.ts'
import { colors, sheet, side, sizes } from './pdf-style.ts'
import { drawTable } from './pdf-table.ts'
import { drawTotals, layOutTotals } from './pdf-totals.ts'
import type { TotalsBlock } from './pdf-totals.ts'

/** Plain facts, so that they can go to another thread. */
export interface Drawing {
  /** A receipt is the same sheet, and says above all that it is paid. */
  kind: 'invoice' | 'receipt'
  invoice: InvoiceDocument
  publicUrl: string
  image: PdfImage | null
}

/** Every figure comes from the document; nothing is reckoned here. */
export async function drawInvoice({ kind, invoice, publicUrl, image }: Drawing): Promise<Buffer> {
  const title = `${kind === 'receipt' ? 'Receipt for invoice' : 'Invoice'} ${invoice.number}`
  const pdf = createPdfDocument({ title, author: invoice.company.name, language: 'en-US' })
  const flow = createFlow(pdf)
  drawHeader(flow, invoice, { logo: image, kind })
  drawBillTo(flow, invoice, kind)
  // The single amount says in its own row what it is for.
  if (invoice.charge.kind === 'lines') drawWords(flow, invoice.description)
  const sums = layOutSums(invoice, { publicUrl, kind })
  drawTable(flow, invoice, sums.height <= pageHeight / 2 ? sums.height : 0)
  drawSums(flow, sums, invoice, publicUrl)
  drawNotes(flow, invoice.notes)
  drawFooters(flow, invoice, title)
  return await pdf.finish()
}

function drawWords(flow: Flow, words: string): void {
  const block = layOutText(words, { size: sizes.text, width: sheet.width })
  if (block.lines.length === 0) return
  flow.paragraph(block, { x: sheet.left, width: sheet.width, color: colors.ink, align: 'start' })
  flow.y += 12
}

interface Sums {
  totals: TotalsBlock
  payment: PaymentBlock
  height: number
}

function layOutSums(invoice: InvoiceDocument, drawing: Pick<Drawing, 'publicUrl' | 'kind'>): Sums {
  const totals = layOutTotals(invoice)
  const payment = layOutPayment(invoice, drawing)
  return { totals, payment, height: Math.max(totals.height, payment.height) }
}

/** The sums are never torn apart, and the way to pay stands beside them. */
function drawSums(flow: Flow, sums: Sums, invoice: InvoiceDocument, publicUrl: string): void {
  const { totals, payment, height } = sums
  const fitsPage = height <= pageHeight
  if (fitsPage) flow.makeRoom(height)
  const top = flow.y
  drawTotals(flow, totals, invoice.status === 'paid')
  if (!fitsPage) flow.makeRoom(payment.height)
  const y = fitsPage ? top : flow.y
  drawPayment(flow, payment, { publicUrl, y })
  flow.y = Math.max(flow.y, y + payment.height) + 18
}

function drawNotes(flow: Flow, notes: string): void {
  const block = layOutText(notes, { size: sizes.text, width: sheet.width })
  if (block.lines.length === 0) return
  const heading = layOutText('Notes', { size: sizes.small, bold: true })
  const above = 8 + heading.height + 3
  flow.makeRoom(above + (block.lines.length <= 6 ? block.height : 3 * block.lineHeight))
  flow.pdf.rule({ x: sheet.left, y: flow.y, width: sheet.width, color: colors.line })
  flow.pdf.text(heading, { x: sheet.left, y: flow.y + 8, color: colors.accent })
  flow.y += above
  flow.paragraph(block, { x: sheet.left, width: sheet.width, color: colors.ink, align: 'start' })
}

function drawFooters({ pdf }: Flow, { company }: InvoiceDocument, title: string): void {
  const width = side.x - sheet.left
  const name = layOutText(company.name, { size: sizes.small, width })
  pdf.onEachPage((page, pages) => {
    const place = { y: sheet.footer, color: colors.muted }
    pdf.text(name, { ...place, x: sheet.left, to: 1 })
    const words = layOutText(`${title}  ·  Page ${page} of ${pages}`, { size: sizes.small })
    pdf.text(words, { ...place, ...side, align: 'right' })
  })
}

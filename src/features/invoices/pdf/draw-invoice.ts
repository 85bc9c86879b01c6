import { layOutText } from '../../../platform/pdf/lay-out-text.ts'
import { createPdfDocument } from '../../../platform/pdf/pdf-document.ts'
import type { InvoiceDocument } from '../contract.ts'
import { notesTitle, titleOf } from '../document/row-rules.ts'
import { drawAcceptance } from './draw-acceptance.ts'
import { drawFooters } from './draw-footers.ts'
import { drawTable } from './draw-table.ts'
import { drawTop } from './draw-top.ts'
import type { Drawing } from './invoice-pdf.ts'
import { type Flow, createPdfFlow } from './pdf-flow.ts'
import { type PaymentBlock, drawPayment, drawUrl, layOutPayment } from './pdf-payment.ts'
import { pdfLookOf } from './pdf-style.ts'
import { sheetFactsOf } from './pdf-top.ts'
import { type TotalsBlock, drawTotals, layOutTotals } from './pdf-totals.ts'

/** Draws the PDF. Every amount comes from the document; nothing is calculated here. */
export async function drawInvoice(drawing: Drawing): Promise<Buffer> {
  const { kind, invoice, publicUrl, payment, image } = drawing
  const title = `${kind === 'receipt' ? 'Receipt for invoice' : titleOf(invoice)} ${invoice.number}`
  const look = pdfLookOf(invoice)
  const info = { title, author: invoice.company.name, language: 'en-US' }
  const pdf = createPdfDocument(info, look.paper)
  const flow = createPdfFlow(pdf, look)
  drawTop(flow, { invoice, facts: sheetFactsOf(invoice, kind, payment), logo: image })
  // A single amount shows the description in its own row.
  if (invoice.charge.kind === 'lines') drawDescription(flow, invoice.description)
  const sums = layOutSums(flow, drawing)
  drawTable(flow, invoice, sums.height <= flow.pageHeight / 2 ? sums.height : 0)
  drawSums(flow, sums, invoice, publicUrl)
  drawNotes(flow, invoice)
  drawAcceptance(flow, invoice)
  drawFooters(flow, invoice.company.name, title)
  return await pdf.finish()
}

function drawDescription(flow: Flow, text: string): void {
  const { sheet, sizes, colors, gap } = flow.look
  const block = layOutText(text, { size: sizes.text, width: sheet.width })
  if (block.lines.length === 0) return
  flow.paragraph(block, { x: sheet.left, width: sheet.width, color: colors.ink, align: 'start' })
  flow.y += (gap * 2) / 3
}

const urlGap = 6

interface Sums {
  totals: TotalsBlock
  payment: PaymentBlock
  height: number
}

function layOutSums({ look }: Flow, drawing: Drawing): Sums {
  const totals = layOutTotals(drawing.invoice, look)
  const payment = layOutPayment(drawing, look)
  const urlHeight = payment.url ? urlGap + payment.url.height : 0
  return { totals, payment, height: Math.max(totals.height, payment.height) + urlHeight }
}

/** Draws the sums, with the code for paying beside them and the link below. They stay on one page if they fit. */
function drawSums(flow: Flow, sums: Sums, invoice: InvoiceDocument, publicUrl: string): void {
  const { totals, payment, height } = sums
  const fitsPage = height <= flow.pageHeight
  if (fitsPage) flow.makeRoom(height)
  const top = flow.y
  drawTotals(flow, totals, invoice.status === 'paid')
  if (!fitsPage) flow.makeRoom(payment.height)
  const y = fitsPage ? top : flow.y
  drawPayment(flow, payment, { publicUrl, y })
  flow.y = Math.max(flow.y, y + payment.height)
  if (payment.url) {
    flow.y += urlGap
    flow.makeRoom(payment.url.height)
    drawUrl(flow, payment.url, publicUrl)
    flow.y += payment.url.height
  }
  flow.y += flow.look.gap
}

function drawNotes(flow: Flow, invoice: InvoiceDocument): void {
  const { sheet, sizes, colors } = flow.look
  const block = layOutText(invoice.notes, { size: sizes.text, width: sheet.width })
  if (block.lines.length === 0) return
  const heading = layOutText(notesTitle(invoice), { size: sizes.small, bold: true })
  const above = 8 + heading.height + 3
  flow.makeRoom(above + (block.lines.length <= 6 ? block.height : 3 * block.lineHeight))
  flow.pdf.rule({ x: sheet.left, y: flow.y, width: sheet.width, color: colors.line })
  flow.pdf.text(heading, { x: sheet.left, y: flow.y + 8, color: colors.accent })
  flow.y += above
  flow.paragraph(block, { x: sheet.left, width: sheet.width, color: colors.ink, align: 'start' })
}

import { type TextBlock, layOutText } from '../../../platform/pdf/lay-out-text.ts'
import type { InvoiceDocument } from '../contract.ts'
import { earlyPaymentOffer } from '../document/movement-rules.ts'
import { type DocumentRow, amountDueRow, lateFeeText, rowsAboveDue } from '../document/row-rules.ts'
import type { Flow } from './pdf-flow.ts'
import { type ScheduleBlock, drawSchedule, layOutSchedule } from './pdf-schedule.ts'
import { type PdfLook, edge } from './pdf-style.ts'

const figureWidth = 96
const noteGap = 8

interface SumRow {
  label: TextBlock
  detail: TextBlock | null
  figure: TextBlock
  bold: boolean
  height: number
}

export interface TotalsBlock {
  rows: SumRow[]
  due: { label: TextBlock; figure: TextBlock }
  /** The parts with their dates; null if everything is due at once. */
  schedule: ScheduleBlock | null
  /** The offer for paying early, the late fee, and the sentence about tax. */
  notes: TextBlock[]
  height: number
}

export function layOutTotals(invoice: InvoiceDocument, look: PdfLook): TotalsBlock {
  return layOutSums(look, {
    rows: rowsAboveDue(invoice),
    due: amountDueRow(invoice),
    schedule: layOutSchedule(invoice, look),
    notes: [earlyPaymentOffer(invoice) ?? '', lateFeeText(invoice), invoice.taxNote],
  })
}

interface Sums {
  rows: readonly DocumentRow[]
  /** The sum below them. */
  due: Pick<DocumentRow, 'label' | 'value'>
  schedule: ScheduleBlock | null
  notes: readonly string[]
}

export function layOutSums(look: PdfLook, sums: Sums): TotalsBlock {
  const { sizes, totals } = look
  const rows = sums.rows.map((row) => layOutRow(row, look))
  const { label, value } = sums.due
  const notes = sums.notes
    .filter((text) => text !== '')
    .map((text) => layOutText(text, { size: sizes.text, width: totals.width - 2 * edge }))
  const due = {
    label: layOutText(label, { size: sizes.name, bold: true }),
    figure: layOutText(value, { size: sizes.name, bold: true }),
  }
  const above = rows.reduce((sum, row) => sum + row.height, 0)
  const below = notes.reduce((sum, note) => sum + note.height + noteGap, 0)
  const { schedule } = sums
  const middle = 6 + totals.dueHeight + (schedule ? schedule.height + noteGap : 0)
  return { rows, due, schedule, notes, height: above + middle + below }
}

function layOutRow(row: DocumentRow, { sizes, totals }: PdfLook): SumRow {
  const bold = row.key === 'total'
  const figure = layOutText(row.value, { size: sizes.text, bold })
  const width = totals.width - Math.max(figureWidth, (figure.lines[0]?.width ?? 0) + edge) - 2 * edge
  const label = layOutText(row.label, { size: sizes.text, bold, width })
  const small = row.detail === undefined ? null : layOutText(row.detail, { size: sizes.small, width })
  const height = label.height + (small?.height ?? 0) + totals.rowGap
  return { label, detail: small, figure, bold, height }
}

export function drawTotals(flow: Flow, block: TotalsBlock, isPaid: boolean): void {
  const { pdf } = flow
  const { totals, colors } = flow.look
  const x = totals.x + edge
  const figures = { x: totals.x + totals.width - edge - figureWidth, width: figureWidth } as const
  const above = totals.rowGap / 2 - 0.5
  for (const [index, row] of block.rows.entries()) {
    // A page break happens here only if the sums are longer than a page.
    flow.makeRoom(row.height)
    const color = row.bold ? colors.ink : colors.muted
    if (row.bold && index > 0) {
      pdf.rule({ x: totals.x, y: flow.y - 1, width: totals.width, color: colors.line })
    }
    pdf.text(row.label, { x, y: flow.y + above, color })
    if (row.detail) pdf.text(row.detail, { x, y: flow.y + above + row.label.height, color })
    pdf.text(row.figure, { ...figures, y: flow.y + above, color: colors.ink, align: 'right' })
    flow.y += row.height
  }
  flow.y += 6
  flow.makeRoom(totals.dueHeight + (block.schedule ? 0 : (block.notes[0]?.height ?? 0)))
  const color = paintDue(flow, isPaid)
  const line = { y: flow.y + (totals.dueHeight - 4 - block.due.label.height) / 2, color }
  pdf.text(block.due.label, { ...line, x })
  pdf.text(block.due.figure, { ...line, ...figures, align: 'right' })
  flow.y += totals.dueHeight
  if (block.schedule) {
    drawSchedule(flow, block.schedule)
    flow.y += noteGap
  }
  for (const [index, note] of block.notes.entries()) {
    if (index > 0) flow.y += noteGap
    flow.makeRoom(note.height)
    pdf.text(note, { x, y: flow.y, color: colors.ink })
    flow.y += note.height
  }
}

function paintDue({ pdf, look, y }: Flow, isPaid: boolean): string {
  const { colors, totals } = look
  const box = { x: totals.x, y, width: totals.width, height: totals.dueHeight - 4 }
  if (look.name === 'modern') {
    pdf.paint(box, isPaid ? colors.paid : colors.fill, 4)
    return isPaid ? colors.white : colors.onFill
  }
  if (look.name === 'compact') pdf.rule({ ...box, color: isPaid ? colors.paid : colors.accent, weight: 1.25 })
  else pdf.paint(box, colors.tint, 4)
  return isPaid ? colors.paid : colors.accent
}

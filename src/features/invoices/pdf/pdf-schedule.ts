import { type TextBlock, layOutText } from '../../../platform/pdf/lay-out-text.ts'
import type { InvoiceDocument } from '../contract.ts'
import type { PartState } from '../parts/part-rules.ts'
import { partTexts } from '../parts/part-text-rules.ts'
import type { Flow } from './pdf-flow.ts'
import { type PdfLook, edge } from './pdf-style.ts'

/** Between the columns. */
const gap = 10

/** A table of the parts of an invoice, as wide as the sums. */
export interface ScheduleBlock {
  head: ScheduleRow
  rows: (ScheduleRow & { state: { text: TextBlock; of: PartState } | null })[]
  columns: { name: number; dueDate: number; amount: number }
  height: number
}

interface ScheduleRow {
  name: TextBlock
  dueDate: TextBlock
  amount: TextBlock
  height: number
}

/** Lays out the parts with their dates, amounts and what became of them; null if everything is due at once. */
export function layOutSchedule(invoice: InvoiceDocument, { sizes, totals }: PdfLook): ScheduleBlock | null {
  const texts = partTexts(invoice)
  if (texts.length === 0) return null
  const small = { size: sizes.small, bold: true }
  const head = {
    name: layOutText('Payment schedule', small),
    dueDate: layOutText('Due', small),
    amount: layOutText('Amount', small),
  }
  const figures = texts.map((part) => ({
    dueDate: layOutText(part.dueDate, { size: sizes.text }),
    amount: layOutText(part.amount, { size: sizes.text }),
  }))
  const dueDate = widest([head, ...figures].map((row) => row.dueDate))
  const amount = widest([head, ...figures].map((row) => row.amount))
  // What became of a part stands below its name and its date, with room for both.
  const stateWidth = totals.width - 2 * edge - amount - gap
  const name = stateWidth - dueDate - gap
  const rows = texts.map((part, index) => {
    const text = layOutText(part.name, { size: sizes.text, width: name })
    const state =
      part.state === ''
        ? null
        : {
            text: layOutText(part.state, { size: sizes.small, width: stateWidth }),
            of: invoice.parts[index]!.state,
          }
    const height = text.height + (state?.text.height ?? 0) + totals.rowGap
    return { ...figures[index]!, name: text, state, height }
  })
  const headHeight = head.name.height + totals.rowGap
  return {
    head: { ...head, height: headHeight },
    rows,
    columns: { name, dueDate, amount },
    height: rows.reduce((sum, row) => sum + row.height, headHeight),
  }
}

const widest = (blocks: readonly TextBlock[]) => Math.max(...blocks.map(({ lines }) => lines[0]?.width ?? 0))

/** Draws the table. A row stays on one page, and each page of the table has the head. */
export function drawSchedule(flow: Flow, { head, rows, columns }: ScheduleBlock): void {
  const { pdf, look } = flow
  const { totals, colors } = look
  const inks = { paid: colors.paid, overdue: colors.overdue, due: colors.muted, later: colors.muted }
  const dueX = totals.x + edge + columns.name + gap
  const amountX = totals.x + totals.width - edge - columns.amount
  const line = () => ({ x: totals.x, y: flow.y, width: totals.width })
  const drawCells = (row: ScheduleRow, ink: { name: string; dueDate: string; amount: string }) => {
    const y = flow.y + totals.rowGap / 2
    pdf.text(row.name, { x: totals.x + edge, y, color: ink.name })
    pdf.text(row.dueDate, { x: dueX, y, color: ink.dueDate })
    pdf.text(row.amount, { x: amountX, width: columns.amount, y, color: ink.amount, align: 'right' })
    return y + row.name.height
  }
  const drawHead = () => {
    drawCells(head, { name: colors.accent, dueDate: colors.accent, amount: colors.accent })
    flow.y += head.height
    pdf.rule({ ...line(), color: colors.line })
  }
  flow.makeRoom(head.height + (rows[0]?.height ?? 0))
  drawHead()
  flow.onNewPage = drawHead
  for (const row of rows) {
    flow.makeRoom(row.height)
    const below = drawCells(row, { name: colors.ink, dueDate: colors.muted, amount: colors.ink })
    if (row.state) pdf.text(row.state.text, { x: totals.x + edge, y: below, color: inks[row.state.of] })
    flow.y += row.height
    pdf.rule({ ...line(), color: colors.line })
  }
  flow.onNewPage = null
}

import { type TextBlock, layOutText } from '../../../platform/pdf/lay-out-text.ts'
import { paintHead } from '../../invoices/pdf/draw-table.ts'
import type { Flow } from '../../invoices/pdf/pdf-flow.ts'
import { edge } from '../../invoices/pdf/pdf-style.ts'
import type { Report, ReportRow } from '../contract.ts'
import { isFigure } from '../report-text-rules.ts'
import { type PlannedColumn, type TablePlan, indentPerSize, shownText } from './plan-report-table.ts'

/** Draws the table, with its head on every page. */
export function drawReportTable(flow: Flow, report: Report, plan: TablePlan): void {
  if (report.rows.length === 0) return
  for (const [run, columns] of plan.groups.entries()) {
    if (run > 0) flow.nextPage()
    drawRun(flow, { report, plan, columns })
  }
}

interface Run {
  report: Report
  plan: TablePlan
  columns: readonly PlannedColumn[]
}

interface LaidOutRow {
  row: ReportRow
  index: number
  label: TextBlock
  cells: TextBlock[]
  lineCount: number
  lineHeight: number
  padding: number
  /** Above a heading. */
  gap: number
  height: number
}

/** Rows that stay on the page of the next one are kept together with at most so many. */
const maxKept = 3

function drawRun(flow: Flow, run: Run): void {
  const { table } = flow.look
  const { rows } = run.report
  const laidOut = new Map<number, LaidOutRow>()
  const rowAt = (index: number): LaidOutRow | undefined => {
    const row = rows[index]
    const known = laidOut.get(index)
    if (!row || known) return known
    const made = layOutRow(run, row, { index, ...flow.look.table })
    laidOut.set(index, made)
    return made
  }
  const keptHeight = (index: number, count = maxKept): number => {
    const one = rowAt(index)
    if (!one) return 0
    const next = rows[index + 1]?.kind
    const isKept = one.row.kind === 'heading' || next === 'total' || next === 'result'
    const height = Math.min(one.height, flow.pageHeight / 4)
    return height + (isKept && count > 0 ? keptHeight(index + 1, count - 1) : 0)
  }
  const head = () => drawHead(flow, run)
  flow.makeRoom(table.headHeight * 2 + keptHeight(0))
  head()
  flow.onNewPage = head
  for (const index of rows.keys()) {
    const one = rowAt(index)
    if (!one) continue
    flow.makeRoom(keptHeight(index))
    drawRow(flow, run, one)
    laidOut.delete(index)
  }
  flow.onNewPage = null
  flow.y += table.gapBelow
}

function layOutRow(
  { report, plan, columns }: Run,
  row: ReportRow,
  { index, padding, gap }: { index: number; padding: number; gap: number },
): LaidOutRow {
  const size = plan.sizes.text
  const bold = row.kind !== 'row'
  const indent = row.level * size * indentPerSize
  const label = layOutText(row.label, { size, bold, width: plan.labelWidth - indent })
  const cells = columns.map((column) =>
    layOutText(shownText(row, column.index, report), { size, bold, width: column.width }),
  )
  const lineCount = Math.max(1, ...[label, ...cells].map(({ lines }) => lines.length))
  const own = {
    padding: row.kind === 'result' ? padding * 1.4 : padding * (size / 9.5),
    gap: row.kind === 'heading' && index > 0 ? gap / 3 : 0,
  }
  const { lineHeight } = label
  const height = lineCount * lineHeight + 2 * own.padding + own.gap
  return { row, index, label, cells, lineCount, lineHeight, ...own, height }
}

function drawHead(flow: Flow, { report, plan, columns }: Run): void {
  const { pdf, look } = flow
  const name = (text: string, width: number) => layOutText(text, { size: plan.sizes.head, bold: true, width })
  const label = name(report.rowHeading, plan.labelWidth)
  const names = columns.map((column) => name(report.columns[column.index]?.label ?? '', column.width))
  const tallest = Math.max(label.height, ...names.map(({ height }) => height))
  const height = Math.max(look.table.headHeight, tallest + 10)
  const color = paintHead(flow, height)
  const bottom = flow.y + (height + tallest) / 2
  pdf.text(label, { x: look.sheet.left + edge, y: bottom - label.height, color })
  for (const [index, block] of names.entries()) {
    const column = columns[index]
    if (column) pdf.text(block, { ...column, y: bottom - block.height, color, align: sideOf(report, column) })
  }
  flow.y += height
}

const sideOf = ({ columns }: Report, { index }: PlannedColumn) =>
  columns[index] && isFigure(columns[index]) ? 'right' : 'start'

/** A row that is taller than the rest of the page continues on the next. */
function drawRow(flow: Flow, run: Run, one: LaidOutRow): void {
  const { pdf, look } = flow
  const { lineHeight, padding, lineCount, label } = one
  flow.y += one.gap
  const indent = one.row.level * label.size * indentPerSize
  const x = look.sheet.left + edge + indent
  let from = 0
  while (from < lineCount) {
    flow.makeRoom(lineHeight + 2 * padding)
    const room = Math.max(1, Math.floor((flow.room() - 2 * padding) / lineHeight))
    const to = Math.min(lineCount, from + room)
    const height = (to - from) * lineHeight + 2 * padding
    const color = paintRow(flow, one, height)
    const part = { y: flow.y + padding, from, to, color }
    pdf.text(label, { ...part, x, width: run.plan.labelWidth - indent, align: 'start' })
    for (const [index, cell] of one.cells.entries()) {
      const column = run.columns[index]
      if (column) pdf.text(cell, { ...part, ...column, align: sideOf(run.report, column) })
    }
    flow.y += height
    from = to
  }
  if (one.row.kind === 'row' && look.name !== 'modern') {
    pdf.rule({ x: look.sheet.left, y: flow.y, width: look.sheet.width, color: look.colors.line, weight: 0.5 })
  }
}

/** Draws what is behind a row. Returns the color of its text. */
function paintRow({ pdf, look, y }: Flow, { row, index }: LaidOutRow, height: number): string {
  const { sheet, colors, name } = look
  const box = { x: sheet.left, y, width: sheet.width, height }
  switch (row.kind) {
    case 'heading':
      return colors.accent
    case 'row':
      if (name === 'modern' && index % 2 === 1) pdf.paint(box, colors.tint)
      return colors.ink
    case 'total':
      pdf.rule({ ...box, color: colors.muted })
      return colors.ink
    case 'result':
      if (name === 'modern') pdf.paint(box, colors.fill, 4)
      else pdf.paint(box, colors.tint)
      if (name !== 'modern') pdf.rule({ ...box, color: colors.accent, weight: 1.25 })
      return name === 'modern' ? colors.onFill : colors.accent
  }
}

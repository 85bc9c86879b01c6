import { type TextBlock, layOutText } from '../../../platform/pdf/lay-out-text.ts'
import { formatMoney } from '../../../shared/money.ts'
import type { InvoiceDocument } from '../contract.ts'
import { amountDescription, lineRows } from '../document/row-rules.ts'
import type { Flow } from './pdf-flow.ts'
import { type PdfLook, edge } from './pdf-style.ts'

interface Column {
  name: string
  x: number
  width: number
}

/** A table of texts with columns of figures on the right. */
export interface TableContent {
  /** Of the columns of figures. */
  names: readonly string[]
  /** Of a column before the description, if there is one. */
  leadName?: string
  rows: readonly TableRow[]
}

interface TableRow {
  lead?: TextBlock
  description: string
  /** One figure per column. */
  figures: TextBlock[]
}

function rowsOf(invoice: InvoiceDocument, { sizes }: PdfLook): TableRow[] {
  const figure = (text: string) => layOutText(text, { size: sizes.text })
  const total = (text: string) => layOutText(text, { size: sizes.text, bold: true })
  if (invoice.charge.kind === 'amount') {
    return [
      {
        description: amountDescription(invoice),
        figures: [total(formatMoney(invoice.totals.subtotalMinor, invoice))],
      },
    ]
  }
  return lineRows(invoice).map(({ description, quantity, rate, amount }) => ({
    description,
    figures: [figure(quantity), figure(rate), total(amount)],
  }))
}

/** Makes each column as wide as its widest figure. The description gets the rest. */
function columnsFor(
  names: readonly string[],
  rows: readonly TableRow[],
  { sheet, table }: PdfLook,
): Column[] {
  const columns: Column[] = []
  let right = sheet.right - edge
  for (const [index, name] of [...names.entries()].toReversed()) {
    const widths = rows.map(({ figures }) => figures[index]?.lines[0]?.width ?? 0)
    const width = Math.max(44, ...widths)
    columns.unshift({ name, x: right - width, width })
    right -= width + table.gap
  }
  return columns
}

/** Draws the table of lines, with its head on every page. The last row stays on the page of what follows. */
export function drawTable(flow: Flow, invoice: InvoiceDocument, following: number): void {
  const names = invoice.charge.kind === 'amount' ? ['Amount'] : ['Qty', 'Rate', 'Amount']
  drawRows(flow, { names, rows: rowsOf(invoice, flow.look) }, following)
}

export function drawRows(flow: Flow, { names, leadName, rows }: TableContent, following: number): void {
  const { look } = flow
  const { sheet, table, sizes } = look
  if (rows.length === 0) return
  const columns = columnsFor(names, rows, look)
  const left = sheet.left + edge
  const leadWidth = rows.reduce((max, { lead }) => Math.max(max, lead?.lines[0]?.width ?? 0), 0)
  const x = leadWidth === 0 ? left : left + leadWidth + table.gap / 2
  const width = (columns[0]?.x ?? sheet.right) - table.gap - x
  const blocks = rows.map((row) => layOutText(row.description, { size: sizes.text, width }))
  const head = () => drawHead(flow, columns, { leadName, x })
  flow.makeRoom(table.headHeight + roomFor(flow, blocks[0]))
  head()
  flow.onNewPage = head
  for (const [index, row] of rows.entries()) {
    const text = blocks[index]
    if (!text) continue
    const isLast = index > 0 && index === rows.length - 1
    flow.makeRoom(roomFor(flow, text) + (isLast ? table.gapBelow + following : 0))
    drawRow(flow, { columns, row, text, x, width, isStriped: look.name === 'modern' && index % 2 === 1 })
  }
  flow.onNewPage = null
  if (look.name === 'modern') flow.pdf.rule({ ...sheetRule(flow), color: look.colors.line })
  flow.y += table.gapBelow
}

function drawHead(
  flow: Flow,
  columns: readonly Column[],
  { leadName, x }: { leadName: string | undefined; x: number },
): void {
  const { pdf, y } = flow
  const { sheet, sizes, table } = flow.look
  const description = layOutText('Description', { size: sizes.small, bold: true })
  const line = { y: y + (table.headHeight - description.height) / 2 - 0.1, color: paintHead(flow) }
  if (leadName !== undefined) {
    pdf.text(layOutText(leadName, { size: sizes.small, bold: true }), { ...line, x: sheet.left + edge })
  }
  pdf.text(description, { ...line, x })
  for (const { name, ...column } of columns) {
    pdf.text(layOutText(name, { size: sizes.small, bold: true }), { ...line, ...column, align: 'right' })
  }
  flow.y += table.headHeight
}

/** Returns the color of the text on it. */
export function paintHead({ pdf, look, y }: Flow, height = look.table.headHeight): string {
  const { sheet, colors } = look
  const box = { x: sheet.left, y, width: sheet.width, height }
  if (look.name === 'classic') {
    pdf.paint(box, colors.fill, 3)
    return colors.onFill
  }
  if (look.name === 'compact') pdf.paint(box, colors.tint)
  else pdf.rule({ ...box, y: y + height - 0.75, color: colors.accent, weight: 1.5 })
  return colors.accent
}

/** Returns the height to keep together. A row moves to the next page as a whole, unless it is longer than half a page. */
function roomFor({ look, pageHeight }: Flow, text: TextBlock | undefined): number {
  if (!text) return 0
  const lines = text.height <= pageHeight / 2 ? text.lines.length : 3
  return lines * text.lineHeight + 2 * look.table.padding
}

interface DrawnRow {
  columns: readonly Column[]
  row: TableRow
  text: TextBlock
  /** Where the description begins. */
  x: number
  width: number
  isStriped: boolean
}

function drawRow(flow: Flow, { columns, row, text, x, width, isStriped }: DrawnRow): void {
  const { sheet, colors, table, name } = flow.look
  const height = text.height + 2 * table.padding
  if (isStriped && height <= flow.room()) {
    flow.pdf.paint({ x: sheet.left, y: flow.y, width: sheet.width, height }, colors.tint)
  }
  flow.y += table.padding
  for (const [index, column] of columns.entries()) {
    const block = row.figures[index]
    const color = index === columns.length - 1 ? colors.ink : colors.muted
    if (block) flow.pdf.text(block, { ...column, y: flow.y, color, align: 'right' })
  }
  if (row.lead) flow.pdf.text(row.lead, { x: sheet.left + edge, y: flow.y, color: colors.muted })
  flow.paragraph(text, { x, width, color: colors.ink, align: 'start' })
  flow.y += table.padding
  if (name !== 'modern') flow.pdf.rule({ ...sheetRule(flow), color: colors.line })
}

const sheetRule = ({ look: { sheet }, y }: Flow) => ({ x: sheet.left, y, width: sheet.width })

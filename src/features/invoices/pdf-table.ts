import { layOutText } from '../../platform/pdf/text-layout.ts'
import type { TextBlock } from '../../platform/pdf/text-layout.ts'
import { formatMoney } from '../../shared/money.ts'
import { formatThousandths } from '../../shared/thousandths.ts'
import type { InvoiceDocument } from './contract.ts'
import { pageHeight } from './pdf-flow.ts'
import type { Flow } from './pdf-flow.ts'
import { colors, sheet, sizes } from './pdf-style.ts'

/** Figures, right-aligned. */
interface Column {
  name: string
  x: number
  width: number
}

interface Row {
  description: string
  /** One for each column. */
  figures: TextBlock[]
}

const padding = 5
const edge = 8
const gap = 22
const gapBelow = 14

const figure = (text: string) => layOutText(text, { size: sizes.text })
const amount = (cents: number) => layOutText(formatMoney(cents), { size: sizes.text, bold: true })

function rowsOf({ charge, totals, description, number }: InvoiceDocument): Row[] {
  if (charge.kind === 'amount') {
    return [{ description: description || `Invoice ${number}`, figures: [amount(totals.subtotalCents)] }]
  }
  return charge.lines.map((line, index) => ({
    description: line.description,
    figures: [
      figure(formatThousandths(line.quantity)),
      figure(formatMoney(line.rateCents)),
      amount(totals.lineCents[index] ?? 0),
    ],
  }))
}

/** Each as wide as its widest figure, so that the words get the rest. */
function columnsFor(names: readonly string[], rows: readonly Row[]): Column[] {
  const columns: Column[] = []
  let right = sheet.right - edge
  for (const [index, name] of [...names.entries()].toReversed()) {
    const widths = rows.map(({ figures }) => figures[index]?.lines[0]?.width ?? 0)
    const width = Math.max(44, ...widths)
    columns.unshift({ name, x: right - width, width })
    right -= width + gap
  }
  return columns
}

/** What is charged for. Its head stands on every page that it reaches, and its last row stays with what follows. */
export function drawTable(flow: Flow, invoice: InvoiceDocument, following: number): void {
  const rows = rowsOf(invoice)
  const columns = columnsFor(invoice.charge.kind === 'amount' ? ['Amount'] : ['Qty', 'Rate', 'Amount'], rows)
  const width = (columns[0]?.x ?? sheet.right) - gap - sheet.left - edge
  const blocks = rows.map((row) => layOutText(row.description, { size: sizes.text, width }))
  flow.makeRoom(headHeight + roomFor(blocks[0]))
  drawHead(flow, columns)
  flow.onNewPage = () => drawHead(flow, columns)
  for (const [index, row] of rows.entries()) {
    const words = blocks[index]
    if (!words) continue
    const isLast = index > 0 && index === rows.length - 1
    flow.makeRoom(roomFor(words) + (isLast ? gapBelow + following : 0))
    drawRow(flow, { columns, row, words, width })
  }
  flow.onNewPage = null
  flow.y += gapBelow
}

const headHeight = 22

function drawHead(flow: Flow, columns: readonly Column[]): void {
  const { pdf, y } = flow
  pdf.paint({ x: sheet.left, y, width: sheet.width, height: headHeight }, colors.accent, 3)
  const place = { y: y + 5.3, color: '#ffffff' }
  pdf.text(layOutText('Description', { size: sizes.small, bold: true }), { ...place, x: sheet.left + edge })
  for (const { name, ...column } of columns) {
    pdf.text(layOutText(name, { size: sizes.small, bold: true }), { ...place, ...column, align: 'right' })
  }
  flow.y += headHeight
}

/** A row moves to the next page as a whole, unless it is so long that it would leave half a page empty. */
function roomFor(words: TextBlock | undefined): number {
  if (!words) return 0
  const lines = words.height <= pageHeight / 2 ? words.lines.length : 3
  return lines * words.lineHeight + 2 * padding
}

function drawRow(
  flow: Flow,
  { columns, row, words, width }: { columns: readonly Column[]; row: Row; words: TextBlock; width: number },
): void {
  flow.y += padding
  for (const [index, column] of columns.entries()) {
    const block = row.figures[index]
    const color = index === columns.length - 1 ? colors.ink : colors.muted
    if (block) flow.pdf.text(block, { ...column, y: flow.y, color, align: 'right' })
  }
  flow.paragraph(words, { x: sheet.left + edge, width, color: colors.ink, align: 'start' })
  flow.y += padding
  flow.pdf.rule({ x: sheet.left, y: flow.y, width: sheet.width, color: colors.line })
}

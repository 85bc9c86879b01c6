import { layOutText } from '../../../platform/pdf/lay-out-text.ts'
import { type PdfLook, edge, pdfLookOf } from '../../invoices/pdf/pdf-style.ts'
import type { Report, ReportRow } from '../contract.ts'
import { cellText } from '../report-text-rules.ts'
import type { ReportDocument } from './read-report-document.ts'

/** How the table fits the paper. */
export interface TablePlan {
  look: PdfLook
  sizes: { text: number; head: number }
  labelWidth: number
  /** The columns of each run of pages. Every page has the labels of its rows. */
  groups: PlannedColumn[][]
}

export interface PlannedColumn {
  /** In the report. */
  index: number
  x: number
  width: number
}

/** Tried until the columns fit. */
const attempts = [
  { isLandscape: false, scale: 1, gapScale: 1 },
  { isLandscape: true, scale: 1, gapScale: 1 },
  { isLandscape: true, scale: 0.85, gapScale: 0.6 },
  { isLandscape: true, scale: 0.7, gapScale: 0.4 },
] as const
type Attempt = (typeof attempts)[number]

/** Smaller type can't be read on paper. */
const minSize = 6.5
/** Texts are measured in one size: their width grows with it. */
const measuredSize = 10
/** Labels and cells that are wider than these parts of the sheet continue on the next line. */
const maxLabelPart = 0.3
const maxCellPart = 0.24
/** The name of a column that is wider is divided between its words. */
const maxHeadWidth = 64

/** How far a row below a heading is moved in, per point of the font size. */
export const indentPerSize = 1.1

/** What a cell of the table shows. A heading has labels alone. */
export function shownText(row: ReportRow, index: number, { columns, ...report }: Report): string {
  const cell = row.cells[index] ?? null
  const column = columns[index]
  if (!column || (row.kind === 'heading' && cell === null)) return ''
  return cellText(cell, column.kind, report)
}

/** Upright if the columns fit, else across with smaller type, and at last on several runs of pages. */
export function planReportTable(document: ReportDocument): TablePlan {
  const measures = measureReport(document.report)
  const fits = attempts.map((attempt) => fitColumns(document, measures, attempt))
  const fit = fits.find(({ room }) => room >= 0)
  if (fit) return positionColumns(fit, fit.labelWidth + fit.room, [fit.columns])
  return divideColumns(fits.at(-1)!)
}

/** The widths of the widest texts per point of the font size. */
interface Measures {
  label: number
  columns: { cells: number; head: number; headWord: number }[]
}

function measureReport(report: Report): Measures {
  const { rows, columns, rowHeading } = report
  return {
    label: Math.max(
      widthOf(rowHeading, true),
      ...rows.map(({ label, kind, level }) => widthOf(label, kind !== 'row') + level * indentPerSize),
    ),
    columns: columns.map(({ label }, index) => ({
      cells: Math.max(0, ...rows.map((row) => widthOf(shownText(row, index, report), row.kind !== 'row'))),
      head: widthOf(label, true),
      headWord: Math.max(...label.split(/\s+/).map((word) => widthOf(word, true))),
    })),
  }
}

function widthOf(text: string, bold: boolean): number {
  const { lines } = layOutText(text, { size: measuredSize, bold })
  return Math.max(0, ...lines.map(({ width }) => width)) / measuredSize
}

interface Fit {
  look: PdfLook
  sizes: TablePlan['sizes']
  gap: number
  labelWidth: number
  columns: { index: number; width: number }[]
  /** What is left of the width of the sheet; negative if something does not fit. */
  room: number
}

function fitColumns(
  { report, company, style }: ReportDocument,
  measures: Measures,
  { isLandscape, scale, gapScale }: Attempt,
): Fit {
  const look = pdfLookOf({ company, style, locale: report.locale }, isLandscape)
  const { sheet } = look
  const sizes = {
    text: Math.max(minSize, look.sizes.text * scale),
    head: Math.max(minSize, look.sizes.small * scale),
  }
  const gap = look.table.gap * gapScale
  const labelWidth = Math.min(measures.label * sizes.text + 1, sheet.width * maxLabelPart)
  const columns = measures.columns.map(({ cells, head, headWord }, index) => {
    const headWidth = Math.max(headWord * sizes.head, Math.min(head * sizes.head, maxHeadWidth * scale))
    // A point more, because a width that is just right could be too small after rounding.
    return { index, width: Math.min(Math.max(cells * sizes.text, headWidth) + 1, sheet.width * maxCellPart) }
  })
  const used = columns.reduce((sum, { width }) => sum + width + gap, labelWidth)
  return { look, sizes, gap, labelWidth, columns, room: sheet.width - 2 * edge - used }
}

/** All columns are as wide as each other, so that the pages look alike. */
function divideColumns(fit: Fit): TablePlan {
  const { look, gap, labelWidth, columns } = fit
  const widest = Math.max(...columns.map(({ width }) => width))
  const free = look.sheet.width - 2 * edge - labelWidth
  const perPage = Math.max(1, Math.floor(free / (widest + gap)))
  const runs = Math.ceil(columns.length / perPage)
  const size = Math.ceil(columns.length / runs)
  const width = free / size - gap
  const groups = Array.from({ length: runs }, (_, run) =>
    columns.slice(run * size, (run + 1) * size).map(({ index }) => ({ index, width })),
  )
  return positionColumns(fit, labelWidth, groups)
}

function positionColumns(
  { look, sizes, gap }: Fit,
  labelWidth: number,
  groups: readonly Fit['columns'][],
): TablePlan {
  return {
    look,
    sizes,
    labelWidth,
    groups: groups.map((columns) => {
      let right = look.sheet.left + edge + labelWidth
      return columns.map(({ index, width }) => {
        const x = right + gap
        right = x + width
        return { index, x, width }
      })
    }),
  }
}

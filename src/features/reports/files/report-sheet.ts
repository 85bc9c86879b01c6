import type { Sheet, SheetCell, SheetColumn } from '../../../platform/files/spreadsheet.ts'
import type { Report, ReportRow } from '../contract.ts'
import { reportFacts, reportNotes } from '../report-text-rules.ts'
import type { ReportDocument } from './read-report-document.ts'

type ReportColumn = Report['columns'][number]

const kinds = {
  text: 'text',
  money: 'money',
  count: 'number',
  percent: 'percent',
  date: 'date',
  days: 'number',
  distance: 'number',
} as const satisfies Record<ReportColumn['kind'], SheetColumn['kind']>

/** The table of a report. In a spreadsheet the notes stand below it; CSV is read by programs and has the rows alone. */
export function reportSheet({ report, company }: ReportDocument, { hasNotes }: { hasNotes: boolean }): Sheet {
  const { title, periodLabel, rowHeading, columns, rows } = report
  const notes = hasNotes ? reportNotes(report) : []
  return {
    name: title,
    title: [company.name, title, periodLabel, ...reportFacts(report)],
    columns: [
      { header: rowHeading, kind: 'text', width: 36 },
      ...columns.map(({ label, kind }) => ({ header: label, kind: kinds[kind] })),
    ],
    rows: [
      ...rows.map((row) => cellsOf(row, report)),
      ...(notes.length > 0 ? [[], ...notes.map((note) => [note])] : []),
    ],
    isBold: (_, index) => (rows[index]?.kind ?? 'row') !== 'row',
  }
}

function cellsOf({ label, cells }: ReportRow, { columns, currency }: Report): SheetCell[] {
  return [label, ...columns.map(({ kind }, index) => sheetCell(cells[index] ?? null, kind, currency))]
}

function sheetCell(
  cell: ReportRow['cells'][number],
  kind: ReportColumn['kind'],
  currency: string,
): SheetCell {
  if (typeof cell !== 'number') return cell
  if (kind === 'money') return { minor: cell, currency }
  return kind === 'distance' ? cell / 1000 : cell
}

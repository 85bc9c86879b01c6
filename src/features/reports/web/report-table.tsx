import { Link } from '@tanstack/react-router'
import { type CSSProperties, useState } from 'react'
import { classNames } from '../../../web/ui/class-names.ts'
import { textLink } from '../../../web/ui/text-link.ts'
import { WhyButton } from '../../figures/web/why-button.tsx'
import type { Report, ReportRow } from '../contract.ts'
import { cellText, isFigure } from '../report-text-rules.ts'
import { ReportFigureDialog } from './report-figure-dialog.tsx'
import { hasLongFigures, isWide } from './report-text.ts'
import type { ReportUrlState } from './report-url-state.ts'

interface ReportTableProps {
  report: Report
  /** What the report was asked for. */
  query: ReportUrlState
}

interface OpenedFigure {
  row: string
  column: string
  label: string
}

type Column = Report['columns'][number]
type Cell = ReportRow['cells'][number]

const rowLooks: Record<ReportRow['kind'], string> = {
  heading: 'border-t border-border text-muted first:border-t-0 [&>*]:pt-4',
  row: 'border-t border-border/60',
  total: 'border-t border-border-strong/70 font-medium',
  result: 'border-t-2 border-border-strong font-semibold [&>*]:bg-surface-sunken',
}
const headLooks: Record<ReportRow['kind'], string> = {
  heading: 'text-xs font-semibold',
  row: 'font-normal',
  total: 'font-medium',
  result: 'font-semibold',
}

/** More do not fit a sheet of paper held upright. */
const maxPortraitColumns = 5

/** The figures. The first column stays while a wide table is scrolled sideways. */
export function ReportTable({ report, query }: ReportTableProps) {
  // Two states, so that the dialog keeps its text while it closes.
  const [opened, setOpened] = useState<OpenedFigure>()
  const [isOpen, setIsOpen] = useState(false)
  const wide = isWide(report)
  const needsWidePaper = report.columns.length > maxPortraitColumns
  const scrolls = wide && {
    role: 'region',
    tabIndex: 0,
    'aria-label': `Table: ${report.title}`,
  }
  const isTight = !wide && hasLongFigures(report)
  const padding = wide ? 'px-2 sm:px-3 print:px-1!' : isTight ? 'px-1 sm:px-4' : 'px-1.5 sm:px-4'
  return (
    <div
      {...scrolls}
      className={classNames(
        'relative overflow-x-auto rounded-lg border border-border bg-surface shadow-card print:overflow-visible print:border-0 print:shadow-none',
        needsWidePaper && 'paper-wide',
      )}
      style={needsWidePaper ? ({ '--columns': report.columns.length } as CSSProperties) : undefined}
    >
      <table
        className={classNames(
          'w-full text-sm',
          needsWidePaper ? 'print:text-2xs' : 'print:text-xs',
          isTight && 'max-sm:text-xs',
        )}
      >
        <caption className="sr-only">
          {report.title}, {report.periodLabel}
        </caption>
        <thead>
          <tr>
            <th
              scope="col"
              className={classNames(
                stickyLook,
                padding,
                'py-2 pl-3! text-left text-xs font-medium text-muted sm:pl-6!',
              )}
            >
              {report.rowHeading}
            </th>
            {report.columns.map((column) => (
              <th
                key={column.key}
                scope="col"
                className={classNames(
                  padding,
                  'py-2 align-bottom text-xs font-medium text-muted last:pr-3 sm:last:pr-6',
                  isFigure(column) ? 'text-right' : 'text-left',
                )}
              >
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="border-t border-border">
          {report.rows.map((row) => (
            <tr key={row.key} className={classNames('break-inside-avoid', rowLooks[row.kind])}>
              <th
                scope="row"
                className={classNames(
                  stickyLook,
                  padding,
                  'py-2 text-left wrap-anywhere hyphens-auto text-foreground',
                  headLooks[row.kind],
                  row.level > 0 ? 'pl-5! sm:pl-10!' : 'pl-3! sm:pl-6!',
                  wide ? 'min-w-26 max-sm:max-w-36 sm:min-w-44' : isTight ? 'min-w-16' : 'min-w-20',
                )}
              >
                <RowLabel row={row} />
              </th>
              {report.columns.map((column, index) => (
                <td
                  key={column.key}
                  className={classNames(
                    padding,
                    'py-2 last:pr-3 sm:last:pr-6',
                    isFigure(column) ? 'text-right tabular-nums' : 'text-left',
                    column.kind === 'text' ? 'wrap-break-word' : 'whitespace-nowrap',
                    inkOf(row.cells[index] ?? null, column),
                  )}
                >
                  <Figure
                    row={row}
                    column={column}
                    cell={row.cells[index] ?? null}
                    currency={report.currency}
                    onOpen={(label) => {
                      setOpened({ row: row.key, column: column.key, label })
                      setIsOpen(true)
                    }}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {opened && (
        <ReportFigureDialog
          figure={{ name: report.name, query, row: opened.row, column: opened.column }}
          label={opened.label}
          currency={report.currency}
          open={isOpen}
          onOpenChange={setIsOpen}
        />
      )}
    </div>
  )
}

const stickyLook = 'sticky left-0 z-10 bg-surface print:static'

/** The minus sign says the same as the color. */
function inkOf(cell: Cell, { kind }: Column): string {
  if (cell === 0 || cell === null) return 'text-muted'
  return typeof cell === 'number' && cell < 0 && kind === 'money' ? 'text-negative' : 'text-foreground'
}

function RowLabel({ row: { label, link } }: { row: ReportRow }) {
  if (link === null) return <span className="own-words">{label}</span>
  const className = classNames(textLink, 'own-words touch:-my-2.5 touch:inline-block touch:py-2.5')
  return link.kind === 'client' ? (
    <Link to="/clients/$id" params={{ id: link.id }} className={className}>
      {label}
    </Link>
  ) : (
    <Link to="/expenses/$id/edit" params={{ id: link.id }} className={className}>
      {label}
    </Link>
  )
}

interface FigureProps {
  row: ReportRow
  column: Column
  cell: Cell
  currency: string
  onOpen: (label: string) => void
}

/** A figure; one of money opens the list of what it is made of. */
function Figure({ row, column, cell, currency, onOpen }: FigureProps) {
  if (row.kind === 'heading' && cell === null) return null
  const text = cellText(cell, column.kind, { currency })
  if (!row.opens || column.kind !== 'money' || column.opens === false || cell === null) return text
  const label = row.label === column.label ? row.label : `${row.label}, ${column.label}`
  return (
    <WhyButton label={label} onClick={() => onOpen(label)}>
      {text}
    </WhyButton>
  )
}

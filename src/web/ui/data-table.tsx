// One table for every width. Below 640 pixels its rows are laid out as cards; that takes the table's meaning away
// from some browsers' accessibility trees, so the roles are spelled out.
/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role */
import type { ReactNode } from 'react'

import { classNames } from './class-names.ts'
import { Skeleton } from './skeleton.tsx'

export interface Column<Row> {
  key: string
  header: string
  cell: (row: Row) => ReactNode
  /** Figures: right-aligned in a column. */
  numeric?: boolean
  /** Heads the card on small screens; usually the first column. */
  primary?: boolean
  /** For a column of buttons, whose header only screen readers need. */
  hideHeader?: boolean
  className?: string
}

interface DataTableProps<Row> {
  caption: string
  columns: ReadonlyArray<Column<Row>>
  rows: readonly Row[]
  rowKey: (row: Row) => string
  loading?: boolean | undefined
  loadingText?: string
  /** In place of the rows when there are none. */
  empty?: ReactNode
  /** In place of the rows when they could not be loaded. */
  error?: ReactNode
  /** `false` inside a Card, which has a border of its own. */
  framed?: boolean
  className?: string | undefined
}

const skeletonKeys = ['first', 'second', 'third', 'fourth']

export function DataTable<Row>({
  caption,
  columns,
  rows,
  rowKey,
  loading = false,
  loadingText = 'Loading...',
  empty,
  error,
  framed = true,
  className,
}: DataTableProps<Row>) {
  const instead = error ?? (!loading && rows.length === 0 ? empty : undefined)
  const frame =
    framed && 'sm:overflow-hidden sm:rounded-lg sm:border sm:border-border sm:bg-surface sm:shadow-card'
  if (instead) {
    return (
      <div
        className={classNames(framed && 'rounded-lg border border-border bg-surface shadow-card', className)}
      >
        {instead}
      </div>
    )
  }
  const rowLook = classNames(
    'block sm:table-row sm:border-b sm:border-border sm:last:border-b-0',
    framed
      ? 'max-sm:rounded-lg max-sm:border max-sm:border-border max-sm:bg-surface max-sm:p-4 max-sm:shadow-card'
      : 'border-b border-border py-3 last:border-b-0 max-sm:px-4 sm:py-0',
  )
  return (
    <div
      className={classNames('min-w-0 sm:overflow-x-auto', frame, className)}
      aria-busy={loading || undefined}
    >
      {loading && <output className="sr-only">{loadingText}</output>}
      <table role="table" className="block w-full text-sm sm:table">
        <caption className="sr-only">{caption}</caption>
        <thead role="rowgroup" className="max-sm:sr-only sm:table-header-group">
          <tr role="row" className="sm:border-b sm:border-border">
            {columns.map((column) => (
              <th
                key={column.key}
                role="columnheader"
                scope="col"
                className={classNames(
                  'h-10 px-4 text-xs font-medium whitespace-nowrap text-muted first:sm:pl-6 last:sm:pr-6',
                  column.numeric ? 'text-right' : 'text-left',
                )}
              >
                {column.hideHeader ? <span className="sr-only">{column.header}</span> : column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody
          role="rowgroup"
          className={classNames('sm:table-row-group', framed ? 'flex flex-col gap-3' : 'block')}
        >
          {loading
            ? skeletonKeys.map((key) => (
                <tr key={key} role="row" className={rowLook}>
                  {columns.map((column) => (
                    <td
                      key={column.key}
                      role="cell"
                      className="block py-1.5 sm:table-cell sm:h-14 sm:px-4 first:sm:pl-6 last:sm:pr-6"
                    >
                      {!column.hideHeader && (
                        <Skeleton
                          className={classNames(
                            'h-4 max-w-full',
                            column.numeric ? 'w-20 sm:ml-auto' : 'w-32',
                          )}
                        />
                      )}
                    </td>
                  ))}
                </tr>
              ))
            : rows.map((row) => (
                <tr
                  key={rowKey(row)}
                  role="row"
                  className={classNames(rowLook, 'transition-colors sm:hover:bg-surface-sunken/50')}
                >
                  {columns.map((column) => (
                    <td key={column.key} role="cell" data-label={column.header} className={cellLook(column)}>
                      {column.cell(row)}
                    </td>
                  ))}
                </tr>
              ))}
        </tbody>
      </table>
    </div>
  )
}

function cellLook<Row>(column: Column<Row>) {
  const plain = !column.primary && !column.hideHeader
  return classNames(
    'sm:table-cell sm:h-14 sm:px-4 sm:py-2 sm:align-middle first:sm:pl-6 last:sm:pr-6',
    column.numeric && 'tabular-nums sm:text-right sm:whitespace-nowrap',
    column.primary && 'block pb-2 text-base font-medium text-foreground sm:pb-2 sm:text-sm',
    column.hideHeader && 'flex justify-end pt-1 max-sm:-mr-2 max-sm:-mb-2',
    plain &&
      'flex min-h-8 items-center justify-between gap-4 text-right before:shrink-0 before:text-left before:text-muted before:content-[attr(data-label)] sm:text-left sm:before:content-none',
    column.className,
  )
}

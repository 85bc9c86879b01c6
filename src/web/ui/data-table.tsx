// The same table for every width. In a narrow container the variants as-table and as-cards lay its rows out
// as cards. That removes the table semantics from some browsers' accessibility trees, so the roles are
// explicit.
/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role */
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Skeleton } from './skeleton.tsx'

export interface Column<Row> {
  key: string
  header: string
  cell: (row: Row) => ReactNode
  numeric?: boolean
  /** The heading of the card on small screens; usually the first column. */
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
  empty?: ReactNode
  error?: ReactNode
  /** `false` inside a Card, which already has a border. */
  framed?: boolean
  /** For a table with many columns: its rows stay cards up to the width of a full page. */
  wide?: boolean
  /** Rows of one line. A card has no labels: cells of order 1 are its first line, those of order 3 its second. */
  dense?: boolean
  className?: string | undefined
}

const skeletonKeys = ['first', 'second', 'third', 'fourth']

export function DataTable<Row>({
  caption,
  columns,
  rows,
  rowKey,
  loading = false,
  empty,
  error,
  framed = true,
  wide = false,
  dense = false,
  className,
}: DataTableProps<Row>) {
  const instead = error ?? (!loading && rows.length === 0 ? empty : undefined)
  const frame =
    framed &&
    'as-table:overflow-hidden as-table:rounded-lg as-table:border as-table:border-border as-table:bg-surface as-table:shadow-card'
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
    dense
      ? 'as-cards:relative as-cards:flex as-cards:flex-wrap as-cards:items-center as-cards:gap-x-2 as-cards:before:order-2 as-cards:before:basis-full'
      : 'as-cards:flex as-cards:flex-col',
    'as-table:table-row as-table:border-b as-table:border-border as-table:last:border-b-0',
    framed
      ? 'as-cards:rounded-lg as-cards:border as-cards:border-border as-cards:bg-surface as-cards:shadow-card'
      : 'border-b border-border py-3 last:border-b-0 as-cards:px-4 sm:as-cards:px-6 as-table:py-0',
    framed && (dense ? 'as-cards:px-3 as-cards:pt-2' : 'as-cards:p-4'),
  )
  return (
    <div
      className={classNames(
        wide ? '@container/wide-data-table' : '@container/data-table',
        'min-w-0',
        className,
      )}
      aria-busy={loading || undefined}
    >
      {loading && <output className="sr-only">Loading...</output>}
      <div className={classNames('as-table:overflow-x-auto', frame)}>
        <table role="table" className="block w-full text-sm as-table:table">
          <caption className="sr-only">{caption}</caption>
          <thead role="rowgroup" className="as-cards:sr-only as-table:table-header-group">
            <tr role="row" className="as-table:border-b as-table:border-border">
              {columns.map((column) => (
                <th
                  key={column.key}
                  role="columnheader"
                  scope="col"
                  className={classNames(
                    'text-xs font-medium whitespace-nowrap text-muted',
                    dense ? `h-9 ${densePadding(column)}` : `h-10 px-4 ${padding}`,
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
            className={classNames(
              'as-table:table-row-group',
              framed
                ? 'grid grid-cols-[minmax(0,1fr)] @min-[40rem]/data-table:grid-cols-2 @min-[40rem]/wide-data-table:grid-cols-2'
                : 'block',
              framed && (dense ? 'gap-2' : 'gap-3'),
            )}
          >
            {loading
              ? skeletonKeys.map((key) => (
                  <tr key={key} role="row" className={rowLook}>
                    {columns.map((column) => (
                      <td
                        key={column.key}
                        role="cell"
                        className={
                          dense
                            ? cellLook(column, dense)
                            : `block py-1.5 as-table:table-cell as-table:h-14 ${padding}`
                        }
                      >
                        {!column.hideHeader && (
                          <Skeleton
                            className={classNames(
                              'h-4 max-w-full',
                              column.numeric ? 'w-20 as-table:ml-auto' : dense ? 'w-16' : 'w-32',
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
                    className={classNames(rowLook, 'transition-colors as-table:hover:bg-surface-sunken/50')}
                  >
                    {columns.map((column) => (
                      <td
                        key={column.key}
                        role="cell"
                        data-label={column.header}
                        className={cellLook(column, dense)}
                      >
                        {column.cell(row)}
                      </td>
                    ))}
                  </tr>
                ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}

const padding = 'as-table:px-4 as-tight-table:px-3 as-table:first:pl-6 as-table:last:pr-6'
/** Buttons at the end bring their own padding. */
const densePadding = <Row,>({ hideHeader }: Column<Row>) =>
  `as-table:px-3 as-tight-table:px-2 as-table:first:pl-4 ${hideHeader ? 'as-table:last:pr-2' : 'as-table:last:pr-4'}`

function cellLook<Row>(column: Column<Row>, dense: boolean) {
  if (dense) {
    return classNames(
      'as-table:table-cell as-table:h-9 as-table:py-0.5 as-table:align-middle as-table:whitespace-nowrap',
      densePadding(column),
      column.numeric && 'text-right tabular-nums',
      column.className,
    )
  }
  const plain = !column.primary && !column.hideHeader
  return classNames(
    'as-table:table-cell as-table:h-14 as-table:py-2 as-table:align-middle',
    padding,
    column.numeric && 'tabular-nums as-table:text-right as-table:whitespace-nowrap',
    column.primary && 'block pb-2 text-base font-medium text-foreground as-table:pb-2 as-table:text-sm',
    column.hideHeader && 'flex justify-end pt-1 as-cards:-mr-2 as-cards:mt-auto as-cards:-mb-2',
    plain &&
      'flex min-h-8 items-center justify-between gap-4 text-right before:shrink-0 before:text-left before:text-muted before:content-[attr(data-label)] as-table:text-left as-table:before:content-none',
    column.className,
  )
}

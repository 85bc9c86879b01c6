import { type ReactNode, useRef } from 'react'
import { Card, CardContent, CardHeader, CardTitle } from '../ui/card.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Pagination } from '../ui/pagination.tsx'
import { PanelFallback } from '../ui/panel-fallback.tsx'
import type { RetriableQuery } from '../ui/retry-button.tsx'

/** Which page of a list is shown; null is the first. */
export type ListCursor = { after: string } | { before: string } | null

interface PagedCardProps<Row> {
  /** What the list contains, such as “Your invoices”. */
  name: string
  /** Whether the card shows its name. Otherwise what is around it says it. */
  titled?: boolean
  query: RetriableQuery & { isError: boolean }
  page: { rows: readonly Row[]; next: string | null; previous: string | null } | undefined
  columns: ReadonlyArray<Column<Row>>
  rowKey: (row: Row) => string
  empty: { title: string; text: string; action?: ReactNode }
  onTurn: (cursor: ListCursor) => void
  children?: ReactNode
}

/** A list in a card, page by page. `children` stand above the rows. */
export function PagedCard<Row>({
  name,
  titled = false,
  query,
  page,
  columns,
  rowKey,
  empty,
  onTurn,
  children,
}: PagedCardProps<Row>) {
  const top = useRef<HTMLElement>(null)
  const isPaged = Boolean(page && (page.next ?? page.previous))
  return (
    <Card ref={top} tabIndex={-1} aria-label={name}>
      {titled && (
        <CardHeader>
          <CardTitle>{name}</CardTitle>
        </CardHeader>
      )}
      {children && <div className="px-4 pt-4">{children}</div>}
      {!page && (
        <CardContent>
          <PanelFallback
            query={query}
            title={`${name} could not be loaded`}
            text={null}
            sizes={['h-9 w-full', 'h-9 w-full', 'h-9 w-full']}
          />
        </CardContent>
      )}
      {page?.rows.length === 0 && <EmptyState className="py-8!" level={titled ? 3 : 2} {...empty} />}
      {page && page.rows.length > 0 && (
        <CardContent className="flex flex-col gap-3 px-0! pb-3!">
          <DataTable caption={name} columns={columns} rows={page.rows} rowKey={rowKey} framed={false} dense />
          {isPaged && (
            <div className="px-4 sm:px-6">
              <Pagination
                label={`Pages: ${name}`}
                summary={`${page.rows.length} on this page`}
                page={page}
                onTurn={(next) => {
                  onTurn(next)
                  // The clicked button may be disabled on the next page.
                  top.current?.focus({ preventScroll: true })
                }}
              />
            </div>
          )}
        </CardContent>
      )}
    </Card>
  )
}

import { type ReactNode, useRef } from 'react'
import { Card, CardContent } from '../../../../web/ui/card.tsx'
import { type Column, DataTable } from '../../../../web/ui/data-table.tsx'
import { EmptyState } from '../../../../web/ui/empty-state.tsx'
import { Pagination } from '../../../../web/ui/pagination.tsx'
import { PanelFallback } from '../../../../web/ui/panel-fallback.tsx'
import type { RetriableQuery } from '../../../../web/ui/retry-button.tsx'
import type { ListCursor } from '../portal-api.ts'

interface PagedCardProps<Row> {
  /** What the list contains, such as “invoices”. */
  what: string
  query: RetriableQuery & { isError: boolean }
  page: { rows: readonly Row[]; next: string | null; previous: string | null } | undefined
  columns: ReadonlyArray<Column<Row>>
  rowKey: (row: Row) => string
  empty: { title: string; text: string }
  onTurn: (cursor: ListCursor) => void
  children?: ReactNode
}

/** A list of the portal, page by page. `children` stand above the rows. */
export function PagedCard<Row>({
  what,
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
    <Card ref={top} tabIndex={-1} aria-label={`Your ${what}`}>
      {children && <div className="px-4 pt-4">{children}</div>}
      {!page && (
        <CardContent>
          <PanelFallback
            query={query}
            title={`Your ${what} could not be loaded`}
            text={null}
            sizes={['h-9 w-full', 'h-9 w-full', 'h-9 w-full']}
          />
        </CardContent>
      )}
      {page?.rows.length === 0 && <EmptyState className="py-8!" level={2} {...empty} />}
      {page && page.rows.length > 0 && (
        <CardContent className="flex flex-col gap-3 px-0! pb-3!">
          <DataTable
            caption={`Your ${what}`}
            columns={columns}
            rows={page.rows}
            rowKey={rowKey}
            framed={false}
            dense
          />
          {isPaged && (
            <div className="px-4 sm:px-6">
              <Pagination
                label={`Pages of ${what}`}
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

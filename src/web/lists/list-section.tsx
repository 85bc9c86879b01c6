import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { classNames } from '../ui/class-names.ts'
import { ListContent } from '../ui/list-content.tsx'
import { Pagination } from '../ui/pagination.tsx'
import type { usePagedList } from './use-paged-list.ts'

interface ListSectionProps {
  /** What the list contains, such as “invoices”. */
  what: string
  list: UseQueryResult<{ next: string | null; previous: string | null }>
  paging: ReturnType<typeof usePagedList>
  /** How many rows the page has; undefined until it is loaded. */
  size: number | undefined
  /** Says in words how many there are. */
  count: (count: number) => string
  isFiltered: boolean
  /** Hidden until there is something to filter. */
  filters: ReactNode
  empty: ReactNode
  className?: string
  /** The table, which shows by itself that it is loading. */
  children: ReactNode
}

/** A list of a page with its filters above and its pages below. */
export function ListSection(props: ListSectionProps) {
  const { what, list, paging, size, count, isFiltered, filters, empty, className, children } = props
  const { top, isPaged, turnTo, failure, failed } = paging
  const headingId = useId()
  const isNew = size === 0 && !isFiltered
  return (
    <section
      ref={top}
      tabIndex={-1}
      aria-labelledby={headingId}
      className={classNames('flex flex-col gap-3', className)}
    >
      <h2 id={headingId} className="sr-only">
        List of {what}
      </h2>
      {!isNew && (
        <div className="flex flex-col gap-3 sm:flex-row sm:items-center sm:justify-between">{filters}</div>
      )}
      <ListContent list={list} failure={failure} failed={failed} isEmpty={size === 0} empty={empty} dims>
        {children}
      </ListContent>
      {list.data && size !== undefined && isPaged && (
        <Pagination
          label={`Pages of ${what}`}
          summary={`${count(size)} on this page`}
          page={list.data}
          onTurn={turnTo}
        />
      )}
      {size !== undefined && !isPaged && !isNew && (
        <p aria-live="polite" className="text-sm text-muted">
          {count(size)}
        </p>
      )}
    </section>
  )
}

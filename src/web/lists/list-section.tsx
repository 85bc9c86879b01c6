import { type ReactNode, useId } from 'react'
import { classNames } from '../ui/class-names.ts'
import { SearchField } from '../ui/fields/search-field.tsx'
import { ListContent } from '../ui/list-content.tsx'
import { Pagination } from '../ui/pagination.tsx'
import { type ListUrlState, isFiltered, maxSearchLength } from './list-url-state.ts'
import type { usePagedList } from './use-paged-list.ts'

interface ListSectionProps {
  paging: ReturnType<typeof usePagedList<ListUrlState>>
  /** How many rows the page has; undefined until it is loaded. */
  size: number | undefined
  /** Says in words how many there are. */
  count: (count: number) => string
  /** The filter beside the search. */
  filter: ReactNode
  searchLabel: string
  onSearch: (search: string | undefined) => void
  empty: ReactNode
  className?: string
  /** The table, which shows by itself that it is loading. */
  children: ReactNode
}

/** A list of a page with its filters above, while there is something to filter, and its pages below. */
export function ListSection(props: ListSectionProps) {
  const { paging, size, count, filter, searchLabel, onSearch, empty, className, children } = props
  const { what, list, urlState, top, isPaged, turnTo, failure, failed } = paging
  const headingId = useId()
  const isNew = size === 0 && !isFiltered(urlState)
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
        <div className="flex flex-col gap-3 sm:flex-row sm:items-center sm:justify-between">
          {filter}
          <SearchField
            label={searchLabel}
            search={urlState.search ?? ''}
            onSearch={(search) => onSearch(search || undefined)}
            maxLength={maxSearchLength}
            className="w-full sm:w-80"
          />
        </div>
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

import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { isCursorRejected } from '../api-client.ts'
import { showError } from '../ui/toast.ts'
import { type ListUrlState, withChange } from './list-url-state.ts'

interface PagedListOptions<UrlState> {
  /** What the list contains, such as “invoices”. */
  what: string
  list: UseQueryResult<{ next: string | null; previous: string | null }>
  urlState: UrlState
  goTo: (urlState: UrlState, options?: { replace: true }) => void
  /** Whether a toast tells that loading failed, even while earlier rows stay. */
  toasts?: boolean
}

/** What every list with its page in the URL does: turns pages, and goes to the first one from a URL that is not valid. */
export function usePagedList<UrlState extends ListUrlState>(options: PagedListOptions<UrlState>) {
  const { what, list, urlState, goTo, toasts = false } = options
  const top = useRef<HTMLElement>(null)
  const isLost = isCursorRejected(list.error, urlState)
  const failure = { title: `Failed to load ${what}. Please try again.`, text: `Your ${what} are safe.` }
  const page = list.data

  const goToFirst = useEffectEvent(() => goTo(withChange(urlState), { replace: true }))
  const tellFailure = useEffectEvent(() => toasts && showError(failure.title))
  useEffect(() => {
    if (isLost) goToFirst()
    else if (list.errorUpdatedAt > 0) tellFailure()
  }, [isLost, list.errorUpdatedAt])

  return {
    what,
    list,
    urlState,
    /** The list, which gets the focus when a page is turned. */
    top,
    isLost,
    failure,
    failed: list.isError && !isLost && !page,
    isPaged: Boolean(page && (page.next ?? page.previous)),
    turnTo(cursor: { after: string } | { before: string }) {
      goTo({ ...withChange(urlState), ...cursor })
      // The clicked button may be disabled on the next page.
      top.current?.focus({ preventScroll: true })
    },
  }
}

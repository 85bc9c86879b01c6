import { type QueryKey, infiniteQueryOptions } from '@tanstack/react-query'

/** A list that is loaded page by page; each page names the cursor of the next one. */
export function pagedQuery<Page extends { next: string | null }>(
  queryKey: QueryKey,
  read: (query: { after?: string }) => Promise<Page>,
) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam }) => read(pageParam === null ? {} : { after: pageParam }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })
}

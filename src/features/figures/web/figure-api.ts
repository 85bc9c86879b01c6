import { infiniteQueryOptions } from '@tanstack/react-query'
import { call } from '../../../web/api-client.ts'
import { type Figure, getFigure } from '../contract.ts'
import type { FigureName } from '../rules.ts'

export interface FigureCursor {
  figure: FigureName
  /** yyyy-MM, of `received` and `spent`. */
  month?: string | undefined
}

/** Asked for anew each time that it is opened, so that nothing of before is taken for what counts now. */
export function figureQuery({ figure, month }: FigureCursor, opening: string) {
  return infiniteQueryOptions({
    queryKey: ['figures', figure, month ?? null, opening],
    queryFn: ({ pageParam }) =>
      call(getFigure, {
        params: { figure },
        query: { ...(month ? { month } : {}), ...(pageParam === null ? {} : { after: pageParam }) },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
    gcTime: 60_000,
  })
}

/** The pages as one: the sums as they were told last, and all rows so far. */
export function joinPages(pages: readonly Figure[]): Figure | undefined {
  const last = pages.at(-1)
  return last && { ...last, rows: pages.flatMap(({ rows }) => rows) }
}

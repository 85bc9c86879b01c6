import { infiniteQueryOptions } from '@tanstack/react-query'
import { call } from '../../../web/api-client.ts'
import { type Figure, getFigure } from '../contract.ts'
import type { FigureName } from '../rules.ts'

export interface FigureRef {
  figure: FigureName
  /** yyyy-MM, only for figures that can be requested for a month. */
  month?: string | undefined
}

/** Loads a figure. The key includes `opening`, so that each time the dialog opens it loads current data. */
export function figureQuery({ figure, month }: FigureRef, opening: string) {
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

/** Joins the pages: the sums of the latest page, and all rows so far. */
export function joinPages(pages: readonly Figure[]): Figure | undefined {
  const last = pages.at(-1)
  return last && { ...last, rows: pages.flatMap(({ rows }) => rows) }
}

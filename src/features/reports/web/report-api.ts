import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../web/api-client.ts'
import { getReport, getReportFile, listReportEntries } from '../contract.ts'
import type { ReportName } from '../rules.ts'
import { getSummarySettings, openSummaryLink } from '../summary/contract.ts'
import type { ReportUrlState } from './report-url-state.ts'

const pollMs = 2000

export function reportQuery(name: ReportName, query: ReportUrlState) {
  return queryOptions({
    queryKey: ['reports', 'one', name, query],
    queryFn: () => call(getReport, { params: { name }, query }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.state === 'preparing' ? pollMs : false),
  })
}

/** A figure of a report, by the keys of its row and column. */
export interface ReportFigureRef {
  name: ReportName
  query: ReportUrlState
  row: string
  column: string
}

/** The key includes `opening`, so that each time the dialog opens it loads current data. */
export function reportEntriesQuery({ name, query, row, column }: ReportFigureRef, opening: number) {
  return infiniteQueryOptions({
    queryKey: ['reports', 'entries', name, query, row, column, opening],
    queryFn: ({ pageParam }) =>
      call(listReportEntries, {
        params: { name },
        query: { ...query, row, column, ...(pageParam === null ? {} : { after: pageParam }) },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
    gcTime: 60_000,
  })
}

export const summarySettingsQuery = queryOptions({
  queryKey: ['reports', 'summary'],
  queryFn: () => call(getSummarySettings),
})

export function summaryLinkQuery(token: string) {
  return queryOptions({
    queryKey: ['summary-link', token],
    queryFn: () => call(openSummaryLink, { params: { token } }),
  })
}

export const fileFormats = { pdf: 'PDF', csv: 'CSV file', xlsx: 'Excel' } as const

export function reportFileUrl(
  name: ReportName,
  query: ReportUrlState,
  format: keyof typeof fileFormats,
): string {
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries({ ...query, format }))
    if (value !== undefined) search.set(key, value)
  return `${getReportFile.path.replace('{name}', name)}?${search}`
}

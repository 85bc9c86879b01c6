import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../../web/api-client.ts'
import { pagedQuery } from '../../../web/paged-query.ts'
import * as contract from '../contract.ts'
import type { SubjectKind } from '../rules.ts'

export function commentsQuery(kind: SubjectKind, id: string) {
  return pagedQuery(['comments', 'list', kind, id], (query) =>
    call(contract.listComments[kind], { params: { id }, query }),
  )
}

/** How many comments the transactions on a page have, by their ids. */
export function commentCountsQuery(ids: readonly string[]) {
  return queryOptions({
    queryKey: ['comments', 'counts', ids.join(',')],
    queryFn: async () => {
      const { counts } = await call(contract.countComments, { query: { ids: ids.join(',') } })
      return new Map(counts.map(({ id, count }) => [id, count]))
    },
  })
}

export const mentionsQuery = pagedQuery(['comments', 'mentions'], (query) =>
  call(contract.listMentions, { query }),
)

export const unseenQuery = queryOptions({
  queryKey: ['comments', 'unseen'],
  queryFn: () => call(contract.countMentions),
})

export function refreshComments(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: ['comments'] })
}

/** Marks mentions of the reader as seen: those of the list, or all. */
export async function markSeen(client: QueryClient, ids?: string[]): Promise<void> {
  await call(contract.seeMentions, { body: ids ? { ids } : {} })
  await refreshComments(client)
}

import { type QueryClient, infiniteQueryOptions } from '@tanstack/react-query'
import { call } from '../../../web/api-client.ts'
import { type ContactMessage, listContactMessages } from '../contract.ts'

const pollIntervalMs = 5000

export function messagesQuery(state: ContactMessage['state']) {
  return infiniteQueryOptions({
    queryKey: ['admin', 'contact-messages', state],
    queryFn: ({ pageParam }) =>
      call(listContactMessages, { query: { state, ...(pageParam === null ? {} : { after: pageParam }) } }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    // Visitors may write at any moment.
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && data.pages.some((page) => page.messages.some(isLeaving)) && pollIntervalMs,
  })
}

/** Whether what is said of an answer's mail will change by itself. */
function isLeaving({ replies }: ContactMessage): boolean {
  return replies.some(({ mailState }) => mailState === 'queued')
}

/** The lists, and the figures that count those that wait. */
export async function refreshMessages(client: QueryClient): Promise<void> {
  await client.invalidateQueries({ queryKey: ['admin'] })
}

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
    // Visitors can write at any moment.
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && data.pages.some((page) => page.messages.some(isSending)) && pollIntervalMs,
  })
}

/** Whether the state of an answer's mail is about to change. */
function isSending({ replies }: ContactMessage): boolean {
  return replies.some(({ mailState }) => mailState === 'queued')
}

/** Reloads the lists, and the stats that count open messages. */
export async function refreshMessages(client: QueryClient): Promise<void> {
  await client.invalidateQueries({ queryKey: ['admin'] })
}

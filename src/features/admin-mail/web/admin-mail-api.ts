import { type QueryClient, infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call, download } from '../../../web/api-client.ts'
import * as contract from '../contract.ts'
import type { OutboxMail } from '../contract.ts'

export const pollIntervalMs = 10_000
const adminMailKey = ['admin-mail'] as const

export const setupQuery = queryOptions({
  queryKey: [...adminMailKey, 'setup'],
  queryFn: () => call(contract.getMailSetup),
  staleTime: 0,
  refetchInterval: ({ state: { data } }) => data !== undefined && data.counts.queued > 0 && pollIntervalMs,
})

export function outboxQuery(state: OutboxMail['state'] | undefined) {
  return infiniteQueryOptions({
    queryKey: [...adminMailKey, 'outbox', state ?? 'all'],
    queryFn: ({ pageParam }) =>
      call(contract.listOutbox, { query: { state, after: pageParam ?? undefined } }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  })
}

export const mailboxQuery = infiniteQueryOptions({
  queryKey: [...adminMailKey, 'mailbox'],
  queryFn: ({ pageParam }) => call(contract.listMailbox, { query: { after: pageParam ?? undefined } }),
  initialPageParam: null as string | null,
  getNextPageParam: ({ next }) => next,
  staleTime: 0,
})

/** Each read of a message writes an audit entry, so it is loaded only once while it is open. */
export function messageQuery(id: string) {
  return queryOptions({
    queryKey: [...adminMailKey, 'message', id],
    queryFn: () => call(contract.getMailboxMessage, { params: { id } }),
    staleTime: Infinity,
    gcTime: 0,
  })
}

/** Reloads the lists and the counts, but not an open message. */
export async function refreshAdminMail(client: QueryClient): Promise<void> {
  await Promise.all(
    ['setup', 'outbox', 'mailbox'].map((part) =>
      client.invalidateQueries({ queryKey: [...adminMailKey, part] }),
    ),
  )
}

export function downloadAttachment(id: string, index: number): Promise<Blob> {
  const { method, path } = contract.getMailboxAttachment
  const filled = path.replace('{id}', id).replace('{index}', String(index))
  return download({ method, path: filled as typeof path })
}

const pollPauseMs = 1000
const maxPolls = 20

/** Polls a mail until it was sent, failed or attempted again. After some time, returns its current state. */
export async function followMail(id: string, previousAttempts = 0): Promise<OutboxMail> {
  for (let poll = 1; ; poll++) {
    const mail = await call(contract.getOutboxMail, { params: { id } })
    if (mail.state !== 'queued' || mail.attempts > previousAttempts || poll === maxPolls) return mail
    await new Promise((resolve) => setTimeout(resolve, pollPauseMs))
  }
}

import { useInfiniteQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { useEffect, useRef } from 'react'

import type { ResponseOf } from '../../../shared/endpoint.ts'
import { useSession } from '../../../web/session.ts'
import { Button } from '../../../web/ui/button.tsx'
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '../../../web/ui/card.tsx'
import { EmptyState } from '../../../web/ui/empty-state.tsx'
import { ErrorState } from '../../../web/ui/error-state.tsx'
import { Skeleton } from '../../../web/ui/skeleton.tsx'
import type { listSecretAccesses } from '../contract.ts'
import { formatAccessTime } from './format-access-time.ts'
import { secretAccessesQuery } from './integrations-api.ts'

type Access = ResponseOf<typeof listSecretAccesses>['accesses'][number]

/** When which secret was read, by whom and what for, newest first. */
export function AccessLog() {
  const log = useInfiniteQuery(secretAccessesQuery)
  const accesses = log.data?.pages.flatMap((page) => page.accesses)
  return (
    <Card aria-labelledby="access-log">
      <CardHeader>
        <CardTitle id="access-log">Access Log</CardTitle>
        <CardDescription>Every time a saved credential was read, newest first.</CardDescription>
      </CardHeader>
      <CardContent>
        {accesses ? (
          accesses.length === 0 ? (
            <EmptyState
              icon={History}
              className="py-6!"
              title="Nothing was read yet"
              text="When a credential is used, to take a payment or to send an invoice, it is noted here."
            />
          ) : (
            <Accesses
              accesses={accesses}
              hasMore={log.hasNextPage}
              loading={log.isFetchingNextPage}
              onMore={() => void log.fetchNextPage()}
            />
          )
        ) : log.isError ? (
          <ErrorState
            className="py-4!"
            title="The access log could not be loaded"
            text={null}
            retrying={log.isFetching}
            onRetry={() => void log.refetch()}
          />
        ) : (
          <div className="flex flex-col gap-4">
            <output className="sr-only">Loading...</output>
            <Skeleton className="h-10 w-full" />
            <Skeleton className="h-10 w-full" />
            <Skeleton className="h-10 w-full" />
          </div>
        )}
      </CardContent>
    </Card>
  )
}

interface AccessesProps {
  accesses: Access[]
  hasMore: boolean
  loading: boolean
  onMore: () => void
}

function Accesses({ accesses, hasMore, loading, onMore }: AccessesProps) {
  const state = useSession()
  const timeZone = state.status === 'signed-in' ? state.session.business.timeZone : 'UTC'
  const list = useRef<HTMLUListElement>(null)
  // Where the entries that were asked for begin: reading goes on there, as the button may be gone.
  const askedAt = useRef<number | null>(null)
  useEffect(() => {
    if (askedAt.current === null || loading || accesses.length <= askedAt.current) return
    const first = list.current?.children[askedAt.current]
    if (first instanceof HTMLElement) first.focus({ preventScroll: true })
    askedAt.current = null
  }, [accesses.length, loading])
  return (
    <>
      <ul ref={list} className="flex flex-col divide-y divide-border">
        {accesses.map(({ id, what, who, why, at }) => (
          <li
            key={id}
            tabIndex={-1}
            className="flex flex-wrap items-baseline justify-between gap-x-4 py-3 text-sm first:pt-0"
          >
            <div className="min-w-0 flex-1 basis-64">
              <p className="font-medium wrap-anywhere text-foreground">{what}</p>
              <p className="wrap-anywhere text-muted">{why}</p>
            </div>
            <p className="text-muted sm:text-right">
              <span className="wrap-anywhere">{who}</span>
              <span aria-hidden className="sm:hidden">
                {' · '}
              </span>
              <time dateTime={at} className="sm:block">
                {formatAccessTime(timeZone, at)}
              </time>
            </p>
          </li>
        ))}
      </ul>
      {hasMore && (
        <Button
          variant="secondary"
          className="mt-3"
          busy={loading}
          busyLabel="Loading..."
          onClick={() => {
            askedAt.current = accesses.length
            onMore()
          }}
        >
          Show more
        </Button>
      )}
    </>
  )
}

import { useInfiniteQuery } from '@tanstack/react-query'
import { Inbox, RotateCw } from 'lucide-react'
import { formatMoment } from '../../../web/format/format-moment.ts'
import { Button } from '../../../web/ui/button.tsx'
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '../../../web/ui/card.tsx'
import { EmptyState } from '../../../web/ui/empty-state.tsx'
import { PanelFallback } from '../../../web/ui/panel-fallback.tsx'
import { ShowMore } from '../../../web/ui/show-more.tsx'
import { useTimeZone } from '../../auth/web/session.ts'
import type { MailboxEntry } from '../contract.ts'
import { mailboxQuery } from './admin-mail-api.ts'
import { useFirstRows } from './use-first-rows.ts'

interface MailboxCardProps {
  onOpen: (mailId: string) => void
}

export function MailboxCard({ onOpen }: MailboxCardProps) {
  const list = useInfiniteQuery(mailboxQuery)
  const { rows, more } = useFirstRows(list.data?.pages.flatMap(({ messages }) => messages) ?? [], list)
  return (
    <Card aria-labelledby="mailbox">
      <CardHeader className="flex-row! flex-wrap items-start justify-between gap-3!">
        <div className="flex min-w-0 flex-1 basis-64 flex-col gap-1">
          <CardTitle id="mailbox">Built-in mailbox</CardTitle>
          <CardDescription>
            Emails that would have been sent, newest first. Opening one is recorded in the audit log.
          </CardDescription>
        </div>
        <Button
          variant="secondary"
          size="sm"
          busy={list.isRefetching}
          busyLabel="Refreshing..."
          onClick={() => void list.refetch()}
        >
          <RotateCw aria-hidden />
          Refresh
        </Button>
      </CardHeader>
      <CardContent>
        {list.data ? (
          rows.length === 0 ? (
            <EmptyState
              icon={Inbox}
              className="py-6!"
              title="The mailbox is empty"
              text="Send a test email and it will appear here."
            />
          ) : (
            <Messages messages={rows} onOpen={onOpen} />
          )
        ) : (
          <PanelFallback
            query={list}
            title="The mailbox could not be loaded"
            sizes={['h-12 w-full', 'h-12 w-full', 'h-12 w-full']}
          />
        )}
        <ShowMore list={more} className="mt-4" />
      </CardContent>
    </Card>
  )
}

function Messages({ messages, onOpen }: MailboxCardProps & { messages: MailboxEntry[] }) {
  const timeZone = useTimeZone()
  return (
    <ul className="-my-2 divide-y divide-border">
      {messages.map(({ id, to, subject, at }) => (
        <li key={id}>
          <button
            type="button"
            aria-haspopup="dialog"
            className="-mx-2 flex w-[calc(100%+1rem)] flex-wrap items-baseline justify-between gap-x-4 rounded-md px-2 py-3 text-left text-sm transition-colors hover:bg-surface-sunken"
            onClick={() => onOpen(id)}
          >
            <span className="min-w-0 flex-1 basis-64">
              <span className="own-words block font-medium wrap-anywhere text-foreground">
                {subject || 'No subject'}
              </span>
              <span className="block wrap-anywhere text-muted">To {to}</span>
            </span>
            <time dateTime={at} className="text-muted">
              {formatMoment(timeZone, at, 'seconds')}
            </time>
          </button>
        </li>
      ))}
    </ul>
  )
}

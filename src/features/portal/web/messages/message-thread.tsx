import { formatMoment } from '../../../../web/format/format-moment.ts'
import { classNames } from '../../../../web/ui/class-names.ts'
import { PanelFallback } from '../../../../web/ui/panel-fallback.tsx'
import type { RetriableQuery } from '../../../../web/ui/retry-button.tsx'
import { ShowMore } from '../../../../web/ui/show-more.tsx'
import type { Message, Thread } from '../../contract.ts'

interface MessageThreadProps {
  thread: RetriableQuery & {
    data: { pages: readonly Thread[] } | undefined
    isError: boolean
    hasNextPage: boolean
    isFetchingNextPage: boolean
    fetchNextPage: () => unknown
  }
  /** Who reads: their own messages are on the right. */
  reader: Message['author']
  /** The name of the other side. */
  other: string
  timeZone: string
  empty: string
}

/** What a client and the business wrote to each other, newest first. */
export function MessageThread({ thread, reader, other, timeZone, empty }: MessageThreadProps) {
  const messages = thread.data?.pages.flatMap((page) => page.messages)
  if (!messages) {
    return (
      <PanelFallback
        query={thread}
        title="The messages could not be loaded"
        text={null}
        sizes={['h-12 w-2/3', 'h-12 w-1/2']}
      />
    )
  }
  if (messages.length === 0) return <p className="text-sm text-muted">{empty}</p>
  return (
    <>
      <ol aria-label="Messages, newest first" className="flex flex-col gap-3">
        {messages.map((message) => {
          const isOwn = message.author === reader
          return (
            <li
              key={message.id}
              className={classNames(
                'flex max-w-[85%] flex-col gap-1',
                isOwn ? 'items-end self-end' : 'items-start self-start',
              )}
            >
              <p className="text-xs text-muted">
                <span className="own-words wrap-anywhere">{isOwn ? 'You' : other}</span>,{' '}
                <time dateTime={message.at}>{formatMoment(timeZone, message.at)}</time>
              </p>
              <p
                className={classNames(
                  'own-words rounded-lg px-3 py-2 text-sm wrap-anywhere whitespace-pre-line text-foreground',
                  isOwn ? 'bg-accent-soft' : 'bg-surface-sunken',
                )}
              >
                {message.body}
              </p>
            </li>
          )
        })}
      </ol>
      <ShowMore list={thread} size="sm" className="self-start" />
    </>
  )
}

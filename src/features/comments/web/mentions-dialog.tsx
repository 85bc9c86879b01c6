import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { messageOf } from '../../../web/api-client.ts'
import { formatMoment } from '../../../web/format/format-moment.ts'
import { Button } from '../../../web/ui/button.tsx'
import { classNames } from '../../../web/ui/class-names.ts'
import { Dialog } from '../../../web/ui/dialog.tsx'
import { PanelFallback } from '../../../web/ui/panel-fallback.tsx'
import { ShowMore } from '../../../web/ui/show-more.tsx'
import { showError } from '../../../web/ui/toast.ts'
import { useTimeZone } from '../../auth/web/session.ts'
import type { Mention } from '../contract.ts'
import { commentsHash } from '../rules.ts'
import { markSeen, mentionsQuery } from './comment-api.ts'
import { showMentions, useMentionsOpen } from './mentions-state.ts'

/** Where the reader is mentioned. What is opened is seen. */
export function MentionsDialog() {
  const isOpen = useMentionsOpen()
  return (
    <Dialog open={isOpen} onOpenChange={showMentions} title="Mentions" description="Comments that name you.">
      <MentionList />
    </Dialog>
  )
}

function MentionList() {
  const client = useQueryClient()
  const list = useInfiniteQuery(mentionsQuery)
  const mentions = list.data?.pages.flatMap((page) => page.mentions)
  const seeing = useMutation({
    mutationFn: () => markSeen(client),
    onError: (error) => showError('Nothing was changed', messageOf(error, 'Please try again.')),
  })
  if (!mentions) {
    return (
      <PanelFallback
        query={list}
        title="The mentions could not be loaded"
        text={null}
        sizes={['h-14', 'h-14', 'h-14']}
      />
    )
  }
  if (mentions.length === 0) {
    return <p className="text-sm text-muted">No one has mentioned you yet.</p>
  }
  return (
    <div className="flex flex-col gap-3">
      {mentions.some(({ seenAt }) => seenAt === null) && (
        <Button
          variant="secondary"
          size="sm"
          className="self-start"
          busy={seeing.isPending}
          busyLabel="Saving..."
          onClick={() => seeing.mutate()}
        >
          Mark all as read
        </Button>
      )}
      <ul aria-label="Mentions, newest first" className="-mx-2 flex flex-col">
        {mentions.map((mention) => (
          <li key={mention.id}>
            <MentionLink mention={mention}>
              <MentionText mention={mention} />
            </MentionLink>
          </li>
        ))}
      </ul>
      <ShowMore list={list} size="sm" className="self-start" />
    </div>
  )
}

function MentionText({ mention }: { mention: Mention }) {
  const timeZone = useTimeZone()
  const { author, title, detail, excerpt, at, seenAt } = mention
  return (
    <>
      <span className="flex flex-wrap items-baseline gap-x-2">
        <span className={classNames('own-words wrap-anywhere', seenAt === null && 'font-semibold')}>
          <bdi>{author || 'A former member'}</bdi>: {title}
          {detail !== '' && (
            <>
              , <bdi>{detail}</bdi>
            </>
          )}
        </span>
        {seenAt === null && <span className="text-xs font-medium text-accent">Unread</span>}
      </span>
      <bdi className="own-words line-clamp-2 wrap-anywhere text-muted">{excerpt}</bdi>
      <time dateTime={at} className="text-xs text-muted">
        {formatMoment(timeZone, at)}
      </time>
    </>
  )
}

function MentionLink({ mention, children }: { mention: Mention; children: ReactNode }) {
  const { kind, subjectId: id } = mention
  const props = {
    className:
      'flex min-h-11 flex-col gap-0.5 rounded-md px-2 py-2 text-sm text-foreground hover:bg-surface-sunken',
    onClick: () => showMentions(false),
    children,
  }
  if (kind === 'invoice') return <Link to="/invoices/$id" params={{ id }} {...props} />
  if (kind === 'expense') return <Link to="/expenses/$id/edit" params={{ id }} {...props} />
  return <Link to="/transactions" hash={commentsHash(id)} {...props} />
}

import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect } from 'react'
import { call } from '../../../web/api-client.ts'
import { draftKey } from '../../../web/forms/unsaved-draft.ts'
import { Button } from '../../../web/ui/button.tsx'
import { PanelFallback } from '../../../web/ui/panel-fallback.tsx'
import type { Session } from '../../auth/contract.ts'
import { addComment } from '../contract.ts'
import { type SubjectKind, commentPlanText, nounOf } from '../rules.ts'
import { commentsQuery, markSeen, refreshComments } from './comment-api.ts'
import { CommentForm } from './comment-form.tsx'
import { CommentItem } from './comment-item.tsx'

interface CommentThreadProps {
  session: Session
  kind: SubjectKind
  id: string
  heading: RefObject<HTMLElement | null>
  variant?: 'primary' | 'secondary' | undefined
}

/** What members wrote about one thing, oldest first. Reading it marks the mentions of the reader as seen. */
export function CommentThread({ session, kind, id, heading, variant }: CommentThreadProps) {
  const client = useQueryClient()
  const query = useInfiniteQuery(commentsQuery(kind, id))
  const pages = query.data?.pages
  const comments = pages?.flatMap((page) => page.comments).toReversed()
  const unseen = comments?.flatMap(({ unseenMentionId }) => unseenMentionId ?? []).join(' ') ?? ''
  useEffect(() => {
    if (unseen === '') return
    // The next visit tries again.
    markSeen(client, unseen.split(' ')).catch(() => undefined)
  }, [client, unseen])
  const newest = pages?.[0]
  if (!newest || !comments) {
    return (
      <PanelFallback
        query={query}
        title="The comments could not be loaded"
        text={null}
        sizes={['h-10 w-2/3', 'h-20']}
      />
    )
  }
  const key = draftKey('comment', `${session.user.id}:${session.business.id}`, `${kind}-${id}`)
  return (
    <>
      {query.hasNextPage && (
        <Button
          variant="secondary"
          size="sm"
          className="self-start"
          busy={query.isFetchingNextPage}
          busyLabel="Loading..."
          onClick={() => void query.fetchNextPage()}
        >
          Show earlier comments
        </Button>
      )}
      {comments.length === 0 ? (
        <p className="text-sm text-muted">{`No comments on this ${nounOf[kind]} yet.`}</p>
      ) : (
        <ol aria-label="Comments, oldest first" className="flex flex-col gap-5">
          {comments.map((comment) => (
            <CommentItem
              key={comment.id}
              comment={comment}
              isOwn={comment.author.userId === session.user.id}
              people={newest.people}
              canComment={newest.canComment}
              draftKey={key}
              heading={heading}
            />
          ))}
        </ol>
      )}
      {newest.canComment ? (
        <CommentForm
          label="New comment"
          hint="Your team reads it. Type @ to mention someone, who gets an email."
          people={newest.people}
          draftKey={key}
          submit={{ label: 'Comment', busyLabel: 'Saving...' }}
          variant={variant}
          send={(body) => call(addComment[kind], { params: { id }, body })}
          onSent={() => refreshComments(client)}
        />
      ) : (
        <p className="text-sm text-muted">{commentPlanText}</p>
      )}
    </>
  )
}

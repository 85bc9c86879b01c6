import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useRef, useState } from 'react'
import { call, messageOf } from '../../../web/api-client.ts'
import { formatMoment } from '../../../web/format/format-moment.ts'
import { Button } from '../../../web/ui/button.tsx'
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx'
import { showError, showSuccess } from '../../../web/ui/toast.ts'
import { useTimeZone } from '../../auth/web/session.ts'
import { type Comment, type Person, deleteComment, editComment } from '../contract.ts'
import { splitMentions } from '../mention-text-rules.ts'
import { refreshComments } from './comment-api.ts'
import { CommentForm } from './comment-form.tsx'

interface CommentItemProps {
  comment: Comment
  isOwn: boolean
  people: readonly Person[]
  canComment: boolean
  draftKey: string
  /** Gets the focus when the comment is deleted. */
  heading: RefObject<HTMLElement | null>
}

/** One comment, with what its reader may do with it. */
export function CommentItem({ comment, isOwn, people, canComment, draftKey, heading }: CommentItemProps) {
  const client = useQueryClient()
  const timeZone = useTimeZone()
  const [isEditing, setIsEditing] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  const editButton = useRef<HTMLButtonElement>(null)
  const { id, author, body, mentions, at, editedAt, canEdit, canDelete } = comment
  const removing = useMutation({
    mutationFn: () => call(deleteComment, { params: { id } }),
    onSuccess: async () => {
      setIsAsking(false)
      await refreshComments(client)
      showSuccess('Comment Deleted')
    },
    onError: (error) => showError('The comment was not deleted', messageOf(error, 'Please try again.')),
  })

  function stopEditing() {
    setIsEditing(false)
    requestAnimationFrame(() => editButton.current?.focus())
  }

  const name = isOwn ? 'You' : author.name || 'A former member'
  return (
    <li className="flex flex-col gap-1">
      <p className="flex flex-wrap items-baseline gap-x-2 text-sm">
        <bdi className="own-words font-medium wrap-anywhere text-foreground">{name}</bdi>
        <span className="text-xs text-muted">
          <time dateTime={at}>{formatMoment(timeZone, at)}</time>
          {editedAt !== null && ' (edited)'}
        </span>
      </p>
      {isEditing ? (
        <CommentForm
          label="Your comment"
          people={[
            ...people,
            ...mentions.filter(({ userId }) => !people.some((one) => one.userId === userId)),
          ]}
          initial={body}
          draftKey={`${draftKey}:${id}`}
          submit={{ label: 'Save', busyLabel: 'Saving...' }}
          send={(changed) =>
            call(editComment, { params: { id }, body: { body: changed.body, mentions: changed.mentions } })
          }
          onSent={async () => {
            await refreshComments(client)
            stopEditing()
          }}
          onCancel={stopEditing}
        />
      ) : (
        <p dir="auto" className="own-words text-sm wrap-anywhere whitespace-pre-line text-foreground">
          {splitMentions(body, mentions).map((part, index) =>
            part.isMention ? (
              // oxlint-disable-next-line react/no-array-index-key -- the parts of a text have nothing else
              <bdi key={index} className="font-medium text-accent">
                {part.text}
              </bdi>
            ) : (
              part.text
            ),
          )}
        </p>
      )}
      {!isEditing && (canEdit || canDelete) && (
        <div className="-ml-3 flex">
          {canEdit && canComment && (
            <Button
              ref={editButton}
              variant="ghost"
              size="sm"
              className="text-muted"
              onClick={() => setIsEditing(true)}
            >
              Edit
            </Button>
          )}
          {canDelete && (
            <Button variant="ghost" size="sm" className="text-muted" onClick={() => setIsAsking(true)}>
              Delete
            </Button>
          )}
        </div>
      )}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title="Delete this comment?"
        description={isOwn ? 'It’s removed for everyone.' : `${name} wrote it. It’s removed for everyone.`}
        confirmLabel="Delete"
        tone="danger"
        busy={removing.isPending}
        busyLabel="Deleting..."
        onConfirm={() => removing.mutate()}
        fallbackFocus={heading}
      />
    </li>
  )
}

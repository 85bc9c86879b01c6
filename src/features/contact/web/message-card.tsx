import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleCheck, CircleX, Clock } from 'lucide-react'
import { useId } from 'react'
import { call, messageOf } from '../../../web/api-client.ts'
import { formatMoment } from '../../../web/format/format-moment.ts'
import { Badge } from '../../../web/ui/badge.tsx'
import { Button } from '../../../web/ui/button.tsx'
import { Card, CardContent, CardFooter, CardHeader, CardTitle } from '../../../web/ui/card.tsx'
import { textLink } from '../../../web/ui/text-link.ts'
import { showError, showSuccess } from '../../../web/ui/toast.ts'
import { type ContactMessage, closeContactMessage, reopenContactMessage } from '../contract.ts'
import { FoldedText } from './folded-text.tsx'
import { deliveryText } from './message-text.ts'
import { refreshMessages } from './messages-api.ts'

interface MessageCardProps {
  message: ContactMessage
  timeZone: string
  /** Whether there is an unsent answer. */
  isBegun: boolean
  onAnswer: () => void
}

export function MessageCard({ message, timeZone, isBegun, onAnswer }: MessageCardProps) {
  const { name, email, subject, replies, state, createdAt } = message
  const titleId = useId()
  const toggling = useToggleMessage(message)
  const isClosed = state === 'closed'
  return (
    <Card aria-labelledby={titleId}>
      <CardHeader>
        <CardTitle level={3} id={titleId} className="own-words wrap-anywhere">
          {subject}
        </CardTitle>
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 text-sm text-muted">
          <p className="min-w-0 wrap-anywhere">
            <bdi className="font-medium text-foreground">{name}</bdi>{' '}
            <a href={`mailto:${email}`} className={textLink}>
              {email}
            </a>
          </p>
          <time dateTime={createdAt}>{formatMoment(timeZone, createdAt)}</time>
        </div>
      </CardHeader>
      <CardContent className="flex flex-col gap-6">
        <FoldedText text={message.message} />
        {replies.length > 0 && <ReplyList replies={replies} timeZone={timeZone} />}
      </CardContent>
      <CardFooter>
        <Button variant="secondary" aria-label={`Answer ${name}`} onClick={onAnswer}>
          Answer
        </Button>
        <Button
          variant="ghost"
          aria-label={`${isClosed ? 'Reopen' : 'Close'} the message from ${name}`}
          busy={toggling.isPending}
          busyLabel={isClosed ? 'Reopening...' : 'Closing...'}
          onClick={() => toggling.mutate()}
        >
          {isClosed ? 'Reopen' : 'Close'}
        </Button>
        {isBegun && <p className="text-sm text-muted">Your answer hasn’t been sent yet.</p>}
      </CardFooter>
    </Card>
  )
}

function useToggleMessage({ id, state }: ContactMessage) {
  const client = useQueryClient()
  const isClosed = state === 'closed'
  return useMutation({
    mutationFn: () => call(isClosed ? reopenContactMessage : closeContactMessage, { params: { id } }),
    onSuccess: async (after) => {
      // Before reloading the list, which may unmount the button and this component.
      if (isClosed) {
        showSuccess(
          'Message Reopened',
          `It’s back under ${after.state === 'answered' ? 'Answered' : 'Open'}.`,
        )
      } else showSuccess('Message Closed', 'It’s now under Closed.')
      await refreshMessages(client)
    },
    onError: async (error) => {
      showError(
        isClosed ? 'The message was not reopened' : 'The message was not closed',
        messageOf(error, 'Please try again.'),
      )
      await refreshMessages(client)
    },
  })
}

const badges = {
  sent: { tone: 'positive', icon: CircleCheck },
  failed: { tone: 'negative', icon: CircleX },
  queued: { tone: 'neutral', icon: Clock },
  held: { tone: 'attention', icon: Clock },
} as const

function ReplyList({ replies, timeZone }: { replies: ContactMessage['replies']; timeZone: string }) {
  return (
    <ul aria-label="Answers" className="flex flex-col gap-4">
      {replies.map((reply) => {
        const delivery = deliveryText(reply)
        return (
          <li key={reply.id} className="flex flex-col gap-2 border-l-2 border-accent/40 pl-4">
            <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
              <p className="min-w-0 text-sm wrap-anywhere text-muted">
                <span className="font-medium text-foreground">{reply.authorEmail}</span> answered on{' '}
                <time dateTime={reply.createdAt}>{formatMoment(timeZone, reply.createdAt)}</time>
              </p>
              {delivery && reply.mailState && <Badge {...badges[reply.mailState]}>{delivery.label}</Badge>}
            </div>
            {delivery?.reason && (
              <p className="text-sm wrap-anywhere text-muted">
                {delivery.reason}
                {reply.mailState === 'failed' && (
                  <>
                    {' '}
                    <Link to="/admin" search={{ tab: 'email' }} className={textLink}>
                      Open the outbox
                    </Link>{' '}
                    to send it again.
                  </>
                )}
              </p>
            )}
            <FoldedText text={reply.body} />
          </li>
        )
      })}
    </ul>
  )
}

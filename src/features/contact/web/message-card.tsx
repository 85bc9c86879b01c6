import { useId } from 'react'
import { formatMoment } from '../../../web/format/format-moment.ts'
import { Button } from '../../../web/ui/button.tsx'
import { Card, CardContent, CardFooter, CardHeader, CardTitle } from '../../../web/ui/card.tsx'
import { textLink } from '../../../web/ui/text-link.ts'
import type { ContactMessage } from '../contract.ts'
import { FoldedText } from './folded-text.tsx'
import { ReplyList } from './reply-list.tsx'
import { useTurnMessage } from './use-turn-message.ts'

interface MessageCardProps {
  message: ContactMessage
  timeZone: string
  /** Whether an answer was begun and not sent. */
  isBegun: boolean
  onAnswer: () => void
}

export function MessageCard({ message, timeZone, isBegun, onAnswer }: MessageCardProps) {
  const { name, email, subject, replies, state, createdAt } = message
  const titleId = useId()
  const turning = useTurnMessage(message)
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
          aria-label={`${isClosed ? 'Reopen' : 'Close'} the message of ${name}`}
          busy={turning.isPending}
          busyLabel={isClosed ? 'Reopening...' : 'Closing...'}
          onClick={() => turning.mutate()}
        >
          {isClosed ? 'Reopen' : 'Close'}
        </Button>
        {isBegun && <p className="text-sm text-muted">Your answer is not sent yet.</p>}
      </CardFooter>
    </Card>
  )
}

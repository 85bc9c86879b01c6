import { Link } from '@tanstack/react-router'
import { CircleCheck, CircleX, Clock } from 'lucide-react'
import { formatMoment } from '../../../web/format/format-moment.ts'
import { Badge } from '../../../web/ui/badge.tsx'
import { textLink } from '../../../web/ui/text-link.ts'
import type { ContactMessage } from '../contract.ts'
import { FoldedText } from './folded-text.tsx'
import { deliveryText } from './message-text.ts'

type Reply = ContactMessage['replies'][number]

const badges = {
  sent: { tone: 'positive', icon: CircleCheck },
  failed: { tone: 'negative', icon: CircleX },
  queued: { tone: 'neutral', icon: Clock },
  held: { tone: 'attention', icon: Clock },
} as const

/** The answers to a message, oldest first. */
export function ReplyList({ replies, timeZone }: { replies: Reply[]; timeZone: string }) {
  return (
    <ul aria-label="Answers" className="flex flex-col gap-4">
      {replies.map((reply) => (
        <li key={reply.id} className="flex flex-col gap-2 border-l-2 border-accent/40 pl-4">
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <p className="min-w-0 text-sm wrap-anywhere text-muted">
              <span className="font-medium text-foreground">{reply.authorEmail}</span> answered on{' '}
              <time dateTime={reply.createdAt}>{formatMoment(timeZone, reply.createdAt)}</time>
            </p>
            <Delivery reply={reply} />
          </div>
          <Reason reply={reply} />
          <FoldedText text={reply.body} />
        </li>
      ))}
    </ul>
  )
}

function Delivery({ reply }: { reply: Reply }) {
  const delivery = deliveryText(reply)
  if (!delivery || reply.mailState === null) return null
  return <Badge {...badges[reply.mailState]}>{delivery.label}</Badge>
}

function Reason({ reply }: { reply: Reply }) {
  const reason = deliveryText(reply)?.reason
  if (!reason) return null
  return (
    <p className="text-sm wrap-anywhere text-muted">
      {reason}
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
  )
}

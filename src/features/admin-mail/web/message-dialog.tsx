import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { messageOf } from '../../../web/api-client.ts'
import { Dialog } from '../../../web/ui/dialog.tsx'
import { ErrorState } from '../../../web/ui/error-state.tsx'
import { Skeletons } from '../../../web/ui/skeleton.tsx'
import { useSession } from '../../auth/web/session.ts'
import { formatAccessTime } from '../../integrations/web/format-access-time.ts'
import type { MailboxMessage } from '../contract.ts'
import { messageQuery } from './admin-mail-api.ts'
import { MessageAttachments } from './message-attachments.tsx'
import { MessageBody } from './message-body.tsx'

interface MessageDialogProps {
  id: string
  onClose: () => void
}

/** Shows one message of the built-in mailbox. Its content cannot run or load anything. */
export function MessageDialog({ id, onClose }: MessageDialogProps) {
  const message = useQuery(messageQuery(id))
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={onClose}
      title={
        message.data ? (
          <span className="own-words block wrap-anywhere">{message.data.subject || 'No subject'}</span>
        ) : (
          'Message'
        )
      }
    >
      {message.data ? (
        <div className="flex flex-col gap-5">
          <Facts message={message.data} />
          <MessageBody message={message.data} />
          <MessageAttachments id={id} attachments={message.data.attachments} />
        </div>
      ) : message.isError ? (
        <ErrorState
          title="The message could not be opened"
          text={messageOf(message.error, 'Please try again.')}
          query={message}
        />
      ) : (
        <Skeletons sizes={['h-18 w-full', 'h-96 w-full']} className="gap-5" />
      )}
    </Dialog>
  )
}

function Facts({ message }: { message: MailboxMessage }) {
  const session = useSession()
  const timeZone = session.status === 'signed-in' ? session.session.business.timeZone : 'UTC'
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
      <Fact label="From">{message.from}</Fact>
      <Fact label="To">{message.to}</Fact>
      {message.replyTo !== null && <Fact label="Answers to">{message.replyTo}</Fact>}
      <Fact label="Date">
        <time dateTime={message.at}>{formatAccessTime(timeZone, message.at)}</time>
      </Fact>
    </dl>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{label}</dt>
      <dd className="wrap-anywhere text-foreground">{children}</dd>
    </>
  )
}

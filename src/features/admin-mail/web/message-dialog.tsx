import { useMutation, useQuery } from '@tanstack/react-query'
import { Download, Paperclip } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { messageOf } from '../../../web/api-client.ts'
import { saveFile } from '../../../web/files/save-file.ts'
import { formatMoment } from '../../../web/format/format-moment.ts'
import { Button } from '../../../web/ui/button.tsx'
import { Dialog } from '../../../web/ui/dialog.tsx'
import { ErrorState } from '../../../web/ui/error-state.tsx'
import { Skeletons } from '../../../web/ui/skeleton.tsx'
import { showError } from '../../../web/ui/toast.ts'
import { useTimeZone } from '../../auth/web/session.ts'
import type { MailboxMessage } from '../contract.ts'
import { downloadAttachment, messageQuery } from './admin-mail-api.ts'
import { sizeText } from './mail-text.ts'
import { MessageBody } from './message-body.tsx'

/** Shows one message of the built-in mailbox. Its content cannot run or load anything. */
export function MessageDialog({ id, onClose }: { id: string; onClose: () => void }) {
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
  const timeZone = useTimeZone()
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
      <Fact label="From">{message.from}</Fact>
      <Fact label="To">{message.to}</Fact>
      {message.replyTo !== null && <Fact label="Reply to">{message.replyTo}</Fact>}
      <Fact label="Date">
        <time dateTime={message.at}>{formatMoment(timeZone, message.at, 'seconds')}</time>
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

/** Lists attachments for download. They are never opened in the page. */
function MessageAttachments({ id, attachments }: { id: string; attachments: MailboxMessage['attachments'] }) {
  const heading = useId()
  if (attachments.length === 0) return null
  return (
    <section aria-labelledby={heading}>
      <h3 id={heading} className="text-sm font-semibold text-foreground">
        Attachments
      </h3>
      <ul className="mt-2 flex flex-col gap-2">
        {attachments.map((attachment) => (
          <Attachment key={attachment.index} id={id} attachment={attachment} />
        ))}
      </ul>
    </section>
  )
}

function Attachment({ id, attachment }: { id: string; attachment: MailboxMessage['attachments'][number] }) {
  const { index, name, type, bytes } = attachment
  const saving = useMutation({
    mutationFn: async () => saveFile(await downloadAttachment(id, index), name),
    onError: (error) =>
      showError('Download Failed', messageOf(error, 'The file could not be saved. Please try again.')),
  })
  return (
    <li className="flex items-center gap-3 rounded-md border border-border px-3 py-2 text-sm">
      <Paperclip aria-hidden className="size-4 shrink-0 text-muted" />
      <span className="min-w-0 flex-1">
        <bdi className="block font-medium wrap-anywhere text-foreground">{name}</bdi>
        <span className="block wrap-anywhere text-muted">
          {type}, {sizeText(bytes)}
        </span>
      </span>
      <Button
        variant="secondary"
        size="sm"
        aria-label={`Download ${name}`}
        busy={saving.isPending}
        busyLabel="Downloading..."
        onClick={() => saving.mutate()}
      >
        <Download aria-hidden />
        Download
      </Button>
    </li>
  )
}

import { useMutation } from '@tanstack/react-query'
import { Download, Paperclip } from 'lucide-react'
import { useId } from 'react'
import { showFailure } from '../../../web/outcome-toasts.ts'
import { Button } from '../../../web/ui/button.tsx'
import { saveFile } from '../../account/web/save-file.ts'
import type { MailboxMessage } from '../contract.ts'
import { downloadAttachment } from './admin-mail-api.ts'
import { sizeText } from './mail-text.ts'

interface MessageAttachmentsProps {
  id: string
  attachments: MailboxMessage['attachments']
}

/** Lists attachments for download. They are never opened in the page. */
export function MessageAttachments({ id, attachments }: MessageAttachmentsProps) {
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

interface AttachmentProps {
  id: string
  attachment: MailboxMessage['attachments'][number]
}

function Attachment({ id, attachment: { index, name, type, bytes } }: AttachmentProps) {
  const saving = useMutation({
    mutationFn: async () => saveFile(await downloadAttachment(id, index), name),
    onError: (error) =>
      showFailure('Download Failed', error, 'The file could not be saved. Please try again.'),
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

import { CircleX, FileText, Image, Paperclip, X } from 'lucide-react'
import { FileButton } from '../../../web/files/file-button.tsx'
import { Button } from '../../../web/ui/button.tsx'
import { Spinner } from '../../../web/ui/spinner.tsx'
import { textLink } from '../../../web/ui/text-link.ts'
import type { Attachment } from '../contract.ts'
import { fileSizeText } from '../rules.ts'
import type { Upload, useAttachmentUploads } from './use-attachment-uploads.ts'

const fileTypes = 'application/pdf,image/jpeg,image/png,image/gif,image/webp,.heic,.heif'

interface AttachmentListProps {
  files: readonly Attachment[]
  /** The address of a file. */
  hrefOf: (file: Attachment) => string
  /** Left out where files cannot be changed. */
  onRemove?: ((file: Attachment) => void) | undefined
}

/** The names of files, each to be saved. */
export function AttachmentList({ files, hrefOf, onRemove }: AttachmentListProps) {
  if (files.length === 0) return null
  return (
    <ul className="flex flex-col divide-y divide-border">
      {files.map((file) => (
        <li key={file.id} className="flex min-h-11 items-center gap-2 text-sm">
          {file.contentType === 'application/pdf' ? (
            <FileText aria-hidden className="size-4 shrink-0 text-muted" />
          ) : (
            <Image aria-hidden className="size-4 shrink-0 text-muted" />
          )}
          <a
            href={hrefOf(file)}
            download
            title={file.name}
            className={`${textLink} own-words flex min-h-11 min-w-0 items-center`}
          >
            <span className="truncate">{file.name}</span>
          </a>
          <span className="ml-auto shrink-0 text-muted">{fileSizeText(file.byteCount)}</span>
          {onRemove && (
            <Button
              variant="ghost"
              size="icon"
              aria-label={`Remove ${file.name}`}
              onClick={() => onRemove(file)}
            >
              <X aria-hidden />
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

type AttachmentUploadsProps = Pick<
  ReturnType<typeof useAttachmentUploads>,
  'uploads' | 'add' | 'retry' | 'remove'
>

/** What is on its way, what failed, and the button that adds files. */
export function AttachmentUploads({ uploads, add, retry, remove }: AttachmentUploadsProps) {
  return (
    <div className="flex flex-col items-start gap-2">
      {uploads.length > 0 && (
        <ul className="flex w-full flex-col divide-y divide-border">
          {uploads.map((upload) => (
            <UploadRow
              key={upload.requestId}
              upload={upload}
              onRetry={() => retry(upload)}
              onRemove={() => remove(upload.requestId)}
            />
          ))}
        </ul>
      )}
      <FileButton variant="secondary" icon={Paperclip} accept={fileTypes} multiple onFiles={add}>
        Add Files
      </FileButton>
    </div>
  )
}

interface UploadRowProps {
  upload: Upload
  onRetry: () => void
  onRemove: () => void
}

function UploadRow({ upload: { file, problem }, onRetry, onRemove }: UploadRowProps) {
  if (problem === null) {
    return (
      <li className="flex min-h-11 items-center gap-2 text-sm text-muted">
        <Spinner />
        <span className="own-words min-w-0 truncate">{file.name}</span>
        <span className="ml-auto shrink-0">Uploading...</span>
      </li>
    )
  }
  return (
    <li className="flex flex-wrap items-center gap-2 py-2 text-sm">
      <span className="own-words min-w-0 flex-1 truncate">{file.name}</span>
      {problem.canRetry && (
        <Button variant="secondary" size="sm" aria-label={`Try again, ${file.name}`} onClick={onRetry}>
          Try again
        </Button>
      )}
      <Button variant="ghost" size="icon" aria-label={`Leave out ${file.name}`} onClick={onRemove}>
        <X aria-hidden />
      </Button>
      <span role="alert" className="flex basis-full items-start gap-1.5 text-negative">
        <CircleX aria-hidden className="mt-0.5 size-4 shrink-0" />
        {problem.text}
      </span>
    </li>
  )
}

import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleCheck, CircleX, Clock, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../../../web/ui/button.tsx'
import { Card, CardTitle } from '../../../../web/ui/card.tsx'
import { Spinner } from '../../../../web/ui/spinner.tsx'
import { textLink } from '../../../../web/ui/text-link.ts'
import { isWaiting, receiptListQuery } from '../receipt-api.ts'
import type { Upload } from './upload-queue.ts'

interface UploadListProps {
  uploads: readonly Upload[]
  onRetry: (requestId: string) => void
  onRemove: (requestIds: readonly string[]) => void
}

/** What became of each file that was added: it is sent, read, done, or it failed. */
export function UploadList({ uploads, onRetry, onRemove }: UploadListProps) {
  // The newest receipts, whatever the filters of the page are.
  const newest = useQuery(receiptListQuery({}))
  const isReading = ({ receiptId }: Upload) => {
    const receipt = newest.data?.receipts.find(({ id }) => id === receiptId)
    return receiptId !== null && (receipt ? isWaiting(receipt) : newest.isFetching)
  }
  const finished = uploads.filter(
    (upload) => upload.state === 'failed' || (upload.state === 'sent' && !isReading(upload)),
  )
  const failed = uploads.filter(({ state }) => state === 'failed').length
  const done = finished.length - failed
  return (
    <Card aria-label="Files that you added" className="gap-2 p-4">
      <div className="flex items-center justify-between gap-2">
        <CardTitle aria-live="polite" className="text-sm">
          {[`${done} of ${uploads.length} done`, failed > 0 && `${failed} failed`].filter(Boolean).join(', ')}
        </CardTitle>
        {finished.length === uploads.length && (
          <Button
            variant="ghost"
            size="sm"
            onClick={() => onRemove(uploads.map(({ requestId }) => requestId))}
          >
            <X aria-hidden />
            Close
          </Button>
        )}
      </div>
      <ul className="flex max-h-64 flex-col divide-y divide-border overflow-y-auto">
        {uploads.map((upload) => (
          <UploadRow
            key={upload.requestId}
            upload={upload}
            isReading={isReading(upload)}
            onRetry={() => onRetry(upload.requestId)}
          />
        ))}
      </ul>
    </Card>
  )
}

interface UploadRowProps {
  upload: Upload
  isReading: boolean
  onRetry: () => void
}

function UploadRow({ upload, isReading, onRetry }: UploadRowProps) {
  const { file, state, problem, receiptId } = upload
  return (
    <li className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 py-1.5 text-sm">
      <span className="own-words min-w-0 flex-1 truncate" title={file.name}>
        {receiptId === null ? (
          file.name
        ) : (
          <Link to="/transactions/receipts/$id" params={{ id: receiptId }} className={textLink}>
            {file.name}
          </Link>
        )}
      </span>
      {state === 'failed' ? (
        <>
          <span className="flex min-w-0 items-start gap-1.5 text-negative max-sm:order-last max-sm:basis-full">
            <CircleX aria-hidden className="mt-0.5 size-4 shrink-0" />
            {problem?.text}
          </span>
          {problem?.canRetry && (
            <Button variant="secondary" size="sm" aria-label={`Try again, ${file.name}`} onClick={onRetry}>
              Try again
            </Button>
          )}
        </>
      ) : (
        <State state={isReading ? 'reading' : state} />
      )}
    </li>
  )
}

const states: Record<Exclude<Upload['state'], 'failed'> | 'reading', { icon: ReactNode; text: string }> = {
  queued: { icon: <Clock aria-hidden className="size-4" />, text: 'Waiting' },
  sending: { icon: <Spinner />, text: 'Uploading…' },
  reading: { icon: <Spinner />, text: 'Reading…' },
  sent: { icon: <CircleCheck aria-hidden className="size-4 text-positive" />, text: 'Done' },
}

function State({ state }: { state: keyof typeof states }) {
  const { icon, text } = states[state]
  return (
    <span className="flex shrink-0 items-center gap-1.5 text-muted">
      {icon}
      {text}
    </span>
  )
}

import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { call, messageOf } from '../../../web/api-client.ts'
import { Card, CardContent, CardHeader, CardTitle } from '../../../web/ui/card.tsx'
import { ErrorState } from '../../../web/ui/error-state.tsx'
import { showError } from '../../../web/ui/toast.ts'
import { useMay } from '../../auth/web/session.ts'
import { type Attachment, listAttachments, setAttachments } from '../contract.ts'
import type { TargetKind } from '../rules.ts'
import { AttachmentList, AttachmentUploads } from './attachment-list.tsx'
import { ownFileUrl } from './own-file-url.ts'
import { useAttachmentUploads } from './use-attachment-uploads.ts'

interface AttachmentsCardProps {
  kind: TargetKind
  id: string
  /** What the files are for, such as that the client sees them. */
  description?: string | undefined
  /** They can only be read. Without files there is no card then. */
  fixed?: boolean
  /** Called when files were added or removed. */
  onChanged?: (() => void) | undefined
}

function attachmentsQuery(kind: TargetKind, id: string) {
  return queryOptions({
    queryKey: ['attachments', kind, id],
    queryFn: () => call(listAttachments[kind], { params: { id } }),
  })
}

/** The files of what is saved. Each change is kept at once. */
export function AttachmentsCard({ kind, id, description, onChanged, ...props }: AttachmentsCardProps) {
  const mayWrite = useMay(kind === 'expense' ? 'money.write' : 'sales.write')
  const fixed = props.fixed === true || !mayWrite
  const client = useQueryClient()
  const query = attachmentsQuery(kind, id)
  const request = useQuery(query)
  const files = request.data?.attachments ?? []
  const heading = useRef<HTMLHeadingElement>(null)

  async function change(choose: (now: readonly Attachment[]) => readonly Attachment[]) {
    const { attachments: now } = await client.fetchQuery({ ...query, staleTime: 0 })
    const saved = await call(setAttachments[kind], {
      params: { id },
      body: { attachments: choose(now).map((file) => file.id) },
    })
    client.setQueryData(query.queryKey, saved)
    onChanged?.()
  }

  async function remove(removed: Attachment) {
    try {
      await change((now) => now.filter((file) => file.id !== removed.id))
      // The button that had the focus is gone.
      heading.current?.focus()
    } catch (error) {
      showError('Error', messageOf(error, 'The file could not be removed. Please try again.'))
    }
  }

  const uploads = useAttachmentUploads((kept) => change((now) => [...now, kept]))
  if (fixed && files.length === 0) return null
  return (
    <Card>
      <CardHeader>
        <CardTitle ref={heading} tabIndex={-1}>
          Files
        </CardTitle>
        {description && <p className="text-sm text-muted">{description}</p>}
      </CardHeader>
      <CardContent className="flex flex-col gap-2">
        {request.isError && !request.data ? (
          <ErrorState query={request} />
        ) : (
          <AttachmentList
            files={files}
            hrefOf={ownFileUrl}
            {...(!fixed && { onRemove: (file: Attachment) => void remove(file) })}
          />
        )}
        {!fixed && <AttachmentUploads {...uploads} />}
      </CardContent>
    </Card>
  )
}

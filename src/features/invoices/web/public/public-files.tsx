import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../../../web/api-client.ts'
import { AttachmentList } from '../../../attachments/web/attachment-list.tsx'
import { listPublicAttachments } from '../../public/contract.ts'

const publicFilesQuery = (id: string) =>
  queryOptions({
    queryKey: ['public-invoice', id, 'files'],
    queryFn: () => call(listPublicAttachments, { params: { id } }),
  })

/** The files that come with the invoice. Shows nothing without files, or while they cannot be read. */
export function PublicFiles({ id }: { id: string }) {
  const files = useQuery(publicFilesQuery(id)).data?.attachments ?? []
  if (files.length === 0) return null
  return (
    <section aria-labelledby="files-of-invoice" className="border-t border-border pt-3 print:hidden">
      <h2 id="files-of-invoice" className="text-sm font-semibold text-foreground">
        Files
      </h2>
      <AttachmentList
        files={files}
        hrefOf={(file) => `/api/v1/public/invoices/${id}/attachments/${file.id}`}
      />
    </section>
  )
}

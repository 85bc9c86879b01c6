import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../../../web/api-client.ts'
import { PublicFileList } from '../../../attachments/web/public-file-list.tsx'
import { listPublicAttachments } from '../../public/contract.ts'

const publicFilesQuery = (id: string) =>
  queryOptions({
    queryKey: ['public-invoice', id, 'files'],
    queryFn: () => call(listPublicAttachments, { params: { id } }),
  })

/** The files that come with the invoice. The page shows none while it cannot read them. */
export function PublicFiles({ id }: { id: string }) {
  const files = useQuery(publicFilesQuery(id)).data?.attachments ?? []
  return (
    <PublicFileList files={files} hrefOf={(file) => `/api/v1/public/invoices/${id}/attachments/${file.id}`} />
  )
}

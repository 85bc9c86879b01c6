import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../../../web/api-client.ts'
import { PublicFileList } from '../../../attachments/web/public-file-list.tsx'
import { listPublicEstimateFiles } from '../../public/contract.ts'

const publicEstimateFilesQuery = (id: string) =>
  queryOptions({
    queryKey: ['public-estimate', id, 'files'],
    queryFn: () => call(listPublicEstimateFiles, { params: { id } }),
  })

/** The files that come with the estimate. The page shows none while it cannot read them. */
export function PublicEstimateFiles({ id }: { id: string }) {
  const files = useQuery(publicEstimateFilesQuery(id)).data?.attachments ?? []
  return (
    <PublicFileList
      files={files}
      hrefOf={(file) => `/api/v1/public/estimates/${id}/attachments/${file.id}`}
    />
  )
}

import { queryOptions } from '@tanstack/react-query'
import { download, isNotFound } from '../../../web/api-client.ts'
import { type Logo, getFile } from '../../business/contract.ts'

/** Loads the logo of content that stores only its id; null without a logo or if it was deleted. */
export function logoQuery(id: string | null) {
  return queryOptions({
    queryKey: ['logo', id],
    queryFn: () => (id === null ? null : loadLogo(id)),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

async function loadLogo(id: string): Promise<Logo | null> {
  const url = `/api/v1/files/${id}`
  try {
    const image = await createImageBitmap(
      await download({ method: getFile.method, path: `/api/v1/files/${id}` }),
    )
    const { width, height } = image
    image.close()
    return { id, url, width, height }
  } catch (error) {
    if (isNotFound(error)) return null
    throw error
  }
}

import { ownUrl } from '../../../web/tab-business.ts'
import type { Attachment } from '../contract.ts'

/** Where the owner saves a file. */
export function ownFileUrl({ id }: Pick<Attachment, 'id'>): string {
  return ownUrl(`/api/v1/attachments/${id}/file`)
}

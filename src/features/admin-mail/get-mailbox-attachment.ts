import { type Actor, recordAdminAction } from '../../platform/audit/note-action.ts'
import { withPlatform } from '../../platform/db/transaction.ts'
import type { FileAnswer, ParamsOf } from '../../shared/endpoint.ts'
import { AppError } from '../../shared/errors.ts'
import type { AdminMailDeps } from './admin-mail-deps.ts'
import { safeFileName, attachmentDisposition } from './attachment-name.ts'
import { readAuditTarget } from './audit-target.ts'
import type * as contract from './contract.ts'
import { readMailboxMessage } from './mailbox-in-use.ts'
import { readBody } from './read-body.ts'

export async function getMailboxAttachment(
  deps: AdminMailDeps,
  actor: Actor,
  { id, index }: ParamsOf<typeof contract.getMailboxAttachment>,
): Promise<FileAnswer> {
  const { bytes } = await readMailboxMessage(deps, id)
  const { attachments } = await readBody(bytes)
  const attachment = attachments[Number(index)]
  if (!attachment) throw new AppError('NOT_FOUND', 'This message has no such attachment.')
  await withPlatform(deps.database, async (tx) =>
    recordAdminAction(tx, actor, { action: 'download-attachment', ...(await readAuditTarget(tx, id)) }),
  )
  return {
    bytes: attachment.bytes,
    // Regardless of the type that the attachment declares.
    contentType: 'application/octet-stream',
    headers: { 'content-disposition': attachmentDisposition(safeFileName(attachment.name)) },
  }
}

import { type Actor, recordAdminAction } from '../../platform/audit/note-action.ts'
import { withPlatform } from '../../platform/db/transaction.ts'
import { toHeaderText } from '../../platform/mail/mail-address.ts'
import type { AdminMailDeps } from './admin-mail-deps.ts'
import { safeFileName } from './attachment-name.ts'
import { readAuditTarget } from './audit-target.ts'
import type { MailboxMessage } from './contract.ts'
import { embedPictures } from './inline-pictures.ts'
import { readMailboxMessage } from './mailbox-in-use.ts'
import { readBody } from './read-body.ts'
import { readEnvelope } from './read-envelope.ts'

/** Returns a message of the mailbox unsanitized; the page sanitizes it for display. */
export async function getMailboxMessage(
  deps: AdminMailDeps,
  actor: Actor,
  id: string,
): Promise<MailboxMessage> {
  const { bytes, writtenAt } = await readMailboxMessage(deps, id)
  const envelope = await readEnvelope(bytes)
  const { html, text, attachments } = await readBody(bytes)
  const embedded = html === null ? null : embedPictures(html, attachments)
  await withPlatform(deps.database, async (tx) =>
    recordAdminAction(tx, actor, { action: 'open-mailbox-message', ...(await readAuditTarget(tx, id)) }),
  )
  return {
    id,
    ...envelope,
    at: writtenAt.toISOString(),
    html: embedded?.html ?? null,
    text,
    // Each keeps its index among all attachments, by which it is downloaded.
    attachments: attachments.flatMap((attachment, index) =>
      embedded?.used.has(attachment)
        ? []
        : [
            {
              index,
              name: safeFileName(attachment.name),
              type: toHeaderText(attachment.type),
              bytes: attachment.bytes.length,
            },
          ],
    ),
  }
}

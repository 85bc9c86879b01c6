import { type Actor, noteAction } from '../../platform/audit/note-action.ts'
import { withPlatform } from '../../platform/db/transaction.ts'
import { toHeaderText } from '../../platform/mail/mail-address.ts'
import type { AdminMailDeps } from './admin-mail-deps.ts'
import { safeFileName } from './attachment-name.ts'
import type { MailboxMessage } from './contract.ts'
import { putPicturesIn } from './inline-pictures.ts'
import { readMailboxMessage } from './mailbox-in-use.ts'
import { notedMessage } from './noted-mail.ts'
import { readBody } from './read-body.ts'
import { readEnvelope } from './read-envelope.ts'

/** What the page shows of it is made harmless there; here it is data. */
export async function getMailboxMessage(
  deps: AdminMailDeps,
  actor: Actor,
  id: string,
): Promise<MailboxMessage> {
  const { bytes, writtenAt } = await readMailboxMessage(deps, id)
  const envelope = await readEnvelope(bytes)
  const { html, text, attachments } = await readBody(bytes)
  const filled = html === null ? null : putPicturesIn(html, attachments)
  await withPlatform(deps.database, async (tx) =>
    noteAction(tx, actor, { action: 'open-mailbox-message', ...(await notedMessage(tx, id)) }),
  )
  return {
    id,
    ...envelope,
    at: writtenAt.toISOString(),
    html: filled?.html ?? null,
    text,
    // Each keeps its place among all, by which it is asked for.
    attachments: attachments.flatMap((attachment, index) =>
      filled?.used.has(attachment)
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

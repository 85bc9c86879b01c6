import { type Actor, recordAdminAction } from '../../platform/audit/record-admin-action.ts'
import { withPlatform } from '../../platform/db/transaction.ts'
import { attachmentDisposition, safeFileName } from '../../platform/files/file-name.ts'
import { toHeaderText } from '../../platform/mail/mail-address.ts'
import type { Mailbox, MailboxMessage } from '../../platform/mail/mailbox.ts'
import type { FileAnswer, ParamsOf, QueryOf, ResponseOf } from '../../shared/endpoint.ts'
import { AppError } from '../../shared/errors.ts'
import type { AdminMailDeps } from './admin-mail-deps.ts'
import type * as contract from './contract.ts'
import { embedPictures } from './embed-pictures.ts'
import { readAuditTarget } from './list-outbox.ts'
import { readBody, readEnvelope } from './read-message.ts'

const pageSize = 50
const fileName = /^[\w-]{1,100}\.eml$/

export async function listMailbox(
  deps: AdminMailDeps,
  { after }: QueryOf<typeof contract.listMailbox>,
): Promise<ResponseOf<typeof contract.listMailbox>> {
  const mailbox = getMailbox(deps)
  // One more than a page, to find out whether there is another page.
  const files = await mailbox.list(after === undefined ? undefined : readCursor(after), pageSize + 1)
  const shown = files.slice(0, pageSize)
  const last = files.length > pageSize ? shown.at(-1) : undefined
  const messages = shown.map(async ({ id, writtenAt, head }) => {
    const { from, to, subject } = await readEnvelope(head)
    return { id, from, to, subject, at: writtenAt.toISOString() }
  })
  return {
    messages: await Promise.all(messages),
    next: last ? Buffer.from(last.name).toString('base64url') : null,
  }
}

/** Reads a cursor. The file name in it is only compared; no file is opened by it. */
function readCursor(text: string): string {
  const name = Buffer.from(text, 'base64url').toString()
  if (fileName.test(name)) return name
  const message = 'This isn’t a valid position in the list.'
  throw new AppError('VALIDATION_FAILED', message, { fields: { after: message } })
}

/** Returns a message of the mailbox unsanitized; the page sanitizes it for display. */
export async function getMailboxMessage(
  deps: AdminMailDeps,
  actor: Actor,
  id: string,
): Promise<contract.MailboxMessage> {
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
    attachments: attachments.flatMap((attachment, index) => {
      const { name, type, bytes: content } = attachment
      if (embedded?.used.has(attachment)) return []
      return [{ index, name: safeFileName(name), type: toHeaderText(type), bytes: content.length }]
    }),
  }
}

export async function getMailboxAttachment(
  deps: AdminMailDeps,
  actor: Actor,
  { id, index }: ParamsOf<typeof contract.getMailboxAttachment>,
): Promise<FileAnswer> {
  const { bytes } = await readMailboxMessage(deps, id)
  const { attachments } = await readBody(bytes)
  const attachment = attachments[Number(index)]
  if (!attachment) throw new AppError('NOT_FOUND', 'This message doesn’t have that attachment.')
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

/** Messages are read and parsed in memory, and sent to the page. */
const maxBytes = 20 * 1024 * 1024

function getMailbox({ mailbox, platformMail }: AdminMailDeps): Mailbox {
  if (mailbox) return mailbox
  const host = platformMail.smtp?.host ?? 'an email server'
  throw new AppError('NOT_CONFIGURED', `Email is sent through ${host}, so the built-in mailbox isn’t in use.`)
}

/** Reads a message of the built-in mailbox, unless it is too large. */
async function readMailboxMessage(
  deps: AdminMailDeps,
  id: string,
): Promise<MailboxMessage & { bytes: Buffer }> {
  const message = await getMailbox(deps).read(id.toLowerCase(), maxBytes)
  if (!message) throw new AppError('NOT_FOUND', 'This message is no longer in the mailbox.')
  const { name, bytes } = message
  if (!bytes) {
    throw new AppError(
      'BODY_TOO_LARGE',
      `This message is larger than 20 MB. Open the file ${name} in the mailbox folder with an email app.`,
    )
  }
  return { ...message, bytes }
}

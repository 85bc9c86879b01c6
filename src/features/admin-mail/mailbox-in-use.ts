import type { Mailbox, MailboxMessage } from '../../platform/mail/mailbox.ts'
import { AppError } from '../../shared/errors.ts'
import type { AdminMailDeps } from './admin-mail-deps.ts'

/** Messages are read and parsed in memory, and sent to the page. */
const maxBytes = 20 * 1024 * 1024

export function getMailbox({ mailbox, platformMail }: AdminMailDeps): Mailbox {
  if (mailbox) return mailbox
  const host = platformMail.smtp?.host ?? 'a mail server'
  throw new AppError('NOT_CONFIGURED', `Mail leaves through ${host}; the built-in mailbox is not in use.`)
}

export function noSuchMessage(): AppError {
  return new AppError('NOT_FOUND', 'This message is not in the mailbox (any more).')
}

/** Reads a message of the built-in mailbox, unless it is too large. */
export async function readMailboxMessage(
  deps: AdminMailDeps,
  id: string,
): Promise<MailboxMessage & { bytes: Buffer }> {
  const message = await getMailbox(deps).read(id.toLowerCase(), maxBytes)
  if (!message) throw noSuchMessage()
  const { name, bytes } = message
  if (!bytes) {
    throw new AppError(
      'BODY_TOO_LARGE',
      `This message is larger than 20 MB. Open the file ${name} in the mailbox folder with a mail program.`,
    )
  }
  return { ...message, bytes }
}

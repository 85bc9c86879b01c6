import type { Mailbox, MailboxMessage } from '../../platform/mail/mailbox.ts'
import { AppError } from '../../shared/errors.ts'
import type { AdminMailDeps } from './admin-mail-deps.ts'

/** Read and parsed in memory, and handed to a page. */
const largest = 20 * 1024 * 1024

export function getMailbox({ mailbox, platformMail }: AdminMailDeps): Mailbox {
  if (mailbox) return mailbox
  const host = platformMail.smtp?.host ?? 'a mail server'
  throw new AppError('NOT_CONFIGURED', `Mail leaves through ${host}; the built-in mailbox is not in use.`)
}

export function noSuchMessage(): AppError {
  return new AppError('NOT_FOUND', 'This message is not in the mailbox (any more).')
}

/** A message that is not too large to be looked into. */
export async function readMailboxMessage(
  deps: AdminMailDeps,
  id: string,
): Promise<MailboxMessage & { bytes: Buffer }> {
  const message = await getMailbox(deps).read(id.toLowerCase(), largest)
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

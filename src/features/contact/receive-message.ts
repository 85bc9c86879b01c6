import { contactMessages } from '../../platform/db/tables/contact.ts'
import { withPlatform } from '../../platform/db/transaction.ts'
import { withinLimits } from '../../platform/limits/limit.ts'
import type { ContactDeps } from './contact-deps.ts'
import { contactLimits } from './contact-limits.ts'
import { type VisitorMessage, queueAcknowledgement, queueContactMail } from './emails.ts'

interface ReceivedMessage extends VisitorMessage {
  /** The value of the honeypot field, which people do not see. */
  inquiry?: string | undefined
}

/**
 * Stores a message and mails it to the operator. Mails are queued, so an unreachable mail server delays
 * nothing and loses nothing.
 */
export async function receiveMessage(
  deps: ContactDeps,
  received: ReceivedMessage,
  ip: string,
): Promise<void> {
  const { inquiry, ...message } = received
  await withinLimits(deps.database, contactLimits(ip, message.email), async () => {
    if (inquiry) deps.log.info('a machine filled in the contact form: nothing was kept')
    else await keepMessage(deps, message)
  })
}

async function keepMessage(deps: ContactDeps, message: VisitorMessage): Promise<void> {
  await withPlatform(deps.database, async (tx) => {
    const mailId = await queueContactMail(tx, deps, message)
    await tx.db.insert(contactMessages).values({ ...message, mailId })
    await queueAcknowledgement(tx, deps, message.email)
  })
}

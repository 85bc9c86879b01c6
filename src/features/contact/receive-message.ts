import { contactMessages } from '../../platform/db/tables/installation/contact.ts'
import { withPlatform } from '../../platform/db/transaction.ts'
import { type Limit, withinLimits } from '../../platform/limits/limit.ts'
import { networkOf } from '../../platform/limits/network-of.ts'
import type { ContactDeps } from './contact-deps.ts'
import { type VisitorMessage, queueAcknowledgement, queueContactMail } from './emails.ts'

interface ReceivedMessage extends VisitorMessage {
  /** The value of the honeypot field, which people do not see. */
  inquiry?: string | undefined
}

/** Stores a message and queues its mails, so an unreachable mail server loses nothing. */
export async function receiveMessage(
  deps: ContactDeps,
  received: ReceivedMessage,
  ip: string,
): Promise<void> {
  const { inquiry, ...message } = received
  await withinLimits(deps.database, contactLimits(ip, message.email), async () => {
    if (inquiry) deps.log.info('a bot filled in the contact form, and nothing was saved')
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

const hour = 3600
const refusal = 'You’ve sent several messages within an hour.'

/**
 * Per address, it also caps the acknowledgements that a stranger asks for. The limit for all prevents bulk
 * mail from many networks and addresses.
 */
function contactLimits(ip: string, email: string): Limit[] {
  return [
    { key: `contact:ip:${networkOf(ip)}`, max: 5, windowSeconds: hour, refusal },
    { key: `contact:email:${mailboxOf(email)}`, max: 3, windowSeconds: hour, refusal },
    {
      key: 'contact:all',
      max: 100,
      windowSeconds: hour,
      refusal: 'We’re receiving too many messages right now.',
    },
  ]
}

/** Addresses with a plus suffix lead to the same mailbox. */
function mailboxOf(email: string): string {
  return email.replace(/^([^+@]+)\+[^@]*@/, '$1@')
}

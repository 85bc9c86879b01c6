import { contactMessages } from '../../platform/db/tables/contact.ts'
import { withPlatform } from '../../platform/db/transaction.ts'
import { withinLimits } from '../../platform/limits/limit.ts'
import type { ContactDeps } from './contact-deps.ts'
import { contactLimits } from './contact-limits.ts'
import { type Written, queueAcknowledgement, queueContactMail } from './emails.ts'

interface Received extends Written {
  /** Of the field that people do not see. */
  inquiry?: string | undefined
}

/** Kept, and mailed to whoever runs the installation. A mail server that is away keeps nobody waiting and loses nothing. */
export async function receiveMessage(deps: ContactDeps, received: Received, ip: string): Promise<void> {
  const { inquiry, ...written } = received
  await withinLimits(deps.database, contactLimits(ip, written.email), async () => {
    if (inquiry) deps.log.info('a machine filled in the contact form: nothing was kept')
    else await keepMessage(deps, written)
  })
}

async function keepMessage(deps: ContactDeps, written: Written): Promise<void> {
  await withPlatform(deps.database, async (tx) => {
    const mailId = await queueContactMail(tx, deps, written)
    await tx.db.insert(contactMessages).values({ ...written, mailId })
    await queueAcknowledgement(tx, deps, written.email)
  })
}

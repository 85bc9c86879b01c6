import { contactMessages } from '../../platform/db/tables/operator.ts'
import { withPlatform } from '../../platform/db/transaction.ts'
import { withinLimits } from '../../platform/limits/limit.ts'
import type { ContactDeps } from './contact-deps.ts'
import { contactLimits } from './contact-limits.ts'
import { queueAcknowledgement, queueContactMail } from './emails.ts'
import type { Written } from './emails.ts'

/** Kept, and mailed to whoever runs the installation. A mail server that is away keeps nobody waiting and loses nothing. */
export async function receiveMessage(deps: ContactDeps, written: Written, ip: string): Promise<void> {
  const { database } = deps
  await withinLimits(database, contactLimits(ip, written.email), () =>
    withPlatform(database, async (tx) => {
      const { name, email, subject, message } = written
      const mailId = await queueContactMail(tx, deps, written)
      await tx.db.insert(contactMessages).values({ name, email, subject, message, mailId })
      await queueAcknowledgement(tx, deps, email)
    }),
  )
}

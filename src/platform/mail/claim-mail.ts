import { and, eq, isNull, lt, or, sql } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { mails } from '../db/tables/mail.ts'
import { withPlatform } from '../db/transaction.ts'
import { deliverMail } from './queue-mail.ts'

export type Mail = typeof mails.$inferSelect

// Whole milliseconds, because JavaScript dates have no finer resolution. The exact time identifies the claim.
const claimEnd = sql`date_trunc('milliseconds', now()) + make_interval(secs => ${deliverMail.expireInSeconds})`

/**
 * Claims a queued mail for one delivery, for as long as its job may run. Until then no other delivery of it
 * starts, even if its job is brought forward. Returns undefined if there is nothing to deliver.
 */
export async function claimMail(database: Database, id: string): Promise<Mail | undefined> {
  return withPlatform(database, async ({ db }) => {
    const isFree = or(isNull(mails.claimedUntil), lt(mails.claimedUntil, sql`now()`))
    const [claimed] = await db
      .update(mails)
      .set({ claimedUntil: claimEnd })
      .where(and(eq(mails.id, id), eq(mails.state, 'queued'), isFree))
      .returning()
    if (claimed) return claimed
    const [mail] = await db.select({ state: mails.state }).from(mails).where(eq(mails.id, id))
    // Throws, so that this job is retried: the other delivery may have died.
    if (mail?.state === 'queued') throw new Error('The mail is being delivered already.')
    return undefined
  })
}

/** SQL condition: the mail still belongs to this delivery. */
export function isClaimOf({ id, claimedUntil }: Mail) {
  return and(eq(mails.id, id), eq(mails.state, 'queued'), eq(mails.claimedUntil, claimedUntil ?? new Date(0)))
}

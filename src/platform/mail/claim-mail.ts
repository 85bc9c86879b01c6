import { and, eq, isNull, lt, or, sql } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { mails } from '../db/tables/mail.ts'
import { withPlatform } from '../db/transaction.ts'
import { deliverMail } from './queue-mail.ts'

export type Mail = typeof mails.$inferSelect

// Whole milliseconds, as JavaScript reads it back: the very moment tells one claim from another.
const claimEnd = sql`date_trunc('milliseconds', now()) + make_interval(secs => ${deliverMail.expireInSeconds})`

/**
 * Takes a queued mail for one delivery, for as long as its job may run: until then no other delivery of it begins,
 * whatever brought it forward. Nothing when there is nothing to deliver (any more).
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
    // Thrown, not skipped: should the other one have died, this job is the one that tries again.
    if (mail?.state === 'queued') throw new Error('The mail is being delivered already.')
    return undefined
  })
}

/** Whether the mail is still this delivery's. */
export function isClaimOf({ id, claimedUntil }: Mail) {
  return and(eq(mails.id, id), eq(mails.state, 'queued'), eq(mails.claimedUntil, claimedUntil ?? new Date(0)))
}

import type { Context } from 'hono'
import { type Transaction, withTenant } from '../../platform/db/transaction.ts'
import type { HttpEnv } from '../../platform/http/http-env.ts'
import { releaseMails } from '../../platform/mail/held-mails.ts'
import { AppError } from '../../shared/errors.ts'
import { type Caller, recordActivity } from '../auth/activity.ts'
import type { Session } from '../auth/contract.ts'
import { sessionIn } from '../auth/sessions/identify.ts'
import { queueFormerOwnerMail, queueNewOwnerMail } from './emails.ts'
import { readMembership } from './find-member.ts'
import { lockTeam } from './lock-team.ts'
import { seatsOf } from './rules.ts'
import type { TeamDeps } from './team-deps.ts'

export async function answerOffer(
  deps: TeamDeps,
  context: Context<HttpEnv>,
  caller: Caller,
  accept: boolean,
): Promise<Session> {
  const { businessId, userId } = caller
  await withTenant(deps.database, businessId, async (tx) => {
    await lockHandovers(tx)
    const { plan } = await lockTeam(tx, caller, 'business.read')
    if (!(await readMembership(tx, userId))?.isOffered) {
      throw new AppError('OFFER_OVER', 'This offer was withdrawn, answered or has expired.')
    }
    if (accept) await handOver(tx, deps, caller, seatsOf(plan) === 'all' ? 'admin' : 'viewer')
    else await tx.client.query('update members set offered_at = null where user_id = $1', [userId])
  })
  return sessionIn(deps, context, businessId)
}

/**
 * A business that is handed over is noted with both users. Two people who hand theirs to each other at the same time would
 * otherwise wait for one another.
 */
async function lockHandovers({ client }: Transaction): Promise<void> {
  await client.query(`select pg_advisory_xact_lock(hashtextextended('millrace handovers', 0))`)
}

/** The owner before takes the seat that becomes free: with Pro, that of the accountant. */
async function handOver(
  tx: Transaction,
  deps: TeamDeps,
  caller: Caller,
  formerRole: 'admin' | 'viewer',
): Promise<void> {
  const { businessId, userId, business, owner } = caller
  // One after the other: there is never more than one owner.
  await tx.client.query(`update members set role = $1 where role = 'owner'`, [formerRole])
  await tx.client.query(
    `update members set role = 'owner', paused_at = null, offered_at = null where user_id = $1`,
    [userId],
  )
  await deps.jobs.enqueue(tx, releaseMails, { businessId })
  await recordActivity(tx, caller, {
    kind: 'business-handed-over',
    detail: `From ${owner.name} to ${caller.name}`,
  })
  const mail = { businessId, businessName: business.name }
  await queueNewOwnerMail(tx, deps, { ...mail, to: caller.email, formerOwner: owner.name })
  await queueFormerOwnerMail(tx, deps, { ...mail, to: owner.email, newOwner: caller.name, role: formerRole })
}

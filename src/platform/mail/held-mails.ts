import { z } from 'zod'
import type { Transaction } from '../db/transaction.ts'
import type { JobQueue } from '../jobs/job-queue.ts'
import { defineJob } from '../jobs/job.ts'
import { enqueueDelivery } from './queue-mail.ts'

/** Enqueued in the transaction that removes the reason for holding a business's mails. */
export const releaseMails = defineJob('release-held-mails', z.strictObject({ businessId: z.uuid() }))

/** SQL: the mail no longer waits for the business's account, so the error of that account is cleared too. */
export const accountForgotten = `waits_for_account = false,
  last_error = case when waits_for_account then null else last_error end`

const lockKey = `hashtextextended('held mails of ' || $1::text, 0)`

/** Before reading whether to hold a mail: releasing waits for this, so that no mail is held afterwards. */
export async function lockForHolding(tx: Transaction, businessId: string): Promise<void> {
  await tx.client.query(`select pg_advisory_xact_lock_shared(${lockKey})`, [businessId])
}

/** Call this before releasing held mails: a later transaction sees that the reason to hold is gone. */
export async function waitForHolders(tx: Transaction, businessId: string): Promise<void> {
  await tx.client.query(`select pg_advisory_xact_lock(${lockKey})`, [businessId])
}

/** Holds a mail (platform role) of a suspended business or, if that is needed, of an unconfirmed owner. */
export async function holdForBusiness(
  tx: Transaction,
  mail: { id: string; businessId: string },
  { needsConfirmedOwner }: { needsConfirmedOwner: boolean },
): Promise<'suspended' | 'unconfirmed' | null> {
  await lockForHolding(tx, mail.businessId)
  const { rows } = await tx.client.query<{ isSuspended: boolean }>(
    `update mails set state = 'held', claimed_until = null, ${accountForgotten} from businesses b
     where mails.id = $1 and mails.state = 'queued' and b.id = mails.business_id
       and (b.suspended_at is not null or $2 and not b.owner_verified)
     returning b.suspended_at is not null as "isSuspended"`,
    [mail.id, needsConfirmedOwner],
  )
  const [held] = rows
  if (!held) return null
  return held.isSuspended ? 'suspended' : 'unconfirmed'
}

/**
 * Releases each held mail once, however often this runs (platform role). Mails in the name of the business
 * stay held while it is suspended; the others only wait for a confirmed owner.
 */
export async function releaseHeldMails(
  tx: Transaction,
  jobs: Pick<JobQueue, 'enqueue'>,
  businessId: string,
): Promise<void> {
  await waitForHolders(tx, businessId)
  const { rows } = await tx.client.query<{ id: string; onBehalf: boolean }>(
    `update mails set state = 'queued' from businesses b
     where mails.business_id = $1 and mails.state = 'held' and b.id = mails.business_id
       and case when mails.on_behalf then b.suspended_at is null else b.owner_verified end
     returning mails.id, mails.on_behalf as "onBehalf"`,
    [businessId],
  )
  for (const mail of rows) await enqueueDelivery(tx, jobs, { ...mail, businessId })
}

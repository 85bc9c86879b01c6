import { z } from 'zod'
import type { Transaction } from '../db/transaction.ts'
import type { JobQueue } from '../jobs/job-queue.ts'
import { defineJob } from '../jobs/job.ts'
import { enqueueDelivery } from './queue-mail.ts'

/** Added in the transaction that removes the reason for holding a business's mails. */
export const releaseMails = defineJob('release-held-mails', z.strictObject({ businessId: z.uuid() }))

/** Sets columns: a mail waits no longer for its business's account, so what that account's server said goes too. */
export const accountForgotten = `waits_for_account = false,
  last_error = case when waits_for_account then null else last_error end`

const lockKey = `hashtextextended('held mails of ' || $1::text, 0)`

/**
 * Called before deciding whether to hold a mail, with the reason for it read afterwards: whoever releases waits for
 * this transaction, so that no mail is put on hold unseen while the others are let go. Holders do not wait for each
 * other.
 */
export async function announceHolding(tx: Transaction, businessId: string): Promise<void> {
  await tx.client.query(`select pg_advisory_xact_lock_shared(${lockKey})`, [businessId])
}

/** Called before letting held mails go: whoever comes afterwards to hold one sees why it need not be. */
export async function waitForHolders(tx: Transaction, businessId: string): Promise<void> {
  await tx.client.query(`select pg_advisory_xact_lock(${lockKey})`, [businessId])
}

/**
 * Puts a mail in the name of a business on hold that is about to leave (role of the platform): while the business is
 * suspended and, where that is asked for, until its owner has confirmed an address. Null when it may leave, else why
 * not.
 */
export async function holdForBusiness(
  tx: Transaction,
  mail: { id: string; businessId: string },
  { needsConfirmedOwner }: { needsConfirmedOwner: boolean },
): Promise<'suspended' | 'unconfirmed' | null> {
  await announceHolding(tx, mail.businessId)
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
 * Lets the held mails of a business go (role of the platform), each once however often this runs. Those in its name
 * are looked at again as they leave, except that none goes while it is suspended; the others wait for nothing but that
 * its owner has confirmed an address.
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

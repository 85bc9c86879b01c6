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

/**
 * Call this before reading whether a mail has to be held. A transaction that releases mails waits for this
 * transaction, so that no mail is put on hold after the others were released. Transactions that hold mails do
 * not wait for each other.
 */
export async function lockForHolding(tx: Transaction, businessId: string): Promise<void> {
  await tx.client.query(`select pg_advisory_xact_lock_shared(${lockKey})`, [businessId])
}

/**
 * Call this before releasing held mails. A transaction that holds mails afterwards sees that the reason is
 * gone.
 */
export async function waitForHolders(tx: Transaction, businessId: string): Promise<void> {
  await tx.client.query(`select pg_advisory_xact_lock(${lockKey})`, [businessId])
}

/**
 * Holds a mail in the name of a business that is about to be sent (platform role): while the business is
 * suspended and, with `needsConfirmedOwner`, until its owner has confirmed an address. Returns the reason;
 * null if the mail may be sent.
 */
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
 * Releases the held mails of a business (platform role), each only once however often this runs. Mails in the
 * name of the business stay held while it is suspended, and are checked again when they are sent. The other
 * mails only wait until the owner has confirmed an address.
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

import { z } from 'zod'
import type { Transaction } from '../db/transaction.ts'
import type { JobQueue } from '../jobs/job-queue.ts'
import { defineJob } from '../jobs/job.ts'
import { enqueueDelivery } from './queue-mail.ts'

/** Added in the transaction that removes the reason for holding a business's mails. */
export const releaseMails = defineJob('release-held-mails', z.strictObject({ businessId: z.uuid() }))

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
 * Puts a mail on hold that is about to leave through the platform's transport, unless the owner of its business has
 * confirmed an address (role of the platform). True when it now waits.
 */
export async function holdUnlessConfirmed(
  tx: Transaction,
  mail: { id: string; businessId: string },
): Promise<boolean> {
  await announceHolding(tx, mail.businessId)
  const { rowCount } = await tx.client.query(
    `update mails set state = 'held', claimed_until = null, waits_for_account = false from businesses
     where mails.id = $1 and mails.state = 'queued' and businesses.id = mails.business_id
       and not businesses.owner_verified`,
    [mail.id],
  )
  return rowCount === 1
}

/** Lets the held mails of a business go (role of the platform), each once however often this runs. */
export async function releaseHeldMails(
  tx: Transaction,
  jobs: Pick<JobQueue, 'enqueue'>,
  businessId: string,
): Promise<void> {
  await waitForHolders(tx, businessId)
  const { rows } = await tx.client.query<{ id: string; onBehalf: boolean }>(
    `update mails set state = 'queued' where business_id = $1 and state = 'held'
     returning id, on_behalf as "onBehalf"`,
    [businessId],
  )
  for (const mail of rows) await enqueueDelivery(tx, jobs, { ...mail, businessId })
}

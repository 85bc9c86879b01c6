import type { Transaction } from '../../platform/db/transaction.ts'
import type { JobQueue } from '../../platform/jobs/job-queue.ts'
import { releaseMails } from '../../platform/mail/held-mails.ts'

/**
 * Marks the business as owned by a user with a confirmed address and enqueues a job that releases its held
 * mails, in the same transaction (opened by withAuth). A job releases them because the database role for
 * accounts cannot access mails. Does nothing while the address is unconfirmed or once the business is marked.
 */
export async function confirmOwner(
  tx: Transaction,
  jobs: Pick<JobQueue, 'enqueue'>,
  userId: string,
): Promise<void> {
  const { rows } = await tx.client.query<{ id: string }>(
    `update businesses set owner_verified = true
     from members join auth.users on users.id = members.user_id
     where members.business_id = businesses.id and members.user_id = $1 and users.email_verified
       and not businesses.owner_verified
     returning businesses.id`,
    [userId],
  )
  for (const { id } of rows) await jobs.enqueue(tx, releaseMails, { businessId: id })
}

/**
 * Locks the user's business. Call it before writing the user in a transaction that writes the business
 * afterwards. Renaming a business writes the business first and then its users, so the opposite order could
 * deadlock.
 */
export async function lockBusinessOf({ client }: Transaction, person: { email: string }): Promise<void> {
  await client.query(
    `select from businesses
     where id in (select business_id from members join auth.users on users.id = members.user_id where users.email = $1)
     for update`,
    [person.email],
  )
}

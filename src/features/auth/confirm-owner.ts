import type { Transaction } from '../../platform/db/transaction.ts'
import type { JobQueue } from '../../platform/jobs/job-queue.ts'
import { releaseMails } from '../../platform/mail/held-mails.ts'

/**
 * Notes on the business that its owner's address is confirmed and lets go what waited for that: one commit (of a
 * transaction opened by withAuth) does both. The mails themselves are closed to the role of accounts, so they are
 * released by a job. Does nothing while the address is not confirmed, and nothing the second time.
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
 * Called before anything of a person is written whose business is written afterwards. Renaming a business writes it and
 * then its people, so that two that began at the other end could wait for each other for ever.
 */
export async function lockBusinessOf({ client }: Transaction, person: { email: string }): Promise<void> {
  await client.query(
    `select from businesses
     where id in (select business_id from members join auth.users on users.id = members.user_id where users.email = $1)
     for update`,
    [person.email],
  )
}

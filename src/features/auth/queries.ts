import { randomUUID } from 'node:crypto'
import { businesses, members } from '../../platform/db/tables/business.ts'
import { accounts, users } from '../../platform/db/tables/installation/auth.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import type { JobQueue } from '../../platform/jobs/job-queue.ts'
import { releaseMails } from '../../platform/mail/held-mails.ts'

interface NewAccount {
  name: string
  email: string
  passwordHash: string
  businessName: string
  timeZone: string
  role?: 'user' | 'admin'
  emailVerified?: boolean
  initialPasswordChanged?: boolean
}

/** Creates a business and its owner's membership. */
export async function createBusiness(
  tx: Transaction,
  owner: { userId: string; businessName: string; timeZone: string; emailVerified?: boolean },
): Promise<string> {
  const businessId = randomUUID()
  await tx.db.insert(businesses).values({
    id: businessId,
    name: owner.businessName,
    timeZone: owner.timeZone,
    ownerVerified: owner.emailVerified ?? false,
  })
  await tx.db.insert(members).values({ businessId, userId: owner.userId, role: 'owner' })
  return businessId
}

/** Creates a user with a password and a business, in the caller's transaction (withAuth). */
export async function createAccount(tx: Transaction, account: NewAccount) {
  const userId = randomUUID()
  await tx.db.insert(users).values({
    id: userId,
    name: account.name,
    email: account.email,
    role: account.role ?? 'user',
    emailVerified: account.emailVerified ?? false,
    initialPasswordChanged: account.initialPasswordChanged ?? true,
  })
  await tx.db
    .insert(accounts)
    .values({ userId, accountId: userId, providerId: 'credential', password: account.passwordHash })
  const businessId = await createBusiness(tx, { userId, ...account })
  return { userId, businessId }
}

/**
 * Marks the business of a confirmed address (withAuth), once. A job releases its held mails, which the
 * database role for accounts cannot access.
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
 * Call it before writing a user and then the business. Renaming a business writes the business first, so the
 * opposite order could deadlock.
 */
export async function lockBusinessOf({ client }: Transaction, person: { email: string }): Promise<void> {
  await client.query(
    `select from businesses
     where id in (select business_id from members join auth.users on users.id = members.user_id where users.email = $1)
     for update`,
    [person.email],
  )
}

/** Serializes whatever creates, demotes or deletes an admin, so that at least one is left. */
export async function lockAdmins({ client }: Transaction): Promise<void> {
  await client.query(`select pg_advisory_xact_lock(hashtextextended('millrace admins', 0))`)
}

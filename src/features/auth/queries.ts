import { randomUUID } from 'node:crypto'
import { businesses, members } from '../../platform/db/tables/business.ts'
import { accounts, users } from '../../platform/db/tables/installation/auth.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import type { JobQueue } from '../../platform/jobs/job-queue.ts'
import { releaseMails } from '../../platform/mail/held-mails.ts'

interface NewUser {
  name: string
  email: string
  passwordHash: string
  role?: 'user' | 'admin'
  emailVerified?: boolean
  initialPasswordChanged?: boolean
}

interface NewBusiness {
  userId: string
  businessName: string
  timeZone: string
  emailVerified?: boolean | undefined
  /** The request that makes a further business of the user. */
  requestId?: string
}

/** Creates a business and its owner's membership. */
export async function createBusiness(tx: Transaction, owner: NewBusiness): Promise<string> {
  const businessId = randomUUID()
  await tx.db.insert(businesses).values({
    id: businessId,
    name: owner.businessName,
    timeZone: owner.timeZone,
    ownerVerified: owner.emailVerified ?? false,
  })
  await tx.db
    .insert(members)
    .values({ businessId, userId: owner.userId, role: 'owner', requestId: owner.requestId ?? null })
  return businessId
}

/** Creates a user with a password, in the caller's transaction (withAuth). */
export async function createUser(tx: Transaction, account: NewUser): Promise<string> {
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
  return userId
}

/** Creates a user with a password and a business, in the caller's transaction (withAuth). */
export async function createAccount(tx: Transaction, account: NewUser & Omit<NewBusiness, 'userId'>) {
  const userId = await createUser(tx, account)
  const businessId = await createBusiness(tx, { userId, ...account })
  return { userId, businessId }
}

/**
 * Marks the businesses of an owner whose address is confirmed (withAuth), once. A job releases their held mails, which the
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
     where members.business_id = businesses.id and members.user_id = $1 and members.role = 'owner'
       and users.email_verified
       and not businesses.owner_verified
     returning businesses.id`,
    [userId],
  )
  for (const { id } of rows) await jobs.enqueue(tx, releaseMails, { businessId: id })
}

/**
 * Locks the businesses that a person owns, and one more. Call it before writing the user and then a business. Renaming a
 * business writes the business first, so the opposite order could deadlock.
 */
export async function lockBusinessesOf(
  { client }: Transaction,
  person: { email: string },
  businessId: string | null = null,
): Promise<void> {
  await client.query(
    `select from businesses
     where id = $2 or id in (
       select business_id from members join auth.users on users.id = members.user_id
       where users.email = $1 and members.role = 'owner')
     order by id for no key update`,
    [person.email, businessId],
  )
}

/** Serializes whatever creates, demotes or deletes an admin, so that at least one is left. */
export async function lockAdmins({ client }: Transaction): Promise<void> {
  await client.query(`select pg_advisory_xact_lock(hashtextextended('millrace admins', 0))`)
}

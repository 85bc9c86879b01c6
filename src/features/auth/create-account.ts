import { randomUUID } from 'node:crypto'
import { accounts, users } from '../../platform/db/tables/auth.ts'
import { businesses, members } from '../../platform/db/tables/business.ts'
import type { Transaction } from '../../platform/db/transaction.ts'

export interface NewAccount {
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

/**
 * Creates a user with a password, a business and the membership, in the caller's transaction (opened by
 * withAuth).
 */
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

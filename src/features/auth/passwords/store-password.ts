import { eq } from 'drizzle-orm'
import { accounts, users } from '../../../platform/db/tables/auth.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { credentialOf } from './own-password.ts'

/**
 * Stores the hash of a new password, with or without a previous one, and marks an initial password as
 * changed.
 */
export async function storePassword(
  { db }: Transaction,
  userId: string,
  hash: string,
  at: Date,
): Promise<void> {
  const changed = await db
    .update(accounts)
    .set({ password: hash, updatedAt: at })
    .where(credentialOf(userId))
    .returning({ id: accounts.id })
  if (changed.length === 0) {
    await db.insert(accounts).values({ userId, accountId: userId, providerId: 'credential', password: hash })
  }
  await db.update(users).set({ initialPasswordChanged: true, updatedAt: at }).where(eq(users.id, userId))
}

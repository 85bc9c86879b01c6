import { eq, sql } from 'drizzle-orm'
import pg from 'pg'
import type { Database } from '../../platform/db/connect.ts'
import { users } from '../../platform/db/tables/auth.ts'
import { businesses } from '../../platform/db/tables/business.ts'
import { type Transaction, withAuth, withTenant } from '../../platform/db/transaction.ts'
import type { Identity } from '../../platform/http/api.ts'
import type { BodyOf } from '../../shared/endpoint.ts'
import { AppError } from '../../shared/errors.ts'
import type * as contract from './contract.ts'
import { getOwnProfile } from './queries.ts'

/**
 * Changes what the owner says about themselves and the business. Invoices have their own copy of it and stay as they are.
 *
 * The name is the user's, the rest the business's, and no role may write both, so these are two transactions. Should
 * the second fail, the first stays: each is whole without the other, the caller is told that it failed, and saving
 * again writes both.
 */
export async function updateProfile(
  database: Database,
  identity: Identity,
  { name, businessName, businessEmail, ...rest }: BodyOf<typeof contract.updateProfile>,
): Promise<contract.Profile> {
  const profile = await withTenant(database, identity.businessId, async (tx) => {
    await assertKnownToPostgres(tx, rest.timeZone)
    await tx.db
      .update(businesses)
      .set({ name: businessName, email: businessEmail || null, ...rest, updatedAt: sql`now()` })
      .where(eq(businesses.id, identity.businessId))
    return getOwnProfile(tx, { name, email: identity.email })
  })
  await withAuth(database, ({ db }) =>
    db.update(users).set({ name, updatedAt: new Date() }).where(eq(users.id, identity.userId)),
  )
  return profile
}

/** Dates are reckoned with it there too, and each has a list of zones of its own age. */
async function assertKnownToPostgres({ client }: Transaction, timeZone: string): Promise<void> {
  try {
    await client.query('select now() at time zone $1', [timeZone])
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== '22023') throw error
    const message = 'This time zone is not known.'
    throw new AppError('VALIDATION_FAILED', message, { fields: { timeZone: message } })
  }
}

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
 * Existing invoices keep their own copy. The name belongs to the user and the rest to the business, and no
 * database role may write both. If the second transaction fails, saving again writes both.
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

/** Rejects a time zone that Postgres does not know. SQL uses the zone too, and its list may differ from Node's. */
async function assertKnownToPostgres({ client }: Transaction, timeZone: string): Promise<void> {
  try {
    await client.query('select now() at time zone $1', [timeZone])
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== '22023') throw error
    const message = 'We don’t recognize this time zone.'
    throw new AppError('VALIDATION_FAILED', message, { fields: { timeZone: message } })
  }
}

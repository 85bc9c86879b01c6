import { eq, sql } from 'drizzle-orm'
import pg from 'pg'
import type { Database } from '../../platform/db/connect.ts'
import { businesses } from '../../platform/db/tables/business.ts'
import { users } from '../../platform/db/tables/installation/auth.ts'
import { exchangeRates } from '../../platform/db/tables/rates.ts'
import { type Transaction, withAuth, withTenant } from '../../platform/db/transaction.ts'
import type { Identity } from '../../platform/http/api.ts'
import type { BodyOf } from '../../shared/endpoint.ts'
import { AppError, fieldError } from '../../shared/errors.ts'
import { checkTaxId } from '../../shared/tax-ids.ts'
import type * as contract from './contract.ts'
import { getOwnProfile, hasAmounts } from './queries.ts'
import { currencyFixed } from './rules.ts'

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
    if (rest.currency !== undefined) await prepareCurrency(tx, rest.currency)
    const tax = await readTaxIdentity(tx, rest)
    await tx.db
      .update(businesses)
      .set({ name: businessName, email: businessEmail || null, ...rest, ...tax, updatedAt: sql`now()` })
      .where(eq(businesses.id, identity.businessId))
    return getOwnProfile(tx, { name, email: identity.email })
  })
  await withAuth(database, ({ db }) =>
    db.update(users).set({ name, updatedAt: new Date() }).where(eq(users.id, identity.userId)),
  )
  return profile
}

/**
 * Another home currency is refused once there are amounts. The lock waits for transactions that are adding rows of the
 * business, and holds up new ones until this one ends.
 */
async function prepareCurrency(tx: Transaction, wanted: string): Promise<void> {
  const [business] = await tx.db.select({ currency: businesses.currency }).from(businesses)
  if (!business || business.currency === wanted) return
  await tx.db.select({ id: businesses.id }).from(businesses).for('update')
  if (await hasAmounts(tx)) {
    const message = currencyFixed(business.currency)
    throw new AppError('CURRENCY_FIXED', message, { fields: { currency: message } })
  }
  // They are rates in the old home currency.
  await tx.db.delete(exchangeRates)
}

/** Returns country and tax number after the change, the number in its customary form. What is missing stays as it is. */
async function readTaxIdentity(
  { db }: Transaction,
  wanted: Pick<BodyOf<typeof contract.updateProfile>, 'country' | 'taxId'>,
): Promise<{ country: string; taxId: string }> {
  const [business] = await db
    .select({ country: businesses.country, taxId: businesses.taxId })
    .from(businesses)
  const country = wanted.country ?? business?.country ?? ''
  const checked = checkTaxId(country, wanted.taxId ?? business?.taxId ?? '')
  if ('message' in checked) throw fieldError('taxId', checked.message)
  return { country, taxId: checked.taxId }
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

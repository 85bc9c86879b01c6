import { and, eq, ne, sql } from 'drizzle-orm'
import type { Database } from '../../platform/db/connect.ts'
import { taxRates } from '../../platform/db/tables/taxes.ts'
import { type Transaction, withTenant } from '../../platform/db/transaction.ts'
import { isUniqueViolation } from '../../platform/db/violations.ts'
import { AppError } from '../../shared/errors.ts'
import { lockOwnBusiness } from '../business/queries.ts'
import type { NewTaxRate, TaxRate } from './contract.ts'

const maxTaxRates = 50

/** Runs `save` while no other request changes the rates, so that the count and the default are up to date. */
async function withBusinessLock(
  database: Database,
  businessId: string,
  save: (tx: Transaction) => Promise<TaxRate>,
): Promise<TaxRate> {
  try {
    return await withTenant(database, businessId, async (tx) => {
      await lockOwnBusiness(tx)
      return save(tx)
    })
  } catch (error) {
    if (!isUniqueViolation(error, 'tax_rates_name')) throw error
    const message = 'You already have a tax rate with this name.'
    throw new AppError('NAME_TAKEN', message, { fields: { name: message }, cause: error })
  }
}

export function createTaxRate(database: Database, businessId: string, rate: NewTaxRate): Promise<TaxRate> {
  return withBusinessLock(database, businessId, async (tx) => {
    if ((await tx.db.$count(taxRates)) >= maxTaxRates) {
      throw new AppError(
        'VALIDATION_FAILED',
        `You can keep at most ${maxTaxRates} tax rates. Please remove one you no longer need.`,
      )
    }
    if (rate.isDefault) await unsetOtherDefault(tx)
    const [added] = await tx.db
      .insert(taxRates)
      .values({ ...rate, businessId })
      .returning(columns)
    if (!added) throw new Error('no row came back for the added tax rate')
    return added
  })
}

export function updateTaxRate(
  database: Database,
  businessId: string,
  id: string,
  rate: NewTaxRate,
): Promise<TaxRate> {
  return withBusinessLock(database, businessId, async (tx) => {
    if (rate.isDefault) await unsetOtherDefault(tx, id)
    const [changed] = await tx.db.update(taxRates).set(rate).where(eq(taxRates.id, id)).returning(columns)
    if (!changed) throw rateNotFound()
    return changed
  })
}

const columns = {
  id: taxRates.id,
  name: taxRates.name,
  rate: taxRates.rate,
  description: taxRates.description,
  isDefault: taxRates.isDefault,
}
const rateNotFound = () => new AppError('NOT_FOUND', 'This tax rate no longer exists.')

export function listTaxRates({ db }: Transaction): Promise<TaxRate[]> {
  return db
    .select(columns)
    .from(taxRates)
    .orderBy(sql`lower(${taxRates.name})`)
}

/** Clears the default flag of the other rates. Call it before setting a new default: the database allows only one. */
async function unsetOtherDefault({ db }: Transaction, id?: string): Promise<void> {
  await db
    .update(taxRates)
    .set({ isDefault: false })
    .where(and(taxRates.isDefault, id === undefined ? undefined : ne(taxRates.id, id)))
}

export async function removeTaxRate({ db }: Transaction, id: string): Promise<void> {
  const removed = await db.delete(taxRates).where(eq(taxRates.id, id)).returning({ id: taxRates.id })
  if (removed.length === 0) throw rateNotFound()
}

import { and, eq, ne, sql } from 'drizzle-orm'
import { taxRates } from '../../platform/db/tables/taxes.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { AppError } from '../../shared/errors.ts'
import type { NewTaxRate, TaxRate } from './contract.ts'

const columns = {
  id: taxRates.id,
  name: taxRates.name,
  rate: taxRates.rate,
  description: taxRates.description,
  isDefault: taxRates.isDefault,
}
const rateNotFound = () => new AppError('NOT_FOUND', 'This tax rate is not there any more.')

export function listTaxRates({ db }: Transaction): Promise<TaxRate[]> {
  return db
    .select(columns)
    .from(taxRates)
    .orderBy(sql`lower(${taxRates.name})`)
}

export function countTaxRates({ db }: Transaction): Promise<number> {
  return db.$count(taxRates)
}

export async function addTaxRate(
  { db }: Transaction,
  businessId: string,
  rate: NewTaxRate,
): Promise<TaxRate> {
  const [added] = await db
    .insert(taxRates)
    .values({ ...rate, businessId })
    .returning(columns)
  if (!added) throw new Error('no row came back for the added tax rate')
  return added
}

export async function changeTaxRate({ db }: Transaction, id: string, rate: NewTaxRate): Promise<TaxRate> {
  const [changed] = await db.update(taxRates).set(rate).where(eq(taxRates.id, id)).returning(columns)
  if (!changed) throw rateNotFound()
  return changed
}

/** Clears the default flag of the other rates. Call it before setting a new default: the database allows only one. */
export async function unsetOtherDefault({ db }: Transaction, id?: string): Promise<void> {
  await db
    .update(taxRates)
    .set({ isDefault: false })
    .where(and(taxRates.isDefault, id === undefined ? undefined : ne(taxRates.id, id)))
}

export async function removeTaxRate({ db }: Transaction, id: string): Promise<void> {
  const removed = await db.delete(taxRates).where(eq(taxRates.id, id)).returning({ id: taxRates.id })
  if (removed.length === 0) throw rateNotFound()
}

import type { Database } from '../../platform/db/connect.ts'
import { type Transaction, withTenant } from '../../platform/db/transaction.ts'
import { isUniqueViolation } from '../../platform/db/violations.ts'
import { AppError } from '../../shared/errors.ts'
import { lockOwnBusiness } from '../business/queries.ts'
import type { NewTaxRate, TaxRate } from './contract.ts'
import { addTaxRate, changeTaxRate, countTaxRates, unsetOtherDefault } from './queries.ts'

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
    const message = 'You have a tax rate with this name already.'
    throw new AppError('NAME_TAKEN', message, { fields: { name: message }, cause: error })
  }
}

export function createTaxRate(database: Database, businessId: string, rate: NewTaxRate): Promise<TaxRate> {
  return withBusinessLock(database, businessId, async (tx) => {
    if ((await countTaxRates(tx)) >= maxTaxRates) {
      throw new AppError(
        'VALIDATION_FAILED',
        `You can keep at most ${maxTaxRates} tax rates. Please remove one that you no longer need.`,
      )
    }
    if (rate.isDefault) await unsetOtherDefault(tx)
    return addTaxRate(tx, businessId, rate)
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
    return changeTaxRate(tx, id, rate)
  })
}

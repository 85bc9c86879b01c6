import type { Database } from '../../platform/db/connect.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import type { Api } from '../../platform/http/api.ts'
import * as contract from './contract.ts'
import { createTaxRate, listTaxRates, removeTaxRate, updateTaxRate } from './tax-rates.ts'

export function registerTaxRoutes(api: Api, database: Database): void {
  api.register(contract.listTaxRates, async ({ identity }) => ({
    taxRates: await withTenant(database, identity.businessId, listTaxRates),
  }))
  api.register(contract.createTaxRate, ({ body, identity }) =>
    createTaxRate(database, identity.businessId, body),
  )
  api.register(contract.updateTaxRate, ({ params, body, identity }) =>
    updateTaxRate(database, identity.businessId, params.id, body),
  )
  api.register(contract.deleteTaxRate, ({ params, identity }) =>
    withTenant(database, identity.businessId, (tx) => removeTaxRate(tx, params.id)),
  )
}

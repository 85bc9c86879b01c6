import type { Deps } from '../../platform/deps.ts'
import type { Api } from '../../platform/http/api.ts'
import { categorizeTransactions, listCategories, setCategory } from './categories.ts'
import { createCategoryRule, deleteCategoryRule, listCategoryRules } from './category-rule.ts'
import * as contract from './contract.ts'
import { exportTransactions } from './export-transactions.ts'
import { listTransactions } from './list-transactions.ts'

export function registerTransactionRoutes(api: Api, deps: Deps<'database' | 'jobs' | 'now'>): void {
  api.register(contract.listTransactions, ({ identity, query }) => listTransactions(deps, identity, query))
  api.register(contract.exportTransactions, ({ identity, query, log }) =>
    exportTransactions({ ...deps, log }, identity, query),
  )
  api.register(contract.listCategories, ({ identity }) => listCategories(deps, identity))
  api.register(contract.setCategory, ({ identity, params, body }) =>
    setCategory(deps, identity, params.id, body),
  )
  api.register(contract.categorizeTransactions, ({ identity, body }) =>
    categorizeTransactions(deps, identity, body),
  )
  api.register(contract.listCategoryRules, ({ identity, query }) => listCategoryRules(deps, identity, query))
  api.register(contract.createCategoryRule, ({ identity, body }) => createCategoryRule(deps, identity, body))
  api.register(contract.deleteCategoryRule, ({ identity, params }) =>
    deleteCategoryRule(deps, identity, params.id),
  )
}

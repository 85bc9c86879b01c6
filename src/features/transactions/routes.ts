import type { Api } from '../../platform/http/api.ts'
import { categorizeTransactions } from './categorize-transactions.ts'
import { listCategoryRules } from './category-rule-list.ts'
import * as contract from './contract.ts'
import { listCategories } from './list-categories.ts'
import { listTransactions } from './list-transactions.ts'
import { createCategoryRule, deleteCategoryRule } from './save-category-rule.ts'
import { setCategory } from './set-category.ts'
import type { RuleDeps } from './transaction-deps.ts'

export function registerTransactionRoutes(api: Api, deps: RuleDeps): void {
  api.register(contract.listTransactions, ({ identity, query }) => listTransactions(deps, identity, query))
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

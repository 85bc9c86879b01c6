import { withTenant } from '../../platform/db/transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Api } from '../../platform/http/api.ts'
import { dateIn } from '../../shared/dates.ts'
import * as contract from './contract.ts'
import { createExpense } from './create-expense.ts'
import { deleteExpense, deleteExpenses, updateExpense } from './expense-changes.ts'
import { exportExpenses } from './export-expenses.ts'
import { listExpenses } from './list-expenses.ts'
import { getExpenseRow, toExpense } from './queries.ts'
import {
  deleteRecurringExpense,
  pauseRecurringExpense,
  resumeRecurringExpense,
  updateRecurringExpense,
} from './recurring-changes.ts'
import { listRecurringExpenses, readRecurring } from './recurring-view.ts'
import { suggestExpense, suggestVendors } from './suggest-expense.ts'
import { summarizeExpenses } from './summarize-expenses.ts'

export function registerExpenseRoutes(
  api: Api,
  deps: Deps<'database' | 'now' | 'matchReceipts' | 'matchTransactions'>,
): void {
  const { database } = deps
  api.register(contract.listExpenses, ({ identity, query }) => listExpenses(deps, identity, query))
  // Registered before the route of one expense, which would match these paths as an id.
  api.register(contract.exportExpenses, ({ identity, query, log }) =>
    exportExpenses({ ...deps, log }, identity, query),
  )
  api.register(contract.getExpenseSummary, ({ identity }) => summarizeExpenses(deps, identity))
  api.register(contract.suggestExpense, ({ identity, query }) => suggestExpense(deps, identity, query))
  api.register(contract.suggestVendors, async ({ identity, query }) => ({
    vendors: await suggestVendors(deps, identity, query),
  }))
  api.register(contract.getExpense, async ({ identity, params }) =>
    toExpense(await withTenant(database, identity.businessId, (tx) => getExpenseRow(tx, params.id))),
  )
  api.register(contract.createExpense, ({ identity, body }) => createExpense(deps, identity, body))
  api.register(contract.updateExpense, ({ identity, params, body }) =>
    updateExpense(deps, identity, params.id, body),
  )
  api.register(contract.deleteExpense, ({ identity, params }) => deleteExpense(deps, identity, params.id))
  api.register(contract.deleteExpenses, async ({ identity, body }) => ({
    deleted: await deleteExpenses(deps, identity, body.ids),
  }))

  api.register(contract.listRecurringExpenses, ({ identity, query }) =>
    listRecurringExpenses(deps, identity, query),
  )
  api.register(contract.getRecurringExpense, async ({ identity, params }) => {
    const today = dateIn(identity.business.timeZone, deps.now())
    return withTenant(database, identity.businessId, (tx) => readRecurring(tx, params.id, today))
  })
  api.register(contract.updateRecurringExpense, ({ identity, params, body }) =>
    updateRecurringExpense(deps, identity, params.id, body),
  )
  api.register(contract.pauseRecurringExpense, ({ identity, params }) =>
    pauseRecurringExpense(deps, identity, params.id),
  )
  api.register(contract.resumeRecurringExpense, ({ identity, params }) =>
    resumeRecurringExpense(deps, identity, params.id),
  )
  api.register(contract.deleteRecurringExpense, ({ identity, params }) =>
    deleteRecurringExpense(deps, identity, params.id),
  )
}

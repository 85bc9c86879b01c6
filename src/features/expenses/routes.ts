import type { Api } from '../../platform/http/api.ts'
import type { ExpenseDeps } from './expense-deps.ts'

export function registerExpenseRoutes(_api: Api, _deps: ExpenseDeps): void {}

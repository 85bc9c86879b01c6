import type { Deps } from '../../platform/deps.ts'
import type { ClientMailDeps } from '../invoices/invoice-deps.ts'

/** What recurring invoices need. */
export type RecurringDeps = ClientMailDeps & Deps<'database' | 'log'>

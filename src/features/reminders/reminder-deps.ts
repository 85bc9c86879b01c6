import type { Deps } from '../../platform/deps.ts'
import type { ClientMailDeps } from '../invoices/invoice-deps.ts'

/** What reminders need. */
export type ReminderDeps = ClientMailDeps & Deps<'database' | 'log'>

import type { Deps } from '../../platform/deps.ts'

/** What subscriptions need. */
export type BillingDeps = Deps<'database' | 'jobs' | 'log' | 'now' | 'appUrl' | 'cards'>

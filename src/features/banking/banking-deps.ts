import type { Deps } from '../../platform/deps.ts'

/** What bank connections need. */
export type BankingDeps = Deps<
  | 'database'
  | 'jobs'
  | 'log'
  | 'now'
  | 'secrets'
  | 'appUrl'
  | 'mailFrom'
  | 'mailWaitsForVerification'
  | 'demoBank'
  | 'platformBanks'
  | 'connectOwnBanks'
  | 'matchReceipts'
  | 'matchTransactions'
>

import type { CardProvider } from '../../platform/cards/card-provider.ts'
import type { AdminMailDeps } from '../admin-mail/admin-mail-deps.ts'

/** What is known of the process and its surroundings. */
export interface Installation {
  version: string
  startedAt: Date
  isEmbeddedDatabase: boolean
  dataDir: string
  /** Whether the operator's own account with the bank aggregator is in use, besides the demo bank. */
  hasBanks: boolean
}

export interface SystemDeps extends Pick<AdminMailDeps, 'database' | 'jobs' | 'log' | 'platformMail'> {
  installation: Installation
  cards: Pick<CardProvider, 'isLive'>
  now: () => Date
}

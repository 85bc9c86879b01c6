import type { CardProvider } from '../../platform/cards/card-provider.ts'
import type { AdminMailDeps } from '../admin-mail/admin-mail-deps.ts'

/** Facts about the process and its environment. */
export interface Installation {
  version: string
  startedAt: Date
  isEmbeddedDatabase: boolean
  dataDir: string
  /** Whether the operator's Plaid account is configured, in addition to the demo bank. */
  hasBanks: boolean
}

export interface SystemDeps extends Pick<AdminMailDeps, 'database' | 'jobs' | 'log' | 'platformMail'> {
  installation: Installation
  cards: Pick<CardProvider, 'isLive'>
  now: () => Date
}

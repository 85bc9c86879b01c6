import type { CardProvider } from '../../platform/cards/card-provider.ts'
import type { Deps } from '../../platform/deps.ts'

/** Facts about the process and its environment. */
export interface Installation {
  version: string
  startedAt: Date
  isEmbeddedDatabase: boolean
  dataDir: string
  /** Whether the operator's Plaid account is configured, in addition to the demo bank. */
  hasBanks: boolean
}

/** What the system page of the admin area needs. */
export interface SystemDeps extends Deps<'database' | 'jobs' | 'now' | 'platformMail'> {
  installation: Installation
  cards: Pick<CardProvider, 'isLive'>
}

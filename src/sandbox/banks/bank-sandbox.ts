import type { Logger } from 'pino'
import type { Database } from '../../platform/db/connect.ts'

/** What every part of the demo bank works with. */
export interface BankSandbox {
  database: Database
  log: Logger
  /** The origin under which its page is reached. */
  appUrl: string
  now: () => Date
}

/** Where its page lies below the origin. */
export const pagesPath = '/sandbox/bank'

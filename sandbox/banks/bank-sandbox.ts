import type { Logger } from 'pino'
import type { Database } from '../../src/platform/db/connect.ts'
import type { Transaction } from '../../src/platform/db/transaction.ts'
import type { Webhook, Webhooks } from './webhooks.ts'

/** What every part of the demo bank works with. */
export interface BankSandbox {
  database: Database
  log: Logger
  /** The origin under which its page is reached. */
  appUrl: string
  now: () => Date
  /** The keys that its API takes. */
  clientId: string
  secret: string
  webhooks: Webhooks
}

/** Where its page lies below the origin. */
export const pagesPath = '/sandbox/bank'

/** One request to the API, in a transaction of its own. */
export interface BankCall {
  sandbox: BankSandbox
  tx: Transaction
  body: unknown
  now: Date
  /** Sent once the transaction has been kept. */
  news: { url: string | null; webhook: Webhook }[]
}

export type BankRoute = (call: BankCall) => Promise<object>

import type { Logger } from 'pino'
import type { Database } from '../../src/platform/db/connect.ts'
import type { Transaction } from '../../src/platform/db/transaction.ts'
import type { Webhook, Webhooks } from './webhooks.ts'

/** The dependencies of the demo bank. */
export interface BankSandbox {
  database: Database
  log: Logger
  /** The origin that serves its page. */
  appUrl: string
  now: () => Date
  /** The keys that its API accepts. */
  clientId: string
  secret: string
  webhooks: Webhooks
}

/** The path of its page. */
export const pagesPath = '/sandbox/bank'

/** One request to the API, in its own transaction. */
export interface BankCall {
  sandbox: BankSandbox
  tx: Transaction
  body: unknown
  now: Date
  /** Webhooks to send after the transaction is committed. */
  pendingWebhooks: { url: string | null; webhook: Webhook }[]
}

export type BankRoute = (call: BankCall) => Promise<object>

import { randomInt } from 'node:crypto'
import type { Logger } from 'pino'
import type { Database } from '../../src/platform/db/connect.ts'
import type { Transaction } from '../../src/platform/db/transaction.ts'

/** The dependencies of the PayPal sandbox. */
export interface PaypalSandbox {
  database: Database
  log: Logger
  /** The origin that serves its page. */
  appUrl: string
  now: () => Date
}

/** The path of its page. */
export const pagesPath = '/sandbox/paypal'

/** One request to the API, in its own transaction, which also stores the response for its request id. */
export interface SandboxCall {
  sandbox: PaypalSandbox
  tx: Transaction
  account: string
  /** The business that asks. All of them share the demo account. */
  merchant: string
  query: URLSearchParams
  id: string
  body: unknown
}

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** An id such as 5O190127TN364715T. It cannot be guessed, because it is all that opens the page. */
export function newId(): string {
  return Array.from({ length: 17 }, () => alphabet[randomInt(alphabet.length)]).join('')
}

export const idPattern = /^[0-9A-Z]{17}$/

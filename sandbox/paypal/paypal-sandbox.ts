import { randomInt } from 'node:crypto'
import type { Logger } from 'pino'
import type { Database } from '../../src/platform/db/connect.ts'
import type { Transaction } from '../../src/platform/db/transaction.ts'

/** What every part of the stand-in works with. */
export interface PaypalSandbox {
  database: Database
  log: Logger
  /** The origin under which its page is reached. */
  appUrl: string
  now: () => Date
}

/** Where the page lies below the origin. */
export const pagesPath = '/sandbox/paypal'

/** One request to the stand-in's API, in a transaction of its own that also keeps the answer for its request id. */
export interface SandboxCall {
  sandbox: PaypalSandbox
  tx: Transaction
  account: string
  id: string
  body: unknown
}

const signs = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** Looks like 5O190127TN364715T. Nobody guesses one: the page is opened by it. */
export function newId(): string {
  return Array.from({ length: 17 }, () => signs[randomInt(signs.length)]).join('')
}

export const idPattern = /^[0-9A-Z]{17}$/

import { createHash, randomBytes } from 'node:crypto'
import type { Logger } from 'pino'
import type { Database } from '../../src/platform/db/connect.ts'
import type { Transaction } from '../../src/platform/db/transaction.ts'
import type { JobQueue } from '../../src/platform/jobs/job-queue.ts'

/** What every part of the stand-in works with. */
export interface CardSandbox {
  database: Database
  jobs: JobQueue
  log: Logger
  /** The origin under which its hosted pages are reached. */
  appUrl: string
  secretKey: string
  webhookUrl: string
  webhookSecret: string
  /** How events leave; tests hand them to the app without a port. */
  send: (url: string, init: RequestInit) => Promise<Response>
  now: () => Date
}

/** Where the hosted pages lie below the origin. */
export const pagesPath = '/sandbox/cards'

/** One request to the stand-in's API, in a transaction of its own that also keeps the answer for its idempotency key. */
export interface SandboxCall {
  sandbox: CardSandbox
  tx: Transaction
  account: string
  params: Record<string, string>
  /** The query or the form, nested as the brackets in its names say; every value is text. */
  input: Record<string, unknown>
}

/** What work inside a transaction needs, whether a request or a page asked for it. */
export type SandboxScope = Pick<SandboxCall, 'sandbox' | 'tx' | 'account'>

export interface SandboxRoute {
  method: 'GET' | 'POST' | 'DELETE'
  /** /v1/customers/:id */
  path: string
  handle: (call: SandboxCall) => Promise<object>
}

/** Each key has its own account, whose objects no other key sees. */
export function accountOf(secretKey: string): string {
  return `acct_${createHash('sha256').update(secretKey).digest('hex').slice(0, 16)}`
}

/** cus_…, cs_test_…, long enough that nobody guesses one: the hosted pages are opened by it. */
export function newId(prefix: string, bytes = 18): string {
  return `${prefix}_${randomBytes(bytes).toString('hex')}`
}

export function secondsOf(moment: Date): number {
  return Math.floor(moment.getTime() / 1000)
}

import { createHash, randomBytes } from 'node:crypto'
import type { Logger } from 'pino'
import type { Database } from '../../src/platform/db/connect.ts'
import type { Transaction } from '../../src/platform/db/transaction.ts'
import type { JobQueue } from '../../src/platform/jobs/job-queue.ts'
import type { TestObject } from './sandbox-objects.ts'

/** The dependencies of the card sandbox. */
export interface CardSandbox {
  database: Database
  jobs: JobQueue
  log: Logger
  /** The origin that serves its hosted pages. */
  appUrl: string
  secretKey: string
  webhookUrl: string
  webhookSecret: string
  /** Sends events; tests pass them to the app without a port. */
  send: (url: string, init: RequestInit) => Promise<Response>
  now: () => Date
}

/** The path of the hosted pages. */
export const pagesPath = '/sandbox/cards'

/** What work in a transaction needs, for a request or a page. */
export interface SandboxScope {
  sandbox: CardSandbox
  tx: Transaction
  account: string
}

/** One request to the API, in its own transaction, which also stores the response for its idempotency key. */
export interface SandboxCall extends SandboxScope {
  /** The id in the path, if it has one. */
  id: string
  /** The query or the form, nested by the brackets in its names. Every value is text. */
  input: Record<string, unknown>
}

/** The account of a key. Each key has its own account, whose objects other keys cannot read. */
export function accountOf(secretKey: string): string {
  return `acct_${createHash('sha256').update(secretKey).digest('hex').slice(0, 16)}`
}

/** A new id such as cus_…. It cannot be guessed, because it is all that is needed to open a hosted page. */
export function newId(prefix: string, bytes = 18): string {
  return `${prefix}_${randomBytes(bytes).toString('hex')}`
}

/** The first fields of a new object. */
export function newObject<Type extends string>(
  { sandbox }: Pick<SandboxScope, 'sandbox'>,
  object: Type,
  id: string,
): TestObject<Type> {
  return { id, object, created: secondsOf(sandbox.now()), livemode: false }
}

export function secondsOf(moment: Date): number {
  return Math.floor(moment.getTime() / 1000)
}

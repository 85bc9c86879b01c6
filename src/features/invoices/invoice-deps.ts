import type { Logger } from 'pino'
import type { Database } from '../../platform/db/connect.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import type { JobQueue } from '../../platform/jobs/job-queue.ts'

/** The dependencies of the invoice use cases. */
export interface InvoiceDeps {
  database: Database
  jobs: JobQueue
  log: Logger
  appUrl: string
  mailFrom: string
  /** True if mails are really sent: mails to clients are then held until the owner confirms their own address. */
  mailWaitsForVerification: boolean
  now: () => Date
  /**
   * Called in a transaction that makes open checkout sessions invalid: the amount due changes, or the invoice is paid or
   * deleted. A job then closes the sessions.
   */
  closeCheckouts: (tx: Transaction, invoice: { businessId: string; invoiceId: string }) => Promise<void>
  /** Whether the business of this transaction accepts payments by card or PayPal. */
  canPayOnline: (tx: Transaction) => Promise<boolean>
}

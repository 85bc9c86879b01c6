import type { Logger } from 'pino'
import type { Database } from '../../platform/db/connect.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import type { JobQueue } from '../../platform/jobs/job-queue.ts'

/** What the use cases of invoices work with. */
export interface InvoiceDeps {
  database: Database
  jobs: JobQueue
  log: Logger
  appUrl: string
  mailFrom: string
  /** True when mail really leaves: then nothing goes to clients before the owner's own address is confirmed. */
  mailWaitsForVerification: boolean
  now: () => Date
  /**
   * Called in the transaction that makes an open payment page wrong: another amount is due, or the invoice is paid or
   * gone. The page is then closed by a job.
   */
  closeCheckouts: (tx: Transaction, invoice: { businessId: string; invoiceId: string }) => Promise<void>
  /** Whether clients of the business of this transaction can pay by card or PayPal at all. */
  canPayOnline: (tx: Transaction) => Promise<boolean>
}

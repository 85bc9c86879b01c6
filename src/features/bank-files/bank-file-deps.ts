import type { Deps } from '../../platform/deps.ts'
import type { InvoiceDeps } from '../invoices/invoice-deps.ts'
import type { BankFilePool } from './reading/bank-file-pool.ts'

/** What bank files need. Undoing an import undoes matches with invoices. */
export type BankFileDeps = InvoiceDeps &
  Deps<'files' | 'secrets' | 'matchReceipts' | 'matchTransactions'> & { bankFiles: BankFilePool }

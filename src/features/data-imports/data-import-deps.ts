import type { Deps } from '../../platform/deps.ts'
import type { InvoiceChangeDeps } from '../invoices/invoice-deps.ts'

/** What imports need: they add invoices with their payments, and expenses. */
export type DataImportDeps = InvoiceChangeDeps & Deps<'files' | 'matchReceipts'>

import type { InvoiceDocument } from '../../../src/features/invoices/contract.ts'
import { calculateTotals } from '../../../src/features/invoices/document/totals-rules.ts'
import { documentOn, unpaid } from '../../../src/features/invoices/document/document-rules.ts'
import type { StoredStatus } from '../../../src/features/invoices/rules.ts'
import { invoiceInput } from './invoices.ts'

type Written = Omit<InvoiceDocument, 'status' | 'totals' | 'earlyPayment' | 'amountDueCents'> & {
  status: StoredStatus
}

/** What a client sees of the invoice that `invoiceInput` describes; `overrides` replace whole fields. */
export function invoiceDocument(overrides: Partial<Written> = {}, today = '2026-11-02'): InvoiceDocument {
  const { company, client, issueDate, dueDate, paymentTerms, purchaseOrder, description, notes, charge } =
    invoiceInput()
  const { id: _, ...party } = client
  const written = {
    number: '3F2A9C41',
    status: 'pending' as const,
    company,
    logo: null,
    client: party,
    issueDate,
    dueDate,
    paymentTerms,
    purchaseOrder,
    description,
    notes,
    charge,
    paidOn: null,
    ...unpaid,
    ...overrides,
  }
  const result = calculateTotals(written.charge)
  if (!result.ok) throw new Error(result.reason)
  return documentOn(today, { ...written, totals: result.totals })
}

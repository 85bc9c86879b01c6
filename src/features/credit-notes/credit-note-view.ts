import type { Deps } from '../../platform/deps.ts'
import { pick } from '../../shared/pick.ts'
import type { InvoiceDocument } from '../invoices/contract.ts'
import { unpaid } from '../invoices/document/document-rules.ts'
import type { Totals } from '../invoices/document/totals-rules.ts'
import { toDocument } from '../invoices/invoice-view.ts'
import type { InvoiceRow } from '../invoices/queries.ts'
import type { CreditNote } from './contract.ts'
import type { Credit } from './credit-rules.ts'
import type { CreditNoteRow } from './queries.ts'

export function creditNoteUrlOf(appUrl: string, creditNoteId: string): string {
  return `${appUrl}/credit-notes/${creditNoteId}/view`
}

function totalsOf(row: CreditNoteRow): Totals {
  return {
    ...row.amounts,
    ...pick(row, ['subtotalMinor', 'discountMinor', 'taxMinor', 'feesMinor', 'totalMinor']),
    taxableMinor: row.subtotalMinor - row.discountMinor,
  }
}

/** What the rules need of a credit note that is stored. */
export function toCredit(row: CreditNoteRow): Credit {
  return { charge: row.charge, parts: row.parts, totals: totalsOf(row) }
}

/** Returns what the owner sees. */
export function toCreditNote(row: CreditNoteRow, { appUrl }: Deps<'appUrl'>): CreditNote {
  return {
    ...pick(row, ['id', 'invoiceId', 'number', 'issueDate', 'currency', 'locale', 'parts', 'reason']),
    charge: row.charge,
    totals: totalsOf(row),
    publicUrl: creditNoteUrlOf(appUrl, row.id),
    sentAt: row.sentAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  }
}

/**
 * Returns what the client sees. It is drawn like an invoice: sender, client and look are those of the invoice, which no
 * longer changes once it has a credit note.
 */
export function toCreditDocument(
  deps: Deps<'now'>,
  row: CreditNoteRow,
  found: { invoice: InvoiceRow; business: { timeZone: string } },
): InvoiceDocument {
  const invoice = toDocument(deps, found)
  return {
    ...invoice,
    ...unpaid,
    status: 'pending',
    number: row.number,
    issueDate: row.issueDate,
    dueDate: row.issueDate,
    parts: [],
    lateFeeTerms: null,
    paymentTerms: 'custom',
    // A single amount has the description of the invoice beside it.
    description: row.charge.kind === 'amount' ? invoice.description : '',
    notes: row.reason,
    charge: row.charge,
    totals: totalsOf(row),
    earlyPayment: null,
    amountDueMinor: 0,
    paidOn: null,
    creditedInvoice: { number: invoice.number, issueDate: invoice.issueDate },
  }
}

import type {
  BankTransaction,
  MatchKind,
  OpenExpense,
  OpenInvoice,
  OwnAccount,
  RecordedPayment,
  UnfiledReceipt,
} from '../../../src/features/matching/candidates/document-rules.ts'

/** What a transaction truly belongs to, and what it pays of each invoice. */
export interface Truth {
  kind: MatchKind
  ids: string[]
  /** Parts of the amount, in the order of the ids, less what the bank kept. */
  parts: number[]
  /** How it came about, to count by. */
  how: string
}

export interface MadeTransaction extends BankTransaction {
  truth: Truth | null
}

export interface Client {
  id: string
  name: string
  /** The name under which they pay. */
  payer: string
  /** The same amount each month. */
  retainerMinor: number | null
}

/** A business with a year of documents and bank transactions, and what truly belongs together. */
export interface MadeBusiness {
  name: string
  currency: string
  accounts: OwnAccount[]
  clients: Client[]
  invoices: OpenInvoice[]
  payments: RecordedPayment[]
  expenses: OpenExpense[]
  receipts: UnfiledReceipt[]
  transactions: MadeTransaction[]
}

export const firstDay = '2026-01-01'
export const lastDay = '2026-12-20'

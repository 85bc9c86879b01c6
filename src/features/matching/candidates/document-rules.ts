import type { PaymentTerms } from '../../invoices/rules.ts'
import type { ProviderMethod } from '../../payments/rules.ts'
import type { matchKinds } from '../contract.ts'

export type MatchKind = (typeof matchKinds)[number]

/** A bank transaction that looks for what it belongs to. */
export interface BankTransaction {
  id: string
  accountId: string | null
  date: string
  currency: string
  amountMinor: number
  isIncome: boolean
  /** Merchant, description and reference. */
  text: string
  merchantKey: string
  category: string
  hasReceipt: boolean
}

export interface OpenInvoice {
  id: string
  number: string
  purchaseOrder: string
  clientId: string | null
  clientName: string
  currency: string
  openMinor: number
  totalMinor: number
  creditNotesMinor: number
  receivedMinor: number
  waivedMinor: number
  paymentTerms: PaymentTerms
  issueDate: string
  dueDate: string
  /** Not sent yet, so it is never paid without asking. */
  isDraft: boolean
}

/** A payment that the owner recorded, and that is in no bank account yet. */
export interface RecordedPayment {
  id: string
  invoiceNumber: string
  clientId: string | null
  clientName: string
  currency: string
  amountMinor: number
  receivedOn: string
}

export interface OpenExpense {
  id: string
  currency: string
  amountMinor: number
  date: string
  notes: string
}

/** A receipt that is filed under nothing. */
export interface UnfiledReceipt {
  id: string
  merchant: string
  currency: string
  totalMinor: number
  date: string
  text: string
  declined: readonly string[]
}

/** A payout of Stripe or PayPal that is in no bank account yet. */
export interface OpenPayout {
  id: string
  provider: ProviderMethod
  currency: string
  /** Negative if the provider took money from the bank. */
  amountMinor: number
  arrivesOn: string
  isTest: boolean
}

export interface OwnAccount {
  id: string
  last4: string | null
}

/** What was decided before about transactions of a merchant or payer. */
export interface Decision {
  merchantKey: string
  state: 'accepted' | 'declined'
  clientId: string | null
  /** The notes of the expense, if it was one. */
  notes: string | null
}

/** Everything that transactions are compared with. */
export interface Documents {
  businessName: string
  invoices: readonly OpenInvoice[]
  /** Numbers of invoices that ask for nothing now. */
  closedNumbers: readonly string[]
  payments: readonly RecordedPayment[]
  expenses: readonly OpenExpense[]
  receipts: readonly UnfiledReceipt[]
  payouts: readonly OpenPayout[]
  accounts: readonly OwnAccount[]
  decisions: readonly Decision[]
  /** Of each transaction, the keys of what the owner has declined for it. */
  declined: ReadonlyMap<string, ReadonlySet<string>>
}

export interface Target {
  id: string
  /** What the transaction covers of it. */
  amountMinor: number
  /** What was open of an invoice, or the whole amount of another target, when it was suggested. */
  ofMinor: number
}

/** Something that a transaction may belong to. */
export interface Candidate {
  kind: MatchKind
  transactionId: string
  targets: readonly Target[]
  clientId: string | null
  score: number
  /** The evidence is enough to accept it without asking, if nothing else comes near. */
  isCertain: boolean
  reason: string
}

/** Identifies what a transaction is matched with. */
export function targetKeyOf(kind: MatchKind, ids: readonly string[]): string {
  return `${kind} ${ids.toSorted().join(' ')}`
}

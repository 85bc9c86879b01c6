/** What a bank file says, in one form for all formats. Amounts are plain decimals such as "-1234.50"; money out is negative. */
export interface BankFile {
  format: BankFileFormat
  statements: Statement[]
  /** What the file alone cannot decide. The first reading of each is the one that was taken. */
  questions: Question[]
  /** Identifies files of the same bank and form. Choices that the owner made for one of them fit the others. */
  shape: string
  /** The first rows of a table, so that the owner can choose its columns, and which were taken. Left out for other formats. */
  table?: { header: string[] | null; rows: string[][]; found?: ColumnChoice } & InArchive
}

export type BankFileFormat = 'csv' | 'ofx' | 'qif' | 'mt940' | 'camt' | 'xlsx'

/** In an archive of several files: the name of the one that it is from. */
interface InArchive {
  fileName?: string | undefined
}

export interface Statement extends InArchive {
  /** As the file names it: an IBAN, a number, a name. */
  account: string | null
  /** Of the bank, where the file names it. */
  bankName: string | null
  /** Null if the file does not say. */
  currency: string | null
  kind: 'cash' | 'credit'
  /** Of the kind cash: the file calls it a savings account. */
  isSavings?: boolean
  openingBalance: string | null
  closingBalance: string | null
  /** The day of the closing balance. Null if the file does not say: then it is that of the last transaction. */
  closingDate: string | null
  /** What the balances say: opening plus all transactions is closing, or each running balance fits. Null without balances. */
  reconciles: boolean | null
  transactions: FileTransaction[]
}

export interface FileTransaction {
  /** The booking date. */
  date: string
  amount: string
  description: string
  counterparty: string | null
  /** A payment reference, such as an end-to-end id or a structured creditor reference. */
  reference: string | null
  /** The bank's own id of the transaction. */
  bankId: string | null
}

/** What an owner can decide about a file. */
export interface Choices {
  dates?: DateOrder | undefined
  decimals?: ',' | '.' | undefined
  /** reversed: the file shows money out without a sign, or with a plus. */
  sign?: 'plain' | 'reversed' | undefined
  /** The columns of a table, counted from 0. */
  columns?: ColumnChoice | undefined
}

export type DateOrder = 'dmy' | 'mdy' | 'ymd'

export interface ColumnChoice {
  date: number
  /** One column with signs, or two: what came in and what went out. */
  amount: number | { in: number; out: number }
  description: number[]
  balance?: number | undefined
}

export interface Question extends InArchive {
  about: keyof Choices | 'balance'
  /** In words, such as "12 Mar 2026, 4 Feb 2026 (day first)". */
  readings: Reading[]
}

/** One way to read the file, and what comes out. */
export interface Reading {
  text: string
  choices: Choices
  /** The first transactions as they would be. */
  sample: FileTransaction[]
}

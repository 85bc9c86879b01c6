import type { ExpenseTax } from '../../expenses/contract.ts'
import type { ChargeInput } from '../../invoices/document/charge-rules.ts'
import type { AnyField, DataKind, DataSource } from '../rules.ts'

export type DateOrder = 'dmy' | 'mdy' | 'ymd'
export type Columns = Partial<Record<AnyField, number>>

/** What the owner can decide about a file. */
export interface Choices {
  source?: DataSource | undefined
  kind?: DataKind | undefined
  columns?: Columns | undefined
  dates?: DateOrder | undefined
  decimals?: ',' | '.' | undefined
}

/** What is known about the business that the file is for. */
export interface Facts {
  currency: string
  /** Decides how a date such as 03/04/2026 is read first. */
  locale: string
  today: string
  /** By name, for programs that export only the name of a tax. In thousandths of a percent. */
  taxRates: { name: string; rate: number }[]
  /** Whether the business gets back the tax in its expenses. Otherwise it is a part of the cost. */
  reclaimsTax: boolean
  /** Of its expenses. */
  categories: readonly string[]
}

export interface Problem {
  /** In the file, counted from 1. */
  row: number
  /** The label of the field; empty if it concerns the whole row. */
  column: string
  text: string
  /** What is not in the file at all, so that the page can say it once if no row has it. */
  lacks?: 'email'
}

export interface ClientRecord {
  companyName: string
  contactName: string
  /** In lower case. Empty in an invoice whose client is only named. */
  email: string
  phone: string
  address: string
  country: string
  /** Null if the file does not say. */
  currency: string | null
  taxId: string
}

export interface InvoiceRecord {
  number: string
  issueDate: string
  dueDate: string
  currency: string
  client: ClientRecord
  charge: ChargeInput
  totalMinor: number
  description: string
  notes: string
  purchaseOrder: string
  isDraft: boolean
  payment: {
    amountMinor: number
    on: string
    method: 'transfer' | 'cash' | 'cheque' | 'other'
    note: string
  } | null
}

export interface ExpenseRecord {
  date: string
  currency: string
  amountMinor: number
  category: string
  vendor: string
  notes: string
  taxes: ExpenseTax[]
}

export type DataRecord = ClientRecord | InvoiceRecord | ExpenseRecord

export interface ReadRow {
  rowNumber: number
  state: 'good' | 'error' | 'left_out'
  /** The rows as they stand in the file. */
  cells: string[][]
  problems: Problem[]
  /** Null if it has errors. */
  record: DataRecord | null
}

export interface Question {
  about: 'dates' | 'decimals'
  /** The first is the one that was taken. */
  readings: { value: string; text: string }[]
}

/** What a file with data of another program says. */
export interface DataFile {
  source: DataSource
  kind: DataKind
  header: string[]
  /** The first rows below the header. */
  sample: string[][]
  columns: Columns
  /** Required fields that no column has. */
  missing: AnyField[]
  questions: Question[]
  rows: ReadRow[]
}

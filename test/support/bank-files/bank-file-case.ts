/** A made-up bank file, and what is true about it. */
export interface BankFileCase {
  name: string
  bytes: Uint8Array
  truth: { statements: StatementTruth[]; asks?: string[] } | { refused: RegExp }
}

export interface StatementTruth {
  account?: string | null
  currency: string | null
  count: number
  sum: string
  firstDate: string | null
  lastDate: string | null
  opening: string | null
  closing: string | null
}

import type { Choices } from '../bank-file.ts'
import type { DatedLine } from './sort-rows.ts'
import type { Numbers } from './table-amounts.ts'
import type { Candidates } from './table-choice.ts'
import type { Column } from './table-columns.ts'
import type { TableFacts } from './table-facts.ts'
import type { TextColumns } from './table-texts.ts'

/** All that is known about one table before its readings are compared. */
export interface TableView {
  columns: Column[]
  lines: DatedLine[]
  numbers: Numbers
  facts: TableFacts
  texts: TextColumns
  candidates: Candidates
  account: Column | null
  /** Of each line. Empty where it names none. */
  currencies: string[]
  choices: Choices
}

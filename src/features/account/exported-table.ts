export interface ExportedTable {
  name: string
  /** What is in it, for README.txt. */
  about: string
  columns: readonly string[]
  /** Of those, the ones that are kept in thousandths, such as percentages. */
  thousandths?: readonly string[]
  /** Too long or too deep for a cell of a spreadsheet. */
  jsonOnly?: readonly string[]
  /** Encrypted ones: only whether there is one is told. */
  secrets?: readonly string[]
  /** Not in it, and why. */
  leftOut?: Readonly<Record<string, string>>
  orderBy: string
}

import type { BankFile, Choices } from './bank-file.ts'
import { splitCsv } from './tables/csv-rows.ts'
import { readTable } from './tables/read-table.ts'
import { UnreadableBankFile } from './unreadable-bank-file.ts'

/** Reads a CSV file of any bank. */
export function readCsv(text: string, choices: Choices, home?: string): BankFile {
  if (text.trim() === '') throw new UnreadableBankFile('This file is empty.')
  if (/^\s*[{[]\s*["{[\]}]/.test(text.slice(0, 200)))
    throw new UnreadableBankFile('This is a JSON file. Please export the transactions as CSV.')
  const { rows, delimiter } = splitCsv(text)
  return readTable(rows, { format: 'csv', delimiter }, choices, home)
}

import { byteOrderMark, csvLine } from '../../../platform/files/csv-line.ts'
import type { LedgerEntry } from './ledger-entries.ts'

interface Shape {
  header: readonly string[]
  /** A program takes so many from one file. */
  maxLines: number
  /** The lines of an entry. Entries are counted from 1. */
  linesOf: (entry: LedgerEntry, number: number) => readonly (readonly string[])[]
}

/**
 * Writes entries as CSV files with at most so many lines below the header. The lines of an entry stay together; one that is
 * longer than a file is alone in one.
 */
export async function* splitCsv(
  entries: AsyncIterable<LedgerEntry>,
  { header, maxLines, linesOf }: Shape,
): AsyncGenerator<Uint8Array> {
  const start = byteOrderMark + csvLine(header)
  let file = start
  let count = 0
  let number = 0
  for await (const entry of entries) {
    number += 1
    const lines = linesOf(entry, number)
    if (count > 0 && count + lines.length > maxLines) {
      yield Buffer.from(file)
      file = start
      count = 0
    }
    file += lines.map(csvLine).join('')
    count += lines.length
  }
  if (count > 0) yield Buffer.from(file)
}

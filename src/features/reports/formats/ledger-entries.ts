import type { LedgerLine } from '../ledger/read-ledger.ts'

/** The lines of one event, which come to 0, such as an invoice or a payment. */
export interface LedgerEntry {
  day: string
  document: string
  description: string
  lines: ConvertedLine[]
}

export type ConvertedLine = LedgerLine & { homeMinor: number }

/**
 * Groups lines into entries for programs that keep books in the home currency. What has no exchange rate yet cannot be
 * entered there and is left out.
 */
export async function* ledgerEntries(pages: AsyncIterable<LedgerLine[]>): AsyncGenerator<LedgerEntry> {
  let key = ''
  let lines: ConvertedLine[] = []
  for await (const page of pages) {
    for (const line of page) {
      const { homeMinor } = line
      if (homeMinor === null || homeMinor === 0) continue
      if (line.entryKey !== key) {
        yield* entryOf(lines)
        key = line.entryKey
        lines = []
      }
      lines.push({ ...line, homeMinor })
    }
  }
  yield* entryOf(lines)
}

function entryOf(lines: ConvertedLine[]): LedgerEntry[] {
  const [first] = lines
  if (!first) return []
  const { day, document, description } = first
  return [{ day, document, description, lines }]
}

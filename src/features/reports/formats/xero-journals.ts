import { byteOrderMark, csvCell, csvLine } from '../../../platform/files/csv-line.ts'
import type { Currency } from '../../../shared/currencies.ts'
import { decimalText } from '../../../shared/money.ts'
import type { LedgerEntry } from './ledger-entries.ts'

const header = ['*Narration', '*Date', 'Description', '*AccountCode', '*TaxRate', '*Amount']

/** Xero takes so many lines from one file. */
const maxLines = 300

/** What Xero calls the rate of lines without tax, by country: the journal has taxes on accounts of their own. */
const noTax: Readonly<Record<string, string>> = { GB: 'No VAT', AU: 'BAS Excluded', NZ: 'No GST' }

const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** A day that no country reads as another one. */
const dateText = (day: string) =>
  `${Number(day.slice(8, 10))} ${monthNames[Number(day.slice(5, 7)) - 1]} ${day.slice(0, 4)}`

/** Manual journals for the import of Xero, in files as large as it takes them. Lines of a journal stay together. */
export async function* xeroJournals(
  entries: AsyncIterable<LedgerEntry>,
  { home, country }: { home: Currency; country: string | null },
): AsyncGenerator<Uint8Array> {
  const start = byteOrderMark + csvLine(header)
  const taxRate = noTax[country ?? ''] ?? 'Tax Exempt'
  let file = start
  let count = 0
  let number = 0
  for await (const { day, description, lines } of entries) {
    if (count > 0 && count + lines.length > maxLines) {
      yield Buffer.from(file)
      file = start
      count = 0
    }
    number += 1
    count += lines.length
    // Lines with the same narration and date are one journal, so each needs a narration of its own.
    const narration = csvCell(`Journal ${number} · ${description}`)
    for (const line of lines) {
      file += csvLine([
        narration,
        dateText(day),
        csvCell([line.description, line.client].filter(Boolean).join(' · ')),
        csvCell(line.code),
        taxRate,
        decimalText(line.homeMinor, home),
      ])
    }
  }
  if (count > 0) yield Buffer.from(file)
}

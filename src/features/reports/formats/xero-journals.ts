import { csvCell } from '../../../platform/files/csv-line.ts'
import type { Currency } from '../../../shared/currencies.ts'
import { decimalText } from '../../../shared/money.ts'
import type { LedgerEntry } from './ledger-entries.ts'
import { splitCsv } from './split-csv.ts'

const header = ['*Narration', '*Date', 'Description', '*AccountCode', '*TaxRate', '*Amount']

/** Xero takes so many lines from one file. */
const maxLines = 300

/** What Xero calls the rate of lines without tax, by country: the journal has taxes on accounts of their own. */
const noTax: Readonly<Record<string, string>> = { GB: 'No VAT', AU: 'BAS Excluded', NZ: 'No GST' }

const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** A day that no country reads as another one. */
const dateText = (day: string) =>
  `${Number(day.slice(8, 10))} ${monthNames[Number(day.slice(5, 7)) - 1]} ${day.slice(0, 4)}`

/** Manual journals for the import of Xero, in files as large as it takes them. */
export function xeroJournals(
  entries: AsyncIterable<LedgerEntry>,
  { home, country }: { home: Currency; country: string | null },
): AsyncGenerator<Uint8Array> {
  const taxRate = noTax[country ?? ''] ?? 'Tax Exempt'
  return splitCsv(entries, {
    header,
    maxLines,
    linesOf({ day, description, lines }, number) {
      // Lines with the same narration and date are one journal, so each needs a narration of its own.
      const narration = csvCell(`Journal ${number} · ${description}`)
      return lines.map((line) => [
        narration,
        dateText(day),
        csvCell([line.description, line.client].filter(Boolean).join(' · ')),
        csvCell(line.code),
        taxRate,
        decimalText(line.homeMinor, home),
      ])
    },
  })
}

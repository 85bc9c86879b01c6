import { csvCell } from '../../../platform/files/csv-line.ts'
import type { Currency } from '../../../shared/currencies.ts'
import { decimalText } from '../../../shared/money.ts'
import type { LedgerEntry } from './ledger-entries.ts'
import { type AccountNames, quickbooksName } from './quickbooks-names.ts'
import { splitCsv } from './split-csv.ts'

const header = [
  'Journal No',
  'Journal Date',
  'Account Name',
  'Debits',
  'Credits',
  'Description',
  'Name',
  'Currency',
]

/** QuickBooks Online takes 1,000 lines from one file, and the header is one of them. */
const maxLines = 999

interface OnlineFile {
  home: Currency
  /** The first day of the period. It is in the number of each journal, which no other period may have. */
  from: string
  nameOf: AccountNames
}

/** Journal entries for the import of QuickBooks Online. People open it in a spreadsheet before. */
export function quickbooksOnlineCsv(
  entries: AsyncIterable<LedgerEntry>,
  { home, from, nameOf }: OnlineFile,
): AsyncGenerator<Uint8Array> {
  return splitCsv(entries, {
    header,
    maxLines,
    linesOf: ({ day, lines }, number) =>
      lines.map(({ account, homeMinor, description, client }) => [
        `${from}-${number}`,
        `${day.slice(5, 7)}/${day.slice(8, 10)}/${day.slice(0, 4)}`,
        csvCell(nameOf(account)),
        homeMinor > 0 ? decimalText(homeMinor, home) : '',
        homeMinor < 0 ? decimalText(-homeMinor, home) : '',
        csvCell(description),
        csvCell(quickbooksName(client)),
        home,
      ]),
  })
}

import { byteOrderMark, csvCell, csvLine } from '../../../platform/files/csv-line.ts'
import type { Currency } from '../../../shared/currencies.ts'
import { decimalText } from '../../../shared/money.ts'
import type { LedgerEntry } from './ledger-entries.ts'

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

/** Journal entries for the import of QuickBooks Online. People open it in a spreadsheet before. */
export async function* quickbooksOnlineCsv(
  entries: AsyncIterable<LedgerEntry>,
  home: Currency,
): AsyncGenerator<Uint8Array> {
  yield Buffer.from(byteOrderMark + csvLine(header))
  let number = 0
  for await (const { day, lines } of entries) {
    number += 1
    const date = `${day.slice(5, 7)}/${day.slice(8, 10)}/${day.slice(0, 4)}`
    const rows = lines.map(({ name, homeMinor, description, client }) => [
      String(number),
      date,
      csvCell(name),
      homeMinor > 0 ? decimalText(homeMinor, home) : '',
      homeMinor < 0 ? decimalText(-homeMinor, home) : '',
      csvCell(description),
      csvCell(client),
      home,
    ])
    yield Buffer.from(rows.map(csvLine).join(''))
  }
}

import type { Sheet, SheetCell, SheetColumn } from '../../../platform/files/spreadsheet.ts'
import type { Currency } from '../../../shared/currencies.ts'
import type { Basis } from '../../journal/posting-rules.ts'
import type { DayRange } from '../../periods/rules.ts'
import { booksTitle } from './ledger-text-rules.ts'
import type { LedgerLine } from './read-ledger.ts'

interface Ledger {
  /** Of the business. */
  name: string
  currency: Currency
  range: DayRange
  basis: Basis
}

/** The general ledger as a table. What has no exchange rate has neither debit nor credit. */
export function ledgerSheet(
  pages: AsyncIterable<LedgerLine[]>,
  { name, currency: home, range, basis }: Ledger,
): Sheet {
  const columns: SheetColumn[] = [
    { header: 'Date', kind: 'date' },
    { header: 'Account', kind: 'text', width: 10 },
    { header: 'Account name', kind: 'text' },
    { header: 'Document', kind: 'text', width: 16 },
    { header: 'Description', kind: 'text', width: 44 },
    { header: 'Client', kind: 'text' },
    { header: 'Currency', kind: 'text', width: 9 },
    { header: 'Amount', kind: 'money' },
    { header: `Debit (${home})`, kind: 'money' },
    { header: `Credit (${home})`, kind: 'money' },
    { header: 'Tax', kind: 'text', width: 14 },
    { header: 'Tax rate', kind: 'percent' },
    { header: 'Source', kind: 'text', width: 38 },
  ]
  const title = [name, 'General ledger', booksTitle(range, basis)]
  return { name: 'General ledger', columns, rows: rowsOf(pages, home), title }
}

async function* rowsOf(pages: AsyncIterable<LedgerLine[]>, home: Currency): AsyncGenerator<SheetCell[]> {
  for await (const lines of pages) {
    for (const line of lines) {
      const { day, code, name, document, description, client, currency, minor, homeMinor } = line
      const amount = (value: number | null) =>
        value === null || value <= 0 ? null : { minor: value, currency: home }
      yield [
        day,
        code,
        name,
        document,
        description,
        client,
        currency,
        { minor, currency },
        amount(homeMinor),
        amount(homeMinor === null ? null : -homeMinor),
        line.tax,
        line.taxRate,
        line.sourceId,
      ]
    }
  }
}

import type { Currency } from '../../../shared/currencies.ts'
import { decimalText } from '../../../shared/money.ts'
import { type AccountType } from '../ledger/chart-rules.ts'
import type { LedgerEntry } from './ledger-entries.ts'
import { toWindowsText } from './to-windows-text.ts'

export interface IifAccount {
  /** Of the journal. */
  account: string
  code: string
  name: string
  type: AccountType
}

interface IifFile {
  home: Currency
  /** Those that occur. */
  accounts: readonly IifAccount[]
  clients: readonly string[]
  entries: AsyncIterable<LedgerEntry>
}

const types: Readonly<Record<AccountType, string>> = {
  asset: 'OCASSET',
  liability: 'OCLIAB',
  income: 'INC',
  expense: 'EXP',
}
const ownTypes: Readonly<Record<string, string>> = { money: 'BANK', receivable: 'AR' }

/** A colon divides an account or a customer from the one above it. */
const nameOf = (text: string) => cell(text.replaceAll(':', ' -')).slice(0, 41).trim()

/** A program reads these files, and has no way to quote: a cell ends at a tab, a row at a line break. */
const cell = (text: string) =>
  text
    .replaceAll(/[\s\p{Control}]+/gu, ' ')
    .replaceAll('"', "'")
    .trim()

const row = (...cells: string[]) => `${cells.join('\t')}\r\n`

const usDate = (day: string) => `${day.slice(5, 7)}/${day.slice(8, 10)}/${day.slice(0, 4)}`

/** General journal entries for QuickBooks Desktop, with the accounts and customers that they name. */
export async function* quickbooksIif({
  home,
  accounts,
  clients,
  entries,
}: IifFile): AsyncGenerator<Uint8Array> {
  let text = row('!ACCNT', 'NAME', 'ACCNTTYPE', 'DESC')
  for (const { account, code, name, type } of accounts) {
    text += row('ACCNT', nameOf(name), ownTypes[account] ?? types[type], cell(code))
  }
  text += row('!CUST', 'NAME')
  for (const client of clients) text += row('CUST', nameOf(client))
  const columns = ['TRNSID', 'TRNSTYPE', 'DATE', 'ACCNT', 'NAME', 'AMOUNT', 'DOCNUM', 'MEMO']
  text += row('!TRNS', ...columns) + row('!SPL', 'SPLID', ...columns.slice(1)) + row('!ENDTRNS')
  for await (const { day, document, lines } of entries) {
    for (const [index, { name, client, homeMinor, description }] of lines.entries()) {
      text += row(
        index === 0 ? 'TRNS' : 'SPL',
        '',
        'GENERAL JOURNAL',
        usDate(day),
        nameOf(name),
        nameOf(client),
        decimalText(homeMinor, home),
        cell(document).slice(0, 11),
        cell(description),
      )
    }
    text += row('ENDTRNS')
    yield toWindowsText(text)
    text = ''
  }
  yield toWindowsText(text)
}

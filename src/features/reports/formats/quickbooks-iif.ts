import type { Currency } from '../../../shared/currencies.ts'
import { decimalText } from '../../../shared/money.ts'
import type { AccountType } from '../ledger/chart-rules.ts'
import type { LedgerEntry } from './ledger-entries.ts'
import { accountNames, quickbooksCell, quickbooksName } from './quickbooks-names.ts'
import { inWindowsLetters, toWindowsText } from './to-windows-text.ts'

export interface IifAccount {
  /** Of the journal. */
  account: string
  code: string
  name: string
  type: AccountType
}

interface IifFile {
  home: Currency
  /** All that occur in the entries. */
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

/** QuickBooks takes no longer ones. */
const maxLengths = { account: 31, customer: 41, document: 11 }

const customerOf = (client: string) =>
  inWindowsLetters(quickbooksName(client)).slice(0, maxLengths.customer).trim()

// The end of a number says which document it is: INV-2026-0022.
const documentOf = (document: string) =>
  inWindowsLetters(quickbooksCell(document)).slice(-maxLengths.document).trim()

const row = (...cells: string[]) => `${cells.join('\t')}\r\n`

const usDate = (day: string) => `${day.slice(5, 7)}/${day.slice(8, 10)}/${day.slice(0, 4)}`

/** General journal entries for QuickBooks Desktop, with the accounts and customers that they name. */
export async function* quickbooksIif({
  home,
  accounts,
  clients,
  entries,
}: IifFile): AsyncGenerator<Uint8Array> {
  const nameOf = accountNames(accounts, { maxLength: maxLengths.account, write: inWindowsLetters })
  let text = row('!ACCNT', 'NAME', 'ACCNTTYPE', 'DESC')
  for (const { account, code, type } of accounts) {
    text += row('ACCNT', nameOf(account), ownTypes[account] ?? types[type], quickbooksCell(code))
  }
  text += row('!CUST', 'NAME')
  for (const client of clients) text += row('CUST', customerOf(client))
  const columns = ['TRNSID', 'TRNSTYPE', 'DATE', 'ACCNT', 'NAME', 'AMOUNT', 'DOCNUM', 'MEMO']
  text += row('!TRNS', ...columns) + row('!SPL', 'SPLID', ...columns.slice(1)) + row('!ENDTRNS')
  for await (const { day, document, lines } of entries) {
    for (const [index, { account, client, homeMinor, description }] of lines.entries()) {
      text += row(
        index === 0 ? 'TRNS' : 'SPL',
        '',
        'GENERAL JOURNAL',
        usDate(day),
        nameOf(account),
        customerOf(client),
        decimalText(homeMinor, home),
        documentOf(document),
        quickbooksCell(description),
      )
    }
    text += row('ENDTRNS')
    yield toWindowsText(text)
    text = ''
  }
  yield toWindowsText(text)
}

import type { Currency } from '../../../shared/currencies.ts'
import { formatMoney } from '../../../shared/money.ts'
import { productName } from '../../../shared/product.ts'
import { type Basis } from '../../journal/posting-rules.ts'
import type { DayRange } from '../../periods/rules.ts'
import type { Report } from '../contract.ts'
import { basisTexts, booksTitle } from '../ledger/ledger-text-rules.ts'
import type { TrialBalance } from '../ledger/read-ledger.ts'

interface Readme {
  business: { name: string; currency: Currency; locale: string }
  range: DayRange
  basis: Basis
  made: Date
  profitAndLoss: Report
  trial: TrialBalance
  /** Why there is no file for DATEV; null if there is one. */
  datevObjection: string | null
  /** How many there are. */
  invoices: number
  creditNotes: number
  statements: number
  receipts: number
}

/** What is in a package, with the figures that everything in it comes to. */
export function packageReadme(readme: Readme): string {
  const { business, range, basis, made, datevObjection } = readme
  const text = `The books of ${business.name}
${booksTitle(range, basis)}
Made at ${made.toISOString()} with ${productName}. All sums are in ${business.currency}.

PROFIT AND LOSS

${profitLines(readme)}

TRIAL BALANCE

${trialLines(readme)}
${withoutRateText(readme)}
WHAT’S INCLUDED

reports          Every report of this period, for people and for spreadsheets.
ledger           The general ledger: each amount on each account. Source is the invoice,
                 payment, expense or bank transaction that it comes from.
quickbooks       journal.iif is for QuickBooks Desktop (File, Utilities, Import). It also
                 has the accounts and the customers. journal.csv is for QuickBooks Online
                 (Settings, Import data, Journal entries). Turn account numbers off there
                 while you import, and create accounts of these names before.
xero             Manual journals (Accounting, Manual journals, Import), at most 300 lines a
                 file. Xero takes no journals on bank accounts and on its own accounts for
                 receivables, so give Bank and cash and Accounts receivable numbers of
                 other accounts, such as clearing accounts. Taxes have an account of their
                 own, so no line has a tax rate.
${datevObjection === null ? datevText : `datev            Not included. ${datevObjection}`}
invoices         ${readme.invoices} that were issued in this period. Drafts are left out.
credit-notes     ${readme.creditNotes} that were issued in this period.
statements       ${readme.statements}, one for each client and currency with an amount in this period
                 or a balance at its end.
receipts         ${readme.receipts} of the expenses of this period, as they were sent.

HOW TO READ IT

- ${basisTexts[basis]}. Expenses count on their date.
- In CSV files that spreadsheets open, a text that starts with = + - @ or a tab has an
  apostrophe (') put before it, because a spreadsheet would read it as a formula. Files
  that only programs read (IIF and DATEV) have texts as they are.
- A correction of a closed period has the first open day after it as its date.
- Numbers and names of accounts are those of Reports, Chart of accounts.
`
  return text.replaceAll('\n', '\r\n')
}

const datevText = `datev            Posting batches (EXTF), one for each month, not locked. The numbers of
                 the consultant (1001) and of the client (1) are to be replaced in the
                 import. BU-Schlüssel is empty: taxes have an account of their own, so use
                 accounts that do not calculate taxes.`

const amountText = ({ business: { currency, locale } }: Readme, minor: number) =>
  formatMoney(minor, { currency, locale })

function profitLines(readme: Readme): string {
  const { rows } = readme.profitAndLoss
  const shown = rows.flatMap(({ kind, label, level, cells: [cell] }) =>
    typeof cell === 'number' && kind !== 'heading'
      ? [[`${'  '.repeat(level)}${label}`, amountText(readme, cell)] as const]
      : [],
  )
  return shown.length === 0 ? 'Nothing was earned or spent.' : table(shown)
}

function trialLines(readme: Readme): string {
  const { lines, debitMinor, creditMinor } = readme.trial
  if (lines.length === 0) return 'Nothing was posted.'
  return table([
    ['Account', 'Debit', 'Credit'],
    ...lines.map(
      (line) =>
        [
          `${line.code}  ${line.name}`,
          amountText(readme, line.debitMinor),
          amountText(readme, line.creditMinor),
        ] as const,
    ),
    ['Total', amountText(readme, debitMinor), amountText(readme, creditMinor)],
  ])
}

function withoutRateText({ trial: { withoutRate }, business: { locale } }: Readme): string {
  if (withoutRate.length === 0) return ''
  const lines = withoutRate.map(({ currency, count, debitMinor }) => {
    const amount = formatMoney(debitMinor, { currency, locale })
    return `  ${amount} ${currency} (${count} ${count === 1 ? 'line' : 'lines'})`
  })
  return `
These amounts have no exchange rate yet. They are only in the general ledger, in their own
currency, without debit and credit:
${lines.join('\n')}
`
}

/** The first column on the left, the others on the right. */
function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  )
  return rows
    .map((row) =>
      row
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart((widths[column] ?? 0) + 3),
        )
        .join(''),
    )
    .join('\n')
}

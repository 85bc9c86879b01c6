import type { Currency } from '../../../shared/currencies.ts'
import { formatMoney } from '../../../shared/money.ts'
import { productName } from '../../../shared/product.ts'
import { momentIn } from '../../auth/emails.ts'
import { type Basis, accounts } from '../../journal/posting-rules.ts'
import type { DayRange } from '../../periods/rules.ts'
import type { Report } from '../contract.ts'
import { basisTexts, booksTitle } from '../ledger/ledger-text-rules.ts'
import type { TrialBalance } from '../ledger/read-ledger.ts'

interface Readme {
  business: { name: string; currency: Currency; locale: string; timeZone: string }
  range: DayRange
  basis: Basis
  made: Date
  profitAndLoss: Pick<Report, 'rows'>
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
  const { business, range, basis, made } = readme
  const text = `The books of ${business.name}
${booksTitle(range, basis)}
Made on ${momentIn(business.timeZone, made)} with ${productName}. All sums are in ${business.currency}.

PROFIT AND LOSS

${profitLines(readme)}

TRIAL BALANCE OF THE PERIOD

${wrap(trialText)}

${trialLines(readme)}
${testText(readme)}${withoutRateText(readme)}
WHAT’S INCLUDED

${contentsOf(readme)
  .map(([name, about]) => wrap(about, name.padEnd(17)))
  .join('\n')}

HOW TO READ IT

${hintsOf(basis)
  .map((hint) => wrap(hint, '- '))
  .join('\n')}
`
  return text.replaceAll('\n', '\r\n')
}

const trialText =
  'It has each amount of the period on each account, and both sides come to the same. What was on the accounts before the period is not in it.'

const issued = (count: number) => `${count} that ${count === 1 ? 'was' : 'were'} issued in this period.`

function contentsOf(readme: Readme): [folder: string, about: string][] {
  const { datevObjection, invoices, creditNotes, statements, receipts } = readme
  return [
    ['reports', 'Every report of this period, for people and for spreadsheets.'],
    [
      'ledger',
      'The general ledger: each amount on each account. Source is the invoice, payment, expense or bank transaction that it comes from.',
    ],
    [
      'quickbooks',
      'journal.iif is for QuickBooks Desktop (File, Utilities, Import). It also has the accounts and the customers. journal-1.csv and so on are for QuickBooks Online (Settings, Import data, Journal entries), in several files if one would have more than 1,000 lines. Turn account numbers off there while you import, and create accounts and customers of these names before.',
    ],
    [
      'xero',
      'Manual journals (Accounting, Manual journals, Import), at most 300 lines a file. Xero takes no journals on bank accounts and on its own accounts for receivables, so give Bank and cash and Accounts receivable numbers of other accounts, such as clearing accounts. Taxes have an account of their own, so no line has a tax rate.',
    ],
    ['datev', datevObjection === null ? datevText : `Not included. ${datevObjection}`],
    ['invoices', `${issued(invoices)} Drafts are left out.`],
    ['credit-notes', issued(creditNotes)],
    [
      'statements',
      `${statements}, one for each client and currency with an amount in this period or a balance at its end.`,
    ],
    [
      'receipts',
      `${receipts} of the expenses of this period, as ${receipts === 1 ? 'it was' : 'they were'} sent.`,
    ],
  ]
}

const datevText =
  'Posting batches (EXTF), one for each month, not locked. The numbers of the consultant (1001) and of the client (1) are to be replaced in the import. BU-Schlüssel is empty: taxes have an account of their own, so use accounts that do not calculate taxes. Taxes have one account, so DATEV cannot make the VAT return from these files: its figures are in the report Taxes.'

const hintsOf = (basis: Basis) => [
  `${basisTexts[basis]}. Expenses count on their date.`,
  "In CSV files that spreadsheets open, a text that starts with = + - @ or a tab has an apostrophe (') put before it, because a spreadsheet would read it as a formula. Files that only programs read (IIF and DATEV) have texts as they are.",
  'A correction of a closed period has the first open day after it as its date.',
  'Numbers and names of accounts are those of Reports, Chart of accounts.',
]

const lineLength = 88

/** Breaks a text into lines. The first one begins with a label, and the others are as far to the right. */
function wrap(text: string, label = ''): string {
  const lines: string[] = []
  let line = label
  let isEmpty = true
  for (const part of text.split(' ')) {
    if (!isEmpty && line.length + 1 + part.length > lineLength) {
      lines.push(line)
      line = ' '.repeat(label.length)
      isEmpty = true
    }
    line += isEmpty ? part : ` ${part}`
    isEmpty = false
  }
  return [...lines, line].join('\n')
}

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

function testText(readme: Readme): string {
  const { testMinor, lines } = readme.trial
  if (testMinor === null) return ''
  const money = lines.find(({ account }) => account === accounts.money)
  const account = money ? ` (${money.code} ${money.name})` : ''
  const amount = amountText(readme, testMinor)
  return `
${wrap(`Test payments and demo transactions, which moved no money: ${amount} of the money account${account}.`)}
`
}

function withoutRateText({ trial: { withoutRate }, business: { locale } }: Readme): string {
  if (withoutRate.length === 0) return ''
  const lines = withoutRate.map(({ currency, count, debitMinor }) => {
    const amount = formatMoney(debitMinor, { currency, locale })
    return `  ${amount} ${currency} (${count} ${count === 1 ? 'line' : 'lines'})`
  })
  return `
${wrap(withoutRateIntro)}
${lines.join('\n')}
`
}

const withoutRateIntro =
  'These amounts have no exchange rate yet. They are only in the general ledger, in their own currency, without debit and credit:'

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

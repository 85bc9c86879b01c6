import { formatDate } from '../../../shared/dates.ts'
import { getReaderLocale } from '../../../shared/decimals.ts'
import { formatMoney, rescaleMinor } from '../../../shared/money.ts'
import type { BankAccount } from '../../banking/contract.ts'
import { accountLabel, noDigits } from '../../banking/rules.ts'
import { transactionCount } from '../../transactions/web/transaction-text.ts'
import type { BankImport, PreviewQuestion, PreviewStatement } from '../contract.ts'

export const formatsText = 'CSV, Excel, OFX, QFX, QIF, MT940 and CAMT, also zipped.'

const number = (count: number) => count.toLocaleString('en-US')

/** "Jan 2 – Mar 31, 2026", with both years if they differ. */
export function periodText(first: string, last: string): string {
  if (first === last) return formatDate(first)
  const from =
    first.slice(0, 4) === last.slice(0, 4) ? formatDate(first).replace(/, \d+$/, '') : formatDate(first)
  return `${from} – ${formatDate(last)}`
}

/** Shows an amount of a preview in the currency that the owner has chosen for it. */
export function moneyText(minor: number, shownCurrency: string, currency: string): string {
  const rescaled = rescaleMinor(minor, shownCurrency, currency)
  return rescaled === null
    ? formatMoney(minor, { currency: shownCurrency })
    : formatMoney(rescaled, { currency })
}

/** "312 transactions, Jan 2 – Mar 31, 2026 · in $4,120.00 · out $3,007.55 · closing balance agrees" */
export function summaryText(statement: PreviewStatement, currency: string): string {
  const { count, firstDate, lastDate, inMinor, outMinor, closingMinor, reconciles, shownCurrency } = statement
  const money = (minor: number) => moneyText(Math.abs(minor), shownCurrency, currency)
  const period = firstDate !== null && lastDate !== null ? `, ${periodText(firstDate, lastDate)}` : ''
  return [
    `${transactionCount(count)}${period}`,
    `in ${money(inMinor)}`,
    `out ${money(outMinor)}`,
    reconciles && (closingMinor === null ? 'balances agree' : 'closing balance agrees'),
  ]
    .filter(Boolean)
    .join(' · ')
}

/** Undefined if the balances of the file agree with its transactions, or if it has none. */
export function balanceWarning(statement: PreviewStatement, currency: string): string | undefined {
  const { reconciles, openingMinor, closingMinor, inMinor, outMinor, shownCurrency } = statement
  if (reconciles !== false) return undefined
  const sum = Math.abs(inMinor) - Math.abs(outMinor)
  if (openingMinor === null || closingMinor === null || openingMinor + sum === closingMinor) {
    return 'The balances don’t agree: the balances beside the transactions don’t match their amounts. Please check the amounts below.'
  }
  const money = (minor: number) => moneyText(minor, shownCurrency, currency)
  return `The balances don’t agree: the file begins with ${money(openingMinor)}, and its transactions lead to ${money(openingMinor + sum)}. But it ends with ${money(closingMinor)}, so transactions may be missing.`
}

/** Undefined if all are new. */
export function existingText({
  count,
  existing,
}: Pick<PreviewStatement, 'count' | 'existing'>): string | undefined {
  if (existing === 0) return undefined
  if (existing >= count) return count === 1 ? 'It is already here.' : 'All of them are already here.'
  return `${number(existing)} of them ${existing === 1 ? 'is' : 'are'} already here.`
}

/** The title of a statement: what the file calls the account, and the file if there are several, or its number. */
export function statementTitle(
  { accountName, bankName, fileName }: Pick<PreviewStatement, 'accountName' | 'bankName' | 'fileName'>,
  index: number,
  statements: number,
): string {
  const account = [bankName, accountName].filter(Boolean).join(' ')
  const name = [account, fileName].filter(Boolean).join(' · ')
  if (name !== '') return name
  return statements === 1 ? 'In this file' : `Account ${index + 1} of ${statements}`
}

const folded = (text: string) => text.toLowerCase().replaceAll(/\s+/g, ' ').trim()

/** The other party of a transaction, if it says more than the description. */
export function otherParty({
  counterparty,
  description,
}: Pick<PreviewStatement['rows'][number], 'counterparty' | 'description'>): string | null {
  return counterparty === null || folded(counterparty) === folded(description) ? null : counterparty
}

export function importLabel(added: number): string {
  return added === 0 ? 'Import anyway' : `Import ${transactionCount(added)}`
}

const questions: Record<PreviewQuestion['about'], string> = {
  dates: 'Which dates are right?',
  decimals: 'Which amounts are right?',
  sign: 'Which way did the money go?',
  columns: 'Which columns are right?',
}

export function questionTitle(about: PreviewQuestion['about']): string {
  return questions[about]
}

/** An amount of a sample, which has no currency: "-1234.5" becomes "-1,234.50". */
export function sampleAmount(decimal: string): string {
  if (!/^-?\d+(\.\d+)?$/.test(decimal)) return decimal
  const format = new Intl.NumberFormat(getReaderLocale(), {
    minimumFractionDigits: 2,
    maximumFractionDigits: 3,
    useGrouping: 'always',
  })
  return format.format(decimal as Intl.StringNumericLiteral)
}

/** "Chase - Checking 1234" */
export function accountOption(account: Pick<BankAccount, 'institutionName' | 'type' | 'last4'>): string {
  const label = accountLabel(account)
  return account.last4 === noDigits ? label : `${label} ${account.last4}`
}

export function progressText({ state, done, total }: Pick<BankImport, 'state' | 'done' | 'total'>): string {
  const verb = state === 'undoing' ? 'Undoing' : 'Importing'
  return total === 0 ? `${verb}…` : `${verb}… ${number(done)} of ${number(total)}`
}

const names = ({ accounts }: Pick<BankImport, 'accounts'>) =>
  new Intl.ListFormat('en').format([...new Set(accounts.map(({ label }) => label))])

const were = (count: number) => (count === 1 ? 'was' : 'were')

/** "300 transactions were added to Chase - Checking. 12 were already here." */
export function resultText(done: Pick<BankImport, 'added' | 'existing' | 'accounts'>): string {
  const { added, existing, accounts } = done
  const where = accounts.length === 0 ? '' : ` to ${names(done)}`
  if (added === 0) {
    return existing === 0
      ? 'The file has no transactions.'
      : `Nothing was added${where}: ${existing === 1 ? 'its transaction is' : `all ${transactionCount(existing)} are`} already here.`
  }
  const rest = existing === 0 ? '' : ` ${number(existing)} ${were(existing)} already here.`
  return `${transactionCount(added)} ${were(added)} added${where}.${rest}`
}

/** "300 added, 12 already here" */
export function countsText({ added, existing }: Pick<BankImport, 'added' | 'existing'>): string {
  return [`${number(added)} added`, existing > 0 && `${number(existing)} already here`]
    .filter(Boolean)
    .join(', ')
}

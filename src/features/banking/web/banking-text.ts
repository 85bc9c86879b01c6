import { dateIn, formatDate } from '../../../shared/dates.ts'
import { formatMoney } from '../../../shared/money.ts'
import { productName } from '../../../shared/product.ts'
import type { OtherCurrency } from '../../figures/contract.ts'
import { besideLines, includedLines } from '../../figures/web/other-currency-text.ts'
import type { BankConnection, Banking } from '../contract.ts'
import { type SecurityBand, maskedNumber } from '../rules.ts'

/** When the transactions were last fetched, such as "Synced 5 min ago", or when the last file came. */
export function syncedText(
  {
    lastSyncedAt,
    isSyncing,
    isFile,
    state,
  }: Pick<BankConnection, 'lastSyncedAt' | 'isSyncing' | 'isFile' | 'state'>,
  now: number,
  timeZone: string,
): string {
  if (isFile) {
    if (lastSyncedAt === null) return 'No file imported yet'
    return `Last file ${formatDate(dateIn(timeZone, new Date(lastSyncedAt)))}`
  }
  if (isSyncing && state === 'connected') return 'Importing transactions...'
  if (lastSyncedAt === null) return 'Not synced yet'
  const minutes = Math.floor((now - Date.parse(lastSyncedAt)) / 60_000)
  if (minutes < 1) return 'Synced just now'
  if (minutes < 60) return `Synced ${minutes} min ago`
  if (minutes < 24 * 60) return `Synced ${Math.floor(minutes / 60)} h ago`
  const day = new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date(lastSyncedAt))
  return `Synced ${formatDate(day)}`
}

/** The text of a notice, and the label of the button that resolves it. */
export function noticeText(
  { kind, at }: BankConnection['notices'][number],
  { institutionName, state }: Pick<BankConnection, 'institutionName' | 'state'>,
  timeZone: string,
): { title: string; text: string; action: string | null } {
  const text = {
    expiring: {
      title: `Access to ${institutionName} ends on ${formatDate(dateIn(timeZone, new Date(at)))}`,
      text: 'Sign in again before then so that you don’t miss anything. Accounts, transactions and categories stay as they are.',
      action: 'Sign In Again',
    },
    accountRevoked: {
      title: `An account at ${institutionName} is no longer shared`,
      text: 'Permission to share it was withdrawn at the bank, so no new transactions are imported from it.',
      action: 'Choose Accounts',
    },
    newAccounts: {
      title: `You have new accounts at ${institutionName}`,
      text: `They aren’t shared with ${productName} yet. Only the accounts you choose are shared.`,
      action: 'Choose Accounts',
    },
  }[kind]
  // A connection that needs a sign-in has a button for it in the table.
  return state === 'connected' ? text : { ...text, action: null }
}

/** The totals of the balances, with other currencies in them or beside them, and which accounts they leave out. */
export function totalText(totals: Banking['totals']) {
  const { cashAccounts, cashMinor, cashOther, cards, cardsOwedMinor, cardsOwedOther, notCounted } = totals
  const accounts = cashAccounts === 1 ? '1 account' : `${cashAccounts} accounts`
  const sentences = [
    cashAccounts === 0
      ? 'None of these accounts holds cash.'
      : `Cash: ${formatMoney(cashMinor, totals)} in ${accounts}${otherText(cashOther)}.`,
  ]
  if (cards > 0) {
    const owed = `${formatMoney(cardsOwedMinor, totals)}${otherText(cardsOwedOther)}`
    sentences.push(`Owed on ${cards === 1 ? '1 card' : `${cards} cards`}: ${owed}.`)
  }
  if (notCounted > 0) sentences.push('Loans, investments and other accounts are not counted as cash.')
  return sentences.join(' ')
}

/** Continues a sentence: ", includes €500.00 (at 1.0843, Nov 17, 2026, European Central Bank)". */
const otherText = (other: readonly OtherCurrency[]) =>
  [...includedLines(other), ...besideLines(other)]
    .map((line) => `, ${line.replace(/^Includes/, 'includes')}`)
    .join('')

/** For example "Checking ••••••1234 and Credit ••••••9876". */
export function accountsText(accounts: readonly { name: string; last4: string }[]): string {
  const names = accounts.map(({ name, last4 }) => `${name} ${maskedNumber(last4)}`)
  return new Intl.ListFormat('en').format(names)
}

const count = (transactions: number) =>
  transactions === 1 ? '1 transaction' : `${transactions.toLocaleString('en-US')} transactions`

/** Pending transactions are deleted, because without the access their outcome is never reported. */
export function disconnectText(transactions: number, pending: number): string {
  const posted = transactions - pending
  const goes =
    pending === 0
      ? ''
      : ` ${pending} pending ${pending === 1 ? 'transaction is removed. It comes back' : 'transactions are removed. They come back'} if you reconnect.`
  if (posted === 0) return `No new transactions will be imported.${goes}`
  const stays =
    posted === 1 ? 'stays in your list with its category' : 'stay in your list with their categories'
  return `No new transactions will be imported. ${count(posted)} ${stays}.${goes}`
}

export function removeText(transactions: number): string {
  if (transactions === 0) return 'No transactions were imported from it.'
  const are = transactions === 1 ? 'is' : 'are'
  return `${count(transactions)} ${are} deleted too, along with the categories you chose. This can’t be undone.`
}

export const bandTones = {
  Excellent: 'positive',
  Good: 'positive',
  Fair: 'attention',
  Poor: 'negative',
} as const satisfies Record<SecurityBand, string>

import { formatDate } from '../../../shared/dates.ts'
import type { BankConnection } from '../contract.ts'
import { type SecurityBand, maskedNumber } from '../rules.ts'

export const connectionFailed = {
  title: 'Connection Failed',
  fallback: 'Failed to connect bank account. Please try again.',
}

/** When its transactions were fetched last, as somebody would say it. */
export function syncedWords(
  { lastSyncedAt, isSyncing, state }: Pick<BankConnection, 'lastSyncedAt' | 'isSyncing' | 'state'>,
  now: number,
  timeZone: string,
): string {
  if (isSyncing && state === 'connected') return 'Fetching transactions...'
  if (lastSyncedAt === null) return 'Nothing fetched yet'
  const minutes = Math.floor((now - Date.parse(lastSyncedAt)) / 60_000)
  if (minutes < 1) return 'Synced just now'
  if (minutes < 60) return `Synced ${minutes} min ago`
  if (minutes < 24 * 60) return `Synced ${Math.floor(minutes / 60)} h ago`
  const day = new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date(lastSyncedAt))
  return `Synced ${formatDate(day)}`
}

/** Checking ••••••1234 and Credit ••••••9876 */
export function accountsWords(accounts: readonly { name: string; last4: string }[]): string {
  const names = accounts.map(({ name, last4 }) => `${name} ${maskedNumber(last4)}`)
  return new Intl.ListFormat('en').format(names)
}

const count = (transactions: number) =>
  transactions === 1 ? '1 transaction' : `${transactions.toLocaleString('en-US')} transactions`

/** Pending ones go: without its access nobody would tell what became of them. */
export function disconnectWords(transactions: number, pending: number): string {
  const posted = transactions - pending
  const goes =
    pending === 0
      ? ''
      : ` ${pending} pending ${pending === 1 ? 'one goes; it comes' : 'ones go; they come'} again if you reconnect.`
  if (posted === 0) return `Nothing new is fetched from there any more.${goes}`
  const stays =
    posted === 1 ? 'stays in your list with its category' : 'stay in your list with their categories'
  return `Nothing new is fetched from there any more. ${count(posted)} ${stays}.${goes}`
}

export function removeWords(transactions: number): string {
  if (transactions === 0) return 'No transaction was fetched from there.'
  const are = transactions === 1 ? 'is' : 'are'
  return `${count(transactions)} ${are} deleted with it, with the categories you chose. This cannot be undone.`
}

export const bandTones = {
  Excellent: 'positive',
  Good: 'positive',
  Fair: 'attention',
  Poor: 'negative',
} as const satisfies Record<SecurityBand, string>

import { expenseCount } from '../../expenses/web/expense-place.ts'
import { testWords } from '../../figures/web/test-words.ts'
import { invoiceCount } from '../../invoices/web/list-place.ts'
import type { Dashboard } from '../contract.ts'
import { momentWords } from './day-words.ts'

export function accountCount(count: number): string {
  return count === 1 ? '1 connected account' : `${count} connected accounts`
}

/** Said of money that is made up. */
export function demoWords({ hasDemo }: Pick<Dashboard['banks'], 'hasDemo'>): string {
  return hasDemo ? ' · Demo bank' : ''
}

/** What the cash balance is made of. */
export function cashWords(
  { cashBalance, banks, today, tests }: Pick<Dashboard, 'cashBalance' | 'banks' | 'today' | 'tests'>,
  timeZone: string,
): string {
  if (cashBalance.from === 'ledger') {
    const words = testWords(tests.cents)
    return `Payments received minus expenses so far${words === null ? '' : ` · ${words}`}`
  }
  const accounts = accountCount(banks.accounts)
  const told =
    banks.asOf === null ? 'balance not known yet' : `as of ${momentWords(banks.asOf, timeZone, today)}`
  return `${accounts}, ${told}${demoWords(banks)}`
}

export function pendingWords({ owed, overdue }: Pick<Dashboard, 'owed' | 'overdue'>): string {
  if (owed.count === 0) return 'No open invoices'
  const invoices = invoiceCount(owed.count)
  return overdue.count === 0 ? `${invoices}, none overdue` : `${invoices}, ${overdue.count} overdue`
}

export function upcomingWords({ count }: Dashboard['upcoming']): string {
  return count === 0 ? 'Nothing dated after today' : `${expenseCount(count)} dated after today`
}

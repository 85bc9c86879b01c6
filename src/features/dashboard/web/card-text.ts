import { formatMoney } from '../../../shared/money.ts'
import { expenseCount } from '../../expenses/web/expense-url-state.ts'
import { testText } from '../../figures/web/test-text.ts'
import { invoiceCount } from '../../invoices/web/list/invoice-url-state.ts'
import type { Dashboard } from '../contract.ts'
import { momentText } from './day-text.ts'

/** Describes in how many of the connected accounts the balance beside it is. */
export function bankBalanceText({
  accounts,
  cashAccounts,
}: Pick<Dashboard['banks'], 'accounts' | 'cashAccounts'>): string {
  const all = accounts === 1 ? '1 account' : `${accounts} accounts`
  if (cashAccounts === 0) return `${all}, none with cash`
  return `in ${cashAccounts === accounts ? all : `${cashAccounts} of ${all}`}`
}

export function cashText(
  {
    cashBalance,
    banks,
    today,
    tests,
    currency,
  }: Pick<Dashboard, 'cashBalance' | 'banks' | 'today' | 'tests' | 'currency'>,
  timeZone: string,
): string {
  if (cashBalance.from === 'ledger') {
    const testNote = testText(tests.minor, { currency })
    const unconnected = banks.accounts === 0 ? '' : ', as no cash account is connected'
    return `Payments received minus expenses to date${unconnected}${testNote === null ? '' : ` · ${testNote}`}`
  }
  const { cashAccounts } = banks
  const accounts = cashAccounts === 1 ? '1 cash account' : `${cashAccounts} cash accounts`
  const balanceDate =
    banks.asOf === null ? 'balance not known yet' : `as of ${momentText(banks.asOf, timeZone, today)}`
  return `${accounts}, ${balanceDate}${banks.hasDemo ? ' · Demo bank' : ''}`
}

/** Continues the sum that is left after what is owed on credit cards. */
export function afterCardsText({ banks, currency }: Pick<Dashboard, 'banks' | 'currency'>): string {
  return `after cards (${formatMoney(banks.cardsOwedMinor, { currency })} owed)`
}

export function pendingText({ owed, overdue }: Pick<Dashboard, 'owed' | 'overdue'>): string {
  if (owed.count === 0) return 'no unpaid invoices'
  const invoices = invoiceCount(owed.count)
  return overdue.count === 0 ? `${invoices}, none overdue` : `${invoices}, ${overdue.count} overdue`
}

export function upcomingText({ count }: Pick<Dashboard['upcoming'], 'count'>): string {
  return count === 0 ? 'nothing dated after today' : `${expenseCount(count)} dated after today`
}

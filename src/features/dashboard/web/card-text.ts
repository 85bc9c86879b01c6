import { formatMoney } from '../../../shared/money.ts'
import { expenseCount } from '../../expenses/web/expense-url-state.ts'
import { testText } from '../../figures/web/test-text.ts'
import { invoiceCount } from '../../invoices/web/list/invoice-url-state.ts'
import type { Dashboard } from '../contract.ts'
import { momentText } from './day-text.ts'

/** Describes what the balance on the card of bank connections includes. */
export function bankBalanceText({
  accounts,
  cashAccounts,
}: Pick<Dashboard['banks'], 'accounts' | 'cashAccounts'>): string {
  const connected = accounts === 1 ? '1 connected account' : `${accounts} connected accounts`
  if (cashAccounts === 0) return `no cash in ${connected}`
  return `cash in ${cashAccounts === accounts ? connected : `${cashAccounts} of ${connected}`}`
}

export function demoText({ hasDemo }: Pick<Dashboard['banks'], 'hasDemo'>): string {
  return hasDemo ? ' · Demo bank' : ''
}

export function cashText(
  { cashBalance, banks, today, tests }: Pick<Dashboard, 'cashBalance' | 'banks' | 'today' | 'tests'>,
  timeZone: string,
): string {
  if (cashBalance.from === 'ledger') {
    const testNote = testText(tests.cents)
    const unconnected = banks.accounts === 0 ? '' : ': no cash account is connected'
    return `Payments received minus expenses so far${unconnected}${testNote === null ? '' : ` · ${testNote}`}`
  }
  const { cashAccounts } = banks
  const accounts = cashAccounts === 1 ? '1 cash account' : `${cashAccounts} cash accounts`
  const balanceDate =
    banks.asOf === null ? 'balance not known yet' : `as of ${momentText(banks.asOf, timeZone, today)}`
  return `${accounts}, ${balanceDate}${demoText(banks)}`
}

/** For example "$700.00 after cards ($410.00 owed on 1 card)"; null if nothing is to be deducted. */
export function afterCardsText({
  cashBalance,
  banks,
}: Pick<Dashboard, 'cashBalance' | 'banks'>): string | null {
  if (cashBalance.afterCardsCents === null) return null
  const cards = banks.cards === 1 ? '1 card' : `${banks.cards} cards`
  const owed = `${formatMoney(banks.cardsOwedCents)} owed on ${cards}`
  return `${formatMoney(cashBalance.afterCardsCents)} after cards (${owed})`
}

export function pendingText({ owed, overdue }: Pick<Dashboard, 'owed' | 'overdue'>): string {
  if (owed.count === 0) return 'No open invoices'
  const invoices = invoiceCount(owed.count)
  return overdue.count === 0 ? `${invoices}, none overdue` : `${invoices}, ${overdue.count} overdue`
}

export function upcomingText({ count }: Dashboard['upcoming']): string {
  return count === 0 ? 'Nothing dated after today' : `${expenseCount(count)} dated after today`
}

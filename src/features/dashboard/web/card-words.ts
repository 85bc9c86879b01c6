import { formatMoney } from '../../../shared/money.ts'
import { expenseCount } from '../../expenses/web/expense-place.ts'
import { testWords } from '../../figures/web/test-words.ts'
import { invoiceCount } from '../../invoices/web/list/list-place.ts'
import type { Dashboard } from '../contract.ts'
import { momentWords } from './day-words.ts'

/** What the balance on the card of bank connections counts. */
export function bankBalanceWords({
  accounts,
  cashAccounts,
}: Pick<Dashboard['banks'], 'accounts' | 'cashAccounts'>): string {
  const connected = accounts === 1 ? '1 connected account' : `${accounts} connected accounts`
  if (cashAccounts === 0) return `no cash in ${connected}`
  return `cash in ${cashAccounts === accounts ? connected : `${cashAccounts} of ${connected}`}`
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
    const tested = testWords(tests.cents)
    const unconnected = banks.accounts === 0 ? '' : ': no cash account is connected'
    return `Payments received minus expenses so far${unconnected}${tested === null ? '' : ` · ${tested}`}`
  }
  const { cashAccounts } = banks
  const accounts = cashAccounts === 1 ? '1 cash account' : `${cashAccounts} cash accounts`
  const told =
    banks.asOf === null ? 'balance not known yet' : `as of ${momentWords(banks.asOf, timeZone, today)}`
  return `${accounts}, ${told}${demoWords(banks)}`
}

/** $700.00 after cards ($410.00 owed on 1 card); null where there is nothing to take off. */
export function afterCardsWords({
  cashBalance: { afterCardsCents },
  banks: { cards, cardsOwedCents },
}: Pick<Dashboard, 'cashBalance' | 'banks'>): string | null {
  if (afterCardsCents === null) return null
  const owed = `${formatMoney(cardsOwedCents)} owed on ${cards === 1 ? '1 card' : `${cards} cards`}`
  return `${formatMoney(afterCardsCents)} after cards (${owed})`
}

export function pendingWords({ owed, overdue }: Pick<Dashboard, 'owed' | 'overdue'>): string {
  if (owed.count === 0) return 'No open invoices'
  const invoices = invoiceCount(owed.count)
  return overdue.count === 0 ? `${invoices}, none overdue` : `${invoices}, ${overdue.count} overdue`
}

export function upcomingWords({ count }: Dashboard['upcoming']): string {
  return count === 0 ? 'Nothing dated after today' : `${expenseCount(count)} dated after today`
}

import type { Currency } from '../../shared/currencies.ts'
import { monthOf } from '../../shared/dates.ts'
import { type CurrencySum, type Rate, addSums, minus, negated, toSum } from '../figures/sum-rules.ts'
import type { Dashboard } from './contract.ts'
import type { DashboardRow, MoneyBucket } from './dashboard-statement.ts'

export interface Conversion {
  home: Currency
  rates: readonly Rate[]
}

/** The currencies whose rates the dashboard needs. */
export function currenciesIn({ money, tests, balances }: DashboardRow): Currency[] {
  return [...(money ?? []), ...tests, ...(balances ?? [])].map(({ currency }) => currency)
}

type Kind = MoneyBucket['kind']
type Money = readonly MoneyBucket[]

function pick(money: Money, kind: Kind, condition: (bucket: MoneyBucket) => boolean = () => true) {
  return money.filter((bucket) => bucket.kind === kind && condition(bucket))
}

const overdueIn = (money: Money) => pick(money, 'owed', ({ when }) => when === 'past')

function receivedIn(money: Money): CurrencySum[] {
  return [...pick(money, 'received'), ...negated(pick(money, 'refunded'))]
}

function total(sums: readonly CurrencySum[] | null): number {
  return (sums ?? []).reduce((count, sum) => count + sum.count, 0)
}

/** The number of invoices, payments or expenses, in all currencies. */
export function countOf({ money }: DashboardRow, kind: Kind): number {
  return total(pick(money ?? [], kind))
}

export function countOverdue({ money }: DashboardRow): number {
  return total(overdueIn(money ?? []))
}

type Sums = Pick<
  Dashboard,
  | 'cashBalance'
  | 'owed'
  | 'overdue'
  | 'upcoming'
  | 'spentInMonth'
  | 'netMinor'
  | 'netOther'
  | 'received'
  | 'tests'
  | 'exchangeGains'
  | 'banks'
>

export function toSums(row: DashboardRow, { home, rates }: Conversion, today: string): Sums {
  const convert = (sums: readonly CurrencySum[]) => toSum(home, sums, rates)
  const money = row.money ?? []
  const month = monthOf(today)
  const received = convert(receivedIn(money))
  const owed = convert(pick(money, 'owed'))
  const spentInMonth = convert(pick(money, 'spent', (bucket) => bucket.month === month))
  const spentSoFar = convert(pick(money, 'spent', ({ when }) => when !== 'future'))
  const onAccounts = (kind: 'cash' | 'credit') =>
    convert((row.balances ?? []).filter((balance) => balance.kind === kind))
  const [cash, cardsOwed] = [onAccounts('cash'), onAccounts('credit')]
  const net = addSums([owed, minus(spentInMonth)])
  const isFromBanks = cash.count > 0
  const balance = isFromBanks ? cash : addSums([received, minus(spentSoFar)])
  const afterCards = isFromBanks && cardsOwed.count > 0 ? addSums([cash, minus(cardsOwed)]) : null
  return {
    cashBalance: {
      minor: balance.minor,
      other: balance.other,
      from: isFromBanks ? 'banks' : 'ledger',
      afterCardsMinor: afterCards?.minor ?? null,
      afterCardsOther: afterCards?.other ?? [],
    },
    owed,
    overdue: convert(overdueIn(money)),
    upcoming: convert(pick(money, 'spent', ({ when }) => when === 'future')),
    spentInMonth,
    netMinor: net.minor,
    netOther: net.other,
    received: { ...received, count: countOf(row, 'settled') },
    tests: convert(row.tests),
    exchangeGains: convert(pick(money, 'gained')),
    banks: {
      ...row.banks,
      accounts: total(row.balances),
      cashAccounts: cash.count,
      cards: cardsOwed.count,
      cashMinor: cash.minor,
      cashOther: cash.other,
      cardsOwedMinor: cardsOwed.minor,
      cardsOwedOther: cardsOwed.other,
    },
  }
}

export function toMonths(
  row: DashboardRow,
  { home, rates }: Conversion,
  months: readonly string[],
): Dashboard['months'] {
  const byMonth = Map.groupBy(row.money ?? [], ({ month }) => month)
  const testsByMonth = Map.groupBy(row.testMonths ?? [], ({ month }) => month)
  return months.map((month) => {
    // The chart shows no counts, and nothing of a currency that comes to zero.
    const money = (byMonth.get(month) ?? []).map((bucket) => ({ ...bucket, count: 0 }))
    const received = toSum(home, receivedIn(money), rates)
    const spent = toSum(home, pick(money, 'spent'), rates)
    return {
      month,
      inMinor: received.minor,
      inOther: received.other,
      testMinor: toSum(home, testsByMonth.get(month) ?? [], rates).minor,
      outMinor: spent.minor,
      outOther: spent.other,
    }
  })
}

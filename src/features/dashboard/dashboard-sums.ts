import type { Currency } from '../../shared/currencies.ts'
import type { Sum } from '../figures/contract.ts'
import { type CurrencySum, type Rate, addSums, minus, negated, toSum } from '../figures/sum-rules.ts'
import type { Dashboard } from './contract.ts'
import { type DashboardRow, type SumName, chartMonths } from './dashboard-statement.ts'

export interface Conversion {
  home: Currency
  rates: readonly Rate[]
}

/** The currencies whose rates the dashboard needs. */
export function currenciesIn({ sums, tests, cash, cardsOwed }: DashboardRow): Currency[] {
  return [...(sums ?? []), ...tests, ...cash, ...cardsOwed].map(({ currency }) => currency)
}

function sumsNamed({ sums }: DashboardRow, name: SumName): CurrencySum[] {
  return (sums ?? []).map(({ currency, [name]: sum }) => ({ currency, ...sum }))
}

/** The number of rows in a sum, in all currencies. */
export function countOf(row: DashboardRow, name: SumName): number {
  return sumsNamed(row, name).reduce((total, { count }) => total + count, 0)
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

export function toSums(row: DashboardRow, { home, rates }: Conversion): Sums {
  const convert = (sums: readonly CurrencySum[]) => toSum(home, sums, rates)
  const named = (name: SumName) => convert(sumsNamed(row, name))
  const received = convert([...sumsNamed(row, 'received'), ...negated(sumsNamed(row, 'refunded'))])
  const [owed, spentInMonth] = [named('owed'), named('spentInMonth')]
  const [cash, cardsOwed] = [convert(row.cash), convert(row.cardsOwed)]
  const net = addSums([owed, minus(spentInMonth)])
  const isFromBanks = row.banks.cashAccounts > 0
  const balance = isFromBanks ? cash : addSums([received, minus(named('spentSoFar'))])
  const afterCards = isFromBanks && row.banks.cards > 0 ? addSums([cash, minus(cardsOwed)]) : null
  return {
    cashBalance: {
      minor: balance.minor,
      other: balance.other,
      from: isFromBanks ? 'banks' : 'ledger',
      afterCardsMinor: afterCards?.minor ?? null,
      afterCardsOther: afterCards?.other ?? [],
    },
    owed,
    overdue: named('overdue'),
    upcoming: named('upcoming'),
    spentInMonth,
    netMinor: net.minor,
    netOther: net.other,
    received: { ...received, count: countOf(row, 'settled') },
    tests: convert(row.tests),
    exchangeGains: named('gained'),
    banks: {
      ...row.banks,
      cashMinor: cash.minor,
      cashOther: cash.other,
      cardsOwedMinor: cardsOwed.minor,
      cardsOwedOther: cardsOwed.other,
    },
  }
}

/** The months of the chart. Those without any movement are missing in the row. */
export function toMonths(row: DashboardRow, { home, rates }: Conversion, today: string): Dashboard['months'] {
  const sumOf = <M extends { month: string; currency: Currency }>(
    months: readonly M[] | null,
    month: string,
    minorOf: (one: M) => number,
  ): Sum =>
    toSum(
      home,
      (months ?? [])
        .filter((one) => one.month === month)
        .map((one) => ({ currency: one.currency, minor: minorOf(one), count: 0 })),
      rates,
    )
  return chartMonths(today).map((month) => {
    const received = sumOf(row.months, month, ({ inMinor }) => inMinor)
    const spent = sumOf(row.months, month, ({ outMinor }) => outMinor)
    return {
      month,
      inMinor: received.minor,
      inOther: received.other,
      testMinor: sumOf(row.testMonths, month, ({ testMinor }) => testMinor).minor,
      outMinor: spent.minor,
      outOther: spent.other,
    }
  })
}

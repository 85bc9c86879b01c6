import { convert, rateOn } from '../figures/rates.ts'
import { type Days, before, divided, periodDays, yearBefore } from './calendar.ts'
import type { Fact } from './facts.ts'
import { sumOf } from './fractions.ts'
import type { RawExpense, RawRows } from './raw-rows.ts'
import { reckonOwed } from './reckon-owed.ts'
import type { ReportWorld } from './world.ts'

/** What a report is asked for, all parts that it knows. */
export interface Question {
  name: string
  period: string
  from?: string
  to?: string
  basis: 'accrual' | 'cash'
  by?: string
  compare: string
  client?: string
  category?: string
  currency?: string
}

export type Cell = number | string | null
export interface Reckoned {
  /** The cells of each row by its key. */
  rows: Record<string, Cell[]>
  /** How many amounts are converted as part of a sum, so that rounding each by itself can differ. */
  loose: number
}

export interface Asked {
  question: Question
  world: ReportWorld
  rows: RawRows
  facts: Fact[]
  today: string
  columns: Days[]
  isCompared: boolean
  currency: string
  /** In the currency of the report, at the latest rates. An amount without a rate is left out. */
  worth(amounts: readonly { currency: string; minor: number }[]): number
}

function columnsOf({ period, from, to, by, compare }: Question, today: string, fiscalMonth: number): Days[] {
  const days = period === 'days' ? { from: from!, to: to! } : periodDays(period, today, fiscalMonth)
  if (by !== undefined) return divided(days, by, fiscalMonth)
  if (compare === 'none') return [days]
  return [days, compare === 'previous' ? before(days) : yearBefore(days)]
}

/** Adds up amounts by currency and converts each sum once. */
function worthIn(world: ReportWorld, rows: RawRows, currency: string, today: string): Asked['worth'] {
  const rates = { home: currency, ownRates: rows.ownRates, referenceRates: world.referenceRates }
  return (amounts) => {
    const sums = new Map<string, number>()
    for (const one of amounts) sums.set(one.currency, (sums.get(one.currency) ?? 0) + one.minor)
    return sumOf(
      [...sums].map(([from, minor]) => {
        if (from === currency) return minor
        const rate = rateOn(rates, from, today)?.rate
        return rate === undefined ? 0 : convert(minor, from, rate, currency)
      }),
    )
  }
}

/** Calculates a report from the rows of the tables. */
export function reckon(world: ReportWorld, rows: RawRows, facts: Fact[], question: Question): Reckoned {
  const today = world.today()
  const currency = question.currency ?? world.home
  const columns = columnsOf(question, today, world.fiscalMonth)
  const counted = facts.filter(
    (fact) =>
      (world.countsBank || fact.source !== 'transaction') &&
      (fact.basis === 'both' || fact.basis === question.basis) &&
      (question.client === undefined || fact.client === question.client) &&
      (question.currency === undefined || fact.currency === question.currency),
  )
  const asked: Asked = {
    question,
    world,
    rows,
    facts: counted,
    today,
    columns,
    isCompared: question.by === undefined && columns.length === 2,
    currency,
    worth: worthIn(world, rows, currency, today),
  }
  return reports[question.name]!(asked)
}

const within = ({ from, to }: Days, day: string) => day >= from && day <= to

/** In which currency and with which amount a fact counts: at home as long as there is a rate. */
function counts({ question, world }: Asked, fact: Fact, ofBases = false) {
  const [minor, home] = ofBases ? [fact.on, fact.onHome] : [fact.minor, fact.home]
  const isHome = question.currency === undefined && fact.home !== null
  return isHome ? { currency: world.home, minor: home ?? minor } : { currency: fact.currency, minor }
}

const valuesOf = (asked: Asked, facts: readonly Fact[], ofBases = false) =>
  asked.columns.map((days) =>
    asked.worth(facts.filter(({ day }) => within(days, day)).map((fact) => counts(asked, fact, ofBases))),
  )

const looseOf = ({ columns, currency, question }: Asked, facts: readonly Fact[]) =>
  facts.filter(
    (fact) =>
      question.currency === undefined &&
      fact.home === null &&
      fact.currency !== currency &&
      columns.some((days) => within(days, fact.day)),
  ).length

/** Rounded to the nearest whole number, a half upwards. Null if no file can hold it. */
function ratio(part: number, whole: number): number | null {
  const sign = whole < 0 ? -1n : 1n
  const [top, bottom] = [
    BigInt(part) * 100_000n * sign * 2n + BigInt(whole) * sign,
    BigInt(whole) * sign * 2n,
  ]
  const cut = top / bottom
  const rounded = top % bottom < 0n ? cut - 1n : cut
  return rounded > 9_007_199_254_740_991n ? null : Number(rounded)
}

function cells({ isCompared, question }: Asked, values: number[]): Cell[] {
  const [now = 0, earlier = 0] = values
  if (isCompared) return [...values, earlier === 0 ? null : ratio(now - earlier, Math.abs(earlier))]
  return question.by !== undefined && values.length > 1 ? [...values, sumOf(values)] : values
}

const total = (asked: Asked, all: readonly number[][]) =>
  asked.columns.map((_, index) => sumOf(all.map((values) => values[index]!)))
const isSomething = (values: readonly number[]) => values.some((value) => value !== 0)

/** The values of each group of facts that comes to something. */
function lines(
  asked: Asked,
  facts: readonly Fact[],
  nameOf: (fact: Fact) => string,
  sign = 1,
): Map<string, number[]> {
  const groups = [...Map.groupBy(facts, nameOf)].map(
    ([name, group]) => [name, valuesOf(asked, group).map((value) => sign * value || 0)] as const,
  )
  return new Map(groups.filter(([, values]) => isSomething(values)))
}

const rowsOf = (asked: Asked, all: ReadonlyMap<string, number[]>) =>
  Object.fromEntries([...all].map(([name, values]) => [name, cells(asked, values)]))

const isIncome = ({ account }: Fact) => account.startsWith('income:') || account === 'gain'
const isSpending = ({ account }: Fact) => account.startsWith('expense:')
const isMoney = ({ account, basis }: Fact) => account === 'money' && basis !== 'accrual'

function profitAndLoss(asked: Asked): Reckoned {
  const income = lines(asked, asked.facts.filter(isIncome), ({ account }) => account)
  const spent = lines(asked, asked.facts.filter(isSpending), ({ account }) => account)
  const [earned, gone] = [total(asked, [...income.values()]), total(asked, [...spent.values()])]
  const loose = looseOf(asked, asked.facts)
  if (income.size + spent.size === 0) return { rows: {}, loose }
  const kept = earned.map((value, index) => value - gone[index]!)
  return {
    rows: {
      ...rowsOf(asked, income),
      ...rowsOf(asked, spent),
      income: cells(asked, earned),
      expenses: cells(asked, gone),
      kept: cells(asked, kept),
    },
    loose,
  }
}

function cashFlow(asked: Asked): Reckoned {
  const money = asked.facts.filter(isMoney)
  const side = (names: string[], sign: number) =>
    lines(
      asked,
      money.filter(({ entry }) => names.includes(entry)),
      ({ entry }) => entry,
      sign,
    )
  const came = side(['payment', 'bank-in'], 1)
  const went = side(['expense', 'refund', 'dispute', 'bank-out'], -1)
  const [sumIn, sumOut] = [total(asked, [...came.values()]), total(asked, [...went.values()])]
  const loose = looseOf(asked, money)
  if (came.size + went.size === 0) return { rows: {}, loose }
  const left = sumIn.map((value, index) => value - sumOut[index]!)
  return {
    rows: {
      ...rowsOf(asked, came),
      ...rowsOf(asked, went),
      in: cells(asked, sumIn),
      out: cells(asked, sumOut),
      left: cells(asked, left),
    },
    loose,
  }
}

/** Groups with their shares of everything. */
const grouped =
  (isMeant: (fact: Fact, question: Question) => boolean, nameOf: (fact: Fact) => string) =>
  (asked: Asked): Reckoned => {
    const facts = asked.facts.filter((fact) => isMeant(fact, asked.question))
    const groups = lines(asked, facts, nameOf)
    const all = total(asked, [...groups.values()])
    const wholeOf = (values: number[]) => (asked.question.by === undefined ? values[0]! : sumOf(values))
    const withShare = (values: number[]) => [
      ...cells(asked, values),
      wholeOf(all) === 0 ? null : ratio(wholeOf(values), wholeOf(all)),
    ]
    const named = [...groups].map(([name, values]) => [name, withShare(values)] as const)
    return {
      rows: groups.size === 0 ? {} : { ...Object.fromEntries(named), total: withShare(all) },
      loose: looseOf(asked, facts),
    }
  }

const isOfCategory = (fact: Fact, { category }: Question) =>
  category === undefined ? isSpending(fact) : fact.account === `expense:${category}`

function taxes(asked: Asked): Reckoned {
  const facts = asked.facts.filter(({ account }) => account.startsWith('tax:'))
  const groups = [...Map.groupBy(facts, ({ account, rate, tax }) => `${account} ${rate ?? ''} ${tax}`)].map(
    ([key, group]) => ({ key, values: valuesOf(asked, group), bases: valuesOf(asked, group, true) }),
  )
  const inParts = asked.question.by !== undefined
  const shown = groups.filter(({ values, bases }) => isSomething(inParts ? values : [...values, ...bases]))
  const cellsOf = (values: number[], base: number | null) =>
    inParts ? cells(asked, values) : [base, sumOf(values)]
  const side = (account: string) =>
    total(
      asked,
      groups.filter(({ key }) => key.startsWith(account)).map(({ values }) => values),
    )
  const [collected, paid] = [side('tax:collected '), side('tax:paid ')]
  const due = collected.map((value, index) => value - paid[index]!)
  return {
    rows:
      shown.length === 0
        ? {}
        : {
            ...Object.fromEntries(
              shown.map(({ key, values, bases }) => [key, cellsOf(values, sumOf(bases))]),
            ),
            collected: cellsOf(collected, null),
            paid: cellsOf(paid, null),
            due: cellsOf(due, null),
          },
    loose: looseOf(asked, facts),
  }
}

const methods = ['card', 'paypal', 'transfer', 'cash', 'cheque', 'other', 'demo']

function paymentsByMethod(asked: Asked): Reckoned {
  const { question, rows, columns } = asked
  const [days] = columns
  const moved = asked.facts.filter(
    (fact) =>
      isMoney(fact) && ['payment', 'refund', 'dispute'].includes(fact.entry) && within(days!, fact.day),
  )
  const fees = rows.fees.filter(
    ({ on, currency }) =>
      within(days!, on) && question.client === undefined && (question.currency ?? currency) === currency,
  )
  const found = methods.map((method) => {
    const own = moved.filter((fact) => fact.method === method)
    const [came, back] = [
      own.filter(({ entry }) => entry === 'payment'),
      own.filter(({ entry }) => entry !== 'payment'),
    ]
    const sum = (facts: Fact[]) => asked.worth(facts.map((fact) => counts(asked, fact)))
    const fee = asked.worth(fees.filter(({ provider }) => provider === method))
    const [received, returned] = [sum(came), -sum(back) || 0]
    const count = sumOf(came.map((fact) => fact.count))
    return [method, [count, received, returned, fee, received - returned - fee]] as const
  })
  const shown = found.filter(([, values]) => isSomething(values))
  const sums = [0, 1, 2, 3, 4].map((index) => sumOf(shown.map(([, values]) => values[index]!)))
  return {
    rows: shown.length === 0 ? {} : { ...Object.fromEntries(shown), total: sums },
    loose: looseOf(asked, moved) + fees.filter(({ currency }) => currency !== asked.currency).length,
  }
}

/** An expense is worth what it was worth on its day; without a rate, what it is worth now. */
const amountOf = ({ world, worth }: Asked, { currency, amountMinor, homeMinor }: RawExpense) =>
  homeMinor === null
    ? worth([{ currency, minor: amountMinor }])
    : worth([{ currency: world.home, minor: homeMinor }])

function missingReceipts(asked: Asked): Reckoned {
  const { question, rows, columns, today } = asked
  const found = rows.expenses
    .filter(({ date, hasReceipt, category, homeMinor, amountMinor }) => {
      const isWorthIt = (homeMinor ?? amountMinor) >= rows.receiptsFrom
      const isMeant =
        within(columns[0]!, date) && date <= today && (question.category ?? category) === category
      return !hasReceipt && isWorthIt && isMeant
    })
    .map((one): [string, Cell[]] => [one.id, [one.date, one.category, amountOf(asked, one)]])
  const sum = sumOf(found.map(([, [, , minor]]) => Number(minor)))
  return {
    rows: found.length === 0 ? {} : { ...Object.fromEntries(found), total: [null, null, sum] },
    loose: 0,
  }
}

const driven = (unit: string, { mileage: trip }: RawExpense) => (trip!.unit === unit ? trip!.distance : null)

function mileage(asked: Asked): Reckoned {
  const trips = asked.rows.expenses.filter((one) => one.mileage && within(asked.columns[0]!, one.date))
  const units = ['km', 'mi'].filter((unit) => trips.some((trip) => trip.mileage!.unit === unit))
  const lists = trips.map((trip): [string, Cell[]] => [
    trip.id,
    [trip.date, ...units.map((unit) => driven(unit, trip)), amountOf(asked, trip)],
  ])
  const sums = units.map((unit) => sumOf(trips.map((trip) => driven(unit, trip) ?? 0)))
  const all = [null, ...sums, sumOf(trips.map((trip) => amountOf(asked, trip)))]
  return { rows: trips.length === 0 ? {} : { ...Object.fromEntries(lists), total: all }, loose: 0 }
}

const reports: Record<string, (asked: Asked) => Reckoned> = {
  'profit-and-loss': profitAndLoss,
  'cash-flow': cashFlow,
  'owed-by-age': reckonOwed,
  'income-by-client': grouped(isIncome, ({ client }) => client ?? ''),
  'income-by-item': grouped(isIncome, ({ item, account }) => (item === '' ? account : `item:${item}`)),
  'expenses-by-category': grouped(isOfCategory, ({ account }) => account),
  'expenses-by-merchant': grouped(isOfCategory, ({ item }) => `merchant:${item}`),
  taxes,
  'payments-by-method': paymentsByMethod,
  'missing-receipts': missingReceipts,
  mileage,
}

import type { BookConnection, BookPayment } from './books.ts'
import { dayThere, monthAfter } from './calendar.ts'
import type { FigureWorld } from './world.ts'

/** What a figure consists of: each row as text, and the totals. */
interface Reckoned {
  minor: number
  /** The part that was paid by payments that moved no money. */
  testMinor: number
  count: number
  made: string[]
}

interface Row {
  id: string
  date: string
  minor: number
  isTest?: boolean
  words: string
}

const total = (minor: number[]) => minor.reduce((sum, one) => sum + one, 0)

/** Past rows are sorted by the latest, future rows by the next. */
function ofRows(rows: Row[], comes: 'latest' | 'next' = 'latest'): Reckoned {
  const order = rows.toSorted((a, b) =>
    a.date === b.date ? (a.id < b.id ? 1 : -1) : a.date < b.date ? 1 : -1,
  )
  if (comes === 'next') order.reverse()
  return {
    minor: total(rows.map(({ minor }) => minor)),
    testMinor: total(rows.map(({ minor, isTest }) => (isTest ? minor : 0))),
    count: rows.length,
    made: order.map(({ id, date, minor, words }) => `${words} ${id} ${date} ${minor}`),
  }
}

function ofTerms(terms: { name: string; of: Reckoned; sign: number }[]): Reckoned {
  return {
    minor: total(terms.map(({ of, sign }) => sign * of.minor)),
    testMinor: total(terms.map(({ of, sign }) => sign * of.testMinor || 0)),
    count: total(terms.map(({ of }) => of.count)),
    made: terms.map(({ name, of, sign }) => `${name} ${sign * of.minor || 0} ${of.count}`),
  }
}

function rowsOf({ invoices, payments, refunds, disputes, expenses }: FigureWorld) {
  const words = ({ invoiceId }: BookPayment) =>
    invoices.find(({ id }) => id === invoiceId)?.clientName ?? 'for nobody'
  return {
    open: invoices
      .filter(({ status }) => status === 'pending')
      .map(({ id, dueDate, totalMinor, receivedMinor, creditedMinor, waivedMinor, clientName }) => {
        const minor = Math.max(0, totalMinor - receivedMinor - creditedMinor - waivedMinor)
        return { id, date: dueDate, minor, words: `invoice ${clientName}` }
      }),
    moved: [
      ...payments
        .filter(({ undoneAt }) => undoneAt === null)
        .map((paid) => {
          const { id, receivedOn, amountMinor, isTest } = paid
          return { id, date: receivedOn, minor: amountMinor, isTest, words: `payment ${words(paid)}` }
        }),
      ...refunds
        .filter(({ state }) => state === 'succeeded' || state === 'pending')
        .map(({ id, createdAt, zone, amountMinor, paymentId }) => {
          const paid = payments.find((payment) => payment.id === paymentId)!
          const { isTest } = paid
          const date = dayThere(zone, createdAt)
          return { id, date, minor: -amountMinor, isTest, words: `refund ${words(paid)}` }
        }),
      ...disputes
        .filter(({ state }) => state === 'open' || state === 'lost')
        .map(({ id, openedAt, zone, amountMinor, paymentId }) => {
          const paid = payments.find((payment) => payment.id === paymentId)!
          const { isTest } = paid
          const date = dayThere(zone, openedAt)
          return { id, date, minor: -amountMinor, isTest, words: `dispute ${words(paid)}` }
        }),
    ],
    spent: expenses.map(({ id, date, amountMinor, category }) => {
      return { id, date, minor: amountMinor, words: `expense ${category}` }
    }),
  }
}

/** Returns when the balances of a bank were last reported: when it was connected, or in a sync since. */
const balancesReportedAt = ({ lastSyncedAt, itemTakenAt }: BookConnection): string | null =>
  [lastSyncedAt, itemTakenAt]
    .flatMap((moment) => moment?.toISOString() ?? [])
    .toSorted()
    .at(-1) ?? null

function reckonBanks({ connections, accounts }: FigureWorld) {
  const present = accounts.flatMap(({ id, connectionId, kind, balanceMinor, closedAt }) => {
    const bank = connections.find((one) => one.id === connectionId)!
    if (closedAt || bank.removedAt || bank.state === 'disconnected') return []
    const state = bank.state === 'reconnect' ? 'stale' : 'fresh'
    return [{ id, kind, state, asOf: balanceMinor === null ? null : balancesReportedAt(bank), balanceMinor }]
  })
  const ofKind = (wanted: string, sign: number) => {
    const chosen = present.filter(({ kind }) => kind === wanted)
    const shown = (minor: number | null) => (minor === null ? 'unknown' : sign * minor || 0)
    return {
      minor: total(chosen.map(({ balanceMinor }) => sign * (balanceMinor ?? 0))) || 0,
      testMinor: 0,
      count: chosen.length,
      made: chosen
        .map(({ id, state, balanceMinor, asOf }) => `account ${id} ${shown(balanceMinor)} ${state} ${asOf}`)
        .toSorted(),
    }
  }
  const [balance, cards] = [ofKind('cash', 1), ofKind('credit', -1)]
  const ages = present.filter(({ kind }) => kind === 'cash').flatMap((one) => one.asOf ?? [])
  const dashboard = {
    accounts: present.length,
    cashAccounts: balance.count,
    cashMinor: balance.minor,
    cards: cards.count,
    cardsOwedMinor: cards.minor,
    hasDemo: present.length > 0,
    asOf: ages.toSorted()[0] ?? null,
  }
  return { balance, cards, dashboard }
}

/** Returns the months to check: those of the chart, oldest first, and the next one. */
export function monthsAround(today: string): string[] {
  return [-5, -4, -3, -2, -1, 0, 1].map((months) => monthAfter(today, months))
}

/** Computes everything that the pages of a business must show at a moment, only from what was written. */
export function reckon(world: FigureWorld, moment: Date) {
  const today = dayThere(world.zone, moment)
  const month = today.slice(0, 7)
  const rows = rowsOf(world)
  const inMonth = (list: Row[], which: string) => ofRows(list.filter(({ date }) => date.startsWith(which)))
  const owed = ofRows(rows.open, 'next')
  const overdue = ofRows(
    rows.open.filter(({ date }) => date < today),
    'next',
  )
  const received = ofRows(rows.moved)
  const spent = ofRows(rows.spent.filter(({ date }) => date <= today))
  const spentInMonth = inMonth(rows.spent, month)
  const upcoming = ofRows(
    rows.spent.filter(({ date }) => date > today),
    'next',
  )
  const largest = rows.spent
    .filter(({ date }) => date.startsWith(month))
    .toSorted((a, b) => b.minor - a.minor || (`${a.date}${a.id}` < `${b.date}${b.id}` ? 1 : -1))
    .slice(0, 1)
  const banks = reckonBanks(world)
  const hasBanks = banks.balance.count > 0
  const monthly = { name: `spent ${month}`, of: spentInMonth }
  const cash = hasBanks
    ? banks.balance
    : ofTerms([
        { name: 'received', of: received, sign: 1 },
        { name: 'spent', of: spent, sign: -1 },
      ])
  const afterCards = ofTerms([
    { name: 'bank-balance', of: banks.balance, sign: 1 },
    { name: 'cards-owed', of: banks.cards, sign: -1 },
  ])
  const afterCardsMinor = hasBanks && banks.cards.count > 0 ? afterCards.minor : null
  const net = ofTerms([
    { name: 'owed', of: owed, sign: 1 },
    { ...monthly, sign: -1 },
  ])
  const leftOver = (which: string) =>
    ofTerms([
      { name: `received ${which}`, of: inMonth(rows.moved, which), sign: 1 },
      { name: `spent ${which}`, of: inMonth(rows.spent, which), sign: -1 },
    ])
  const averageMinor = Math.floor((2 * spentInMonth.minor + 30) / 60)
  const paidCount = world.invoices.filter(({ status }) => status === 'paid').length
  const sum = ({ minor, count }: Reckoned) => ({ minor, count })
  const months = monthsAround(today)
  return {
    figures: {
      'bank-balance': banks.balance,
      'cash-balance': cash,
      'cards-owed': banks.cards,
      'after-cards': afterCards,
      owed,
      overdue,
      received,
      spent,
      upcoming,
      net,
      'left-over': leftOver(month),
      'average-per-day': { ...ofTerms([{ ...monthly, sign: 1 }]), minor: averageMinor },
      'largest-expense': ofRows(largest),
      ...Object.fromEntries(months.map((one) => [`received ${one}`, inMonth(rows.moved, one)])),
      ...Object.fromEntries(months.map((one) => [`spent ${one}`, inMonth(rows.spent, one)])),
      ...Object.fromEntries(months.map((one) => [`left-over ${one}`, leftOver(one)])),
    } as Record<string, Reckoned>,
    dashboard: {
      today,
      cashBalance: { minor: cash.minor, from: hasBanks ? 'banks' : 'ledger', afterCardsMinor },
      owed: sum(owed),
      overdue: sum(overdue),
      upcoming: sum(upcoming),
      spentInMonth: sum(spentInMonth),
      netMinor: net.minor,
      received: { minor: received.minor, count: paidCount },
      testMinor: received.testMinor,
      months: months.slice(0, 6).map((one) => ({
        month: `${one}-01`,
        inMinor: inMonth(rows.moved, one).minor,
        testMinor: inMonth(rows.moved, one).testMinor,
        outMinor: inMonth(rows.spent, one).minor,
      })),
      banks: banks.dashboard,
    },
    invoices: {
      outstandingMinor: owed.minor,
      outstandingCount: owed.count,
      overdueMinor: overdue.minor,
      overdueCount: overdue.count,
      paidMinor: received.minor,
      paidCount,
      testMinor: received.testMinor,
    },
    expenses: {
      month: `${month}-01`,
      totalMinor: spentInMonth.minor,
      count: spentInMonth.count,
      averagePerDayMinor: averageMinor,
      largestCategory: largest[0]?.words.replace('expense ', '') ?? null,
      upcomingMinor: upcoming.minor,
      upcomingCount: upcoming.count,
    },
    lists: {
      open: sum(owed),
      overdue: sum(overdue),
      paid: paidCount,
      spentInMonth: sum(spentInMonth),
      upcoming: sum(upcoming),
    },
  }
}
export type Screens = ReturnType<typeof reckon>

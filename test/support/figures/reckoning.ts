import type { BookConnection, BookPayment } from './books.ts'
import { dayThere, monthAfter } from './calendar.ts'
import type { FigureWorld } from './world.ts'

/** What a figure consists of: each row as text, and the totals. */
interface Reckoned {
  cents: number
  /** The part that was paid by payments that moved no money. */
  testCents: number
  count: number
  made: string[]
}

interface Row {
  id: string
  date: string
  cents: number
  isTest?: boolean
  words: string
}

const total = (cents: number[]) => cents.reduce((sum, one) => sum + one, 0)

/** Past rows are sorted by the latest, future rows by the next. */
function ofRows(rows: Row[], comes: 'latest' | 'next' = 'latest'): Reckoned {
  const order = rows.toSorted((a, b) =>
    a.date === b.date ? (a.id < b.id ? 1 : -1) : a.date < b.date ? 1 : -1,
  )
  if (comes === 'next') order.reverse()
  return {
    cents: total(rows.map(({ cents }) => cents)),
    testCents: total(rows.map(({ cents, isTest }) => (isTest ? cents : 0))),
    count: rows.length,
    made: order.map(({ id, date, cents, words }) => `${words} ${id} ${date} ${cents}`),
  }
}

function ofTerms(terms: { name: string; of: Reckoned; sign: number }[]): Reckoned {
  return {
    cents: total(terms.map(({ of, sign }) => sign * of.cents)),
    testCents: total(terms.map(({ of, sign }) => sign * of.testCents || 0)),
    count: total(terms.map(({ of }) => of.count)),
    made: terms.map(({ name, of, sign }) => `${name} ${sign * of.cents || 0} ${of.count}`),
  }
}

function rowsOf({ invoices, payments, refunds, disputes, expenses }: FigureWorld) {
  const words = ({ invoiceId }: BookPayment) =>
    invoices.find(({ id }) => id === invoiceId)?.clientName ?? 'for nobody'
  return {
    open: invoices
      .filter(({ status }) => status === 'pending')
      .map(({ id, dueDate, totalCents, receivedCents, creditedCents, waivedCents, clientName }) => {
        const cents = Math.max(0, totalCents - receivedCents - creditedCents - waivedCents)
        return { id, date: dueDate, cents, words: `invoice ${clientName}` }
      }),
    moved: [
      ...payments
        .filter(({ undoneAt }) => undoneAt === null)
        .map((paid) => {
          const { id, receivedOn, amountCents, isTest } = paid
          return { id, date: receivedOn, cents: amountCents, isTest, words: `payment ${words(paid)}` }
        }),
      ...refunds
        .filter(({ state }) => state === 'succeeded' || state === 'pending')
        .map(({ id, createdAt, zone, amountCents, paymentId }) => {
          const paid = payments.find((payment) => payment.id === paymentId)!
          const { isTest } = paid
          const date = dayThere(zone, createdAt)
          return { id, date, cents: -amountCents, isTest, words: `refund ${words(paid)}` }
        }),
      ...disputes
        .filter(({ state }) => state === 'open' || state === 'lost')
        .map(({ id, openedAt, zone, amountCents, paymentId }) => {
          const paid = payments.find((payment) => payment.id === paymentId)!
          const { isTest } = paid
          const date = dayThere(zone, openedAt)
          return { id, date, cents: -amountCents, isTest, words: `dispute ${words(paid)}` }
        }),
    ],
    spent: expenses.map(({ id, date, amountCents, category }) => {
      return { id, date, cents: amountCents, words: `expense ${category}` }
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
  const present = accounts.flatMap(({ id, connectionId, kind, balanceCents, closedAt }) => {
    const bank = connections.find((one) => one.id === connectionId)!
    if (closedAt || bank.removedAt || bank.state === 'disconnected') return []
    const state = bank.state === 'reconnect' ? 'stale' : 'fresh'
    return [{ id, kind, state, asOf: balanceCents === null ? null : balancesReportedAt(bank), balanceCents }]
  })
  const ofKind = (wanted: string, sign: number) => {
    const chosen = present.filter(({ kind }) => kind === wanted)
    const shown = (cents: number | null) => (cents === null ? 'unknown' : sign * cents || 0)
    return {
      cents: total(chosen.map(({ balanceCents }) => sign * (balanceCents ?? 0))) || 0,
      testCents: 0,
      count: chosen.length,
      made: chosen
        .map(({ id, state, balanceCents, asOf }) => `account ${id} ${shown(balanceCents)} ${state} ${asOf}`)
        .toSorted(),
    }
  }
  const [balance, cards] = [ofKind('cash', 1), ofKind('credit', -1)]
  const ages = present.filter(({ kind }) => kind === 'cash').flatMap((one) => one.asOf ?? [])
  const dashboard = {
    accounts: present.length,
    cashAccounts: balance.count,
    cashCents: balance.cents,
    cards: cards.count,
    cardsOwedCents: cards.cents,
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
    .toSorted((a, b) => b.cents - a.cents || (`${a.date}${a.id}` < `${b.date}${b.id}` ? 1 : -1))
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
  const afterCardsCents = hasBanks && banks.cards.count > 0 ? afterCards.cents : null
  const net = ofTerms([
    { name: 'owed', of: owed, sign: 1 },
    { ...monthly, sign: -1 },
  ])
  const leftOver = (which: string) =>
    ofTerms([
      { name: `received ${which}`, of: inMonth(rows.moved, which), sign: 1 },
      { name: `spent ${which}`, of: inMonth(rows.spent, which), sign: -1 },
    ])
  const averageCents = Math.floor((2 * spentInMonth.cents + 30) / 60)
  const paidCount = world.invoices.filter(({ status }) => status === 'paid').length
  const sum = ({ cents, count }: Reckoned) => ({ cents, count })
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
      'average-per-day': { ...ofTerms([{ ...monthly, sign: 1 }]), cents: averageCents },
      'largest-expense': ofRows(largest),
      ...Object.fromEntries(months.map((one) => [`received ${one}`, inMonth(rows.moved, one)])),
      ...Object.fromEntries(months.map((one) => [`spent ${one}`, inMonth(rows.spent, one)])),
      ...Object.fromEntries(months.map((one) => [`left-over ${one}`, leftOver(one)])),
    } as Record<string, Reckoned>,
    dashboard: {
      today,
      cashBalance: { cents: cash.cents, from: hasBanks ? 'banks' : 'ledger', afterCardsCents },
      owed: sum(owed),
      overdue: sum(overdue),
      upcoming: sum(upcoming),
      spentInMonth: sum(spentInMonth),
      netCents: net.cents,
      received: { cents: received.cents, count: paidCount },
      testCents: received.testCents,
      months: months.slice(0, 6).map((one) => ({
        month: `${one}-01`,
        inCents: inMonth(rows.moved, one).cents,
        testCents: inMonth(rows.moved, one).testCents,
        outCents: inMonth(rows.spent, one).cents,
      })),
      banks: banks.dashboard,
    },
    invoices: {
      outstandingCents: owed.cents,
      outstandingCount: owed.count,
      overdueCents: overdue.cents,
      overdueCount: overdue.count,
      paidCents: received.cents,
      paidCount,
      testCents: received.testCents,
    },
    expenses: {
      month: `${month}-01`,
      totalCents: spentInMonth.cents,
      count: spentInMonth.count,
      averagePerDayCents: averageCents,
      largestCategory: largest[0]?.words.replace('expense ', '') ?? null,
      upcomingCents: upcoming.cents,
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

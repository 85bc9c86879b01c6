import type { BookConnection, BookInvoice } from './books.ts'
import { dayThere, monthAfter } from './calendar.ts'
import { convert, rateOn } from './rates.ts'
import {
  type Amount,
  type Exchange,
  type Reckoned,
  type Row,
  type Total,
  addUp,
  ofRows,
  ofTerms,
  shownAmount,
} from './sums.ts'
import type { FigureWorld } from './world.ts'

/** A movement of money, and what was gained with it since its invoice was issued. */
interface Moved extends Row {
  gained: NonNullable<Row['gain']> | null
}

function movedRows({ home, invoices, payments, refunds, disputes }: FigureWorld): Moved[] {
  const movements = [
    ...payments
      .filter(({ undoneAt }) => undoneAt === null)
      .map((paid) => ({ ...paid, kind: 'payment', paid, date: paid.receivedOn, sign: 1 })),
    ...refunds
      .filter(({ state }) => state === 'succeeded' || state === 'pending')
      .map((back) => ({ ...back, kind: 'refund', date: dayThere(back.zone, back.createdAt) }))
      .map((back) => ({ ...back, paid: payments.find(({ id }) => id === back.paymentId)!, sign: -1 })),
    ...disputes
      .filter(({ state }) => state === 'open' || state === 'lost')
      .map((back) => ({ ...back, kind: 'dispute', date: dayThere(back.zone, back.openedAt) }))
      .map((back) => ({ ...back, paid: payments.find(({ id }) => id === back.paymentId)!, sign: -1 })),
  ]
  return movements.map(({ id, kind, date, amountMinor, fixed, paid, sign }) => {
    const { currency, isTest } = paid
    const invoice = invoices.find((one) => one.id === paid.invoiceId)
    const invoiceRate = invoice?.rate ?? null
    const gained = fixed &&
      invoiceRate && {
        minor: sign * (fixed.homeMinor - convert(amountMinor, currency, invoiceRate, home)) || 0,
        invoiceRate,
      }
    return {
      id,
      date,
      currency,
      minor: sign * amountMinor || 0,
      fixed: fixed && { ...fixed, homeMinor: sign * fixed.homeMinor || 0 },
      isTest,
      words: `${kind} ${invoice?.clientName ?? 'for nobody'}`,
      gained: gained || null,
    }
  })
}

/** What is open of an invoice, by date: money is put into the parts one by one, a discount is taken off from the end. */
function openPieces({ dueDate, parts, totalMinor, ...paid }: BookInvoice): { date: string; minor: number }[] {
  const { receivedMinor, creditedMinor, waivedMinor } = paid
  const all = parts ?? [{ dueDate, amountMinor: totalMinor }]
  const pieces = all.map((part) => ({ date: part.dueDate, minor: part.amountMinor }))
  const take = (from: typeof pieces, amount: number) => {
    let left = amount
    for (const piece of from) {
      const taken = Math.min(piece.minor, left)
      piece.minor -= taken
      left -= taken
    }
  }
  take(pieces.toReversed(), creditedMinor)
  take(pieces, receivedMinor + waivedMinor)
  const open = pieces.filter(({ minor }) => minor > 0)
  return open.length > 0 ? open : pieces.slice(-1)
}

function rowsOf(world: FigureWorld) {
  const pending = world.invoices.filter(({ status }) => status === 'pending')
  const open = pending.flatMap((invoice) =>
    openPieces(invoice).map((piece, index) => {
      const { id, currency, clientName } = invoice
      return { id, currency, ...piece, fixed: null, words: `invoice ${clientName}`, counts: index === 0 }
    }),
  )
  return {
    open,
    /** Lists show the whole balance of each invoice, with the date of its next part. */
    balances: open
      .filter(({ counts }) => counts)
      .map((first) => ({
        ...first,
        minor: open.reduce((sum, { id, minor }) => (id === first.id ? sum + minor : sum), 0),
      })),
    moved: movedRows(world),
    spent: world.expenses.map(({ id, date, currency, amountMinor, fixed, category }) => {
      return { id, date, currency, minor: amountMinor, fixed, words: `expense ${category}` }
    }),
  }
}

/** What was gained is in the home currency. Each row says what it was gained with. */
function ofGains(moved: Moved[], exchange: Exchange): Reckoned {
  const rows = moved.flatMap(({ gained, ...row }) => (gained ? [{ ...row, gain: gained }] : []))
  const { made } = ofRows(rows, exchange)
  const minor = rows.reduce((sum, { gain }) => sum + gain.minor, 0)
  return { minor, count: rows.length, other: [], testMinor: 0, made }
}

/** Returns when the balances of a bank were last reported: when it was connected, or in a sync since. */
const balancesReportedAt = ({ lastSyncedAt, itemTakenAt }: BookConnection): string | null =>
  [lastSyncedAt, itemTakenAt]
    .flatMap((moment) => moment?.toISOString() ?? [])
    .toSorted()
    .at(-1) ?? null

function reckonBanks({ connections, accounts }: FigureWorld, exchange: Exchange) {
  const present = accounts.flatMap(({ id, connectionId, kind, currency, balanceMinor, closedAt }) => {
    const bank = connections.find((one) => one.id === connectionId)!
    if (closedAt || bank.removedAt || bank.state === 'disconnected') return []
    const state = bank.state === 'reconnect' ? 'stale' : 'fresh'
    const asOf = balanceMinor === null ? null : balancesReportedAt(bank)
    return [{ id, kind, currency, state, asOf, balanceMinor }]
  })
  const ofKind = (wanted: string, sign: number): Reckoned => {
    const chosen = present.filter(({ kind }) => kind === wanted)
    const amountOf = ({ currency, balanceMinor }: (typeof chosen)[number]): Amount => ({
      currency,
      minor: sign * (balanceMinor ?? 0) || 0,
      fixed: null,
    })
    return {
      ...addUp(chosen.map(amountOf), exchange),
      testMinor: 0,
      made: chosen
        .map((one) => {
          const balance = one.balanceMinor === null ? 'unknown' : shownAmount(amountOf(one), exchange)
          return `account ${one.id} ${balance} ${one.state} ${one.asOf}`
        })
        .toSorted(),
    }
  }
  const [balance, cards] = [ofKind('cash', 1), ofKind('credit', -1)]
  const ages = present.filter(({ kind }) => kind === 'cash').flatMap((one) => one.asOf ?? [])
  const dashboard = {
    accounts: present.length,
    cashAccounts: balance.count,
    cashMinor: balance.minor,
    cashOther: balance.other,
    cards: cards.count,
    cardsOwedMinor: cards.minor,
    cardsOwedOther: cards.other,
    hasDemo: present.length > 0,
    asOf: ages.toSorted()[0] ?? null,
  }
  return { balance, cards, dashboard }
}

const by = (valueOf: (row: Row) => number) => (a: Row, b: Row) =>
  valueOf(b) - valueOf(a) || (`${a.date}${a.id}` < `${b.date}${b.id}` ? 1 : -1)

/** The largest of each currency by its amount, beginning with the one that is worth most. Later ones come first. */
function largestOf(rows: Row[], exchange: Exchange): Row[] {
  const { home, latest } = exchange
  const groups = Map.groupBy(rows, ({ currency, fixed }) => (fixed ? 'fixed' : currency))
  const largest = [...groups.values()].map(
    (group) => group.toSorted(by(({ minor, fixed }) => fixed?.homeMinor ?? minor))[0]!,
  )
  const worth = ({ currency, minor, fixed }: Row) => {
    if (fixed) return fixed.homeMinor
    if (currency === home) return minor
    const known = latest(currency)
    return known ? convert(minor, currency, known.rate, home) : -1
  }
  return largest.toSorted(by(worth))
}

/** Sums of lists, which are not converted: by currency. */
export function byCurrency(amounts: readonly { currency: string; minor: number }[]) {
  const groups = Map.groupBy(amounts, ({ currency }) => currency)
  return Object.fromEntries(
    [...groups].map(([currency, group]) => [
      currency,
      { minor: group.reduce((sum, { minor }) => sum + minor, 0), count: group.length },
    ]),
  )
}

/** Returns the months to check: those of the chart, oldest first, and the next one. */
export function monthsAround(today: string): string[] {
  return [-5, -4, -3, -2, -1, 0, 1].map((months) => monthAfter(today, months))
}

const dated = <R extends Row>(list: R[], month: string) => list.filter(({ date }) => date.startsWith(month))
const perDay = (minor: number) => Math.floor((2 * minor + 30) / 60)
const sum = ({ minor, count, other }: Reckoned): Total => ({ minor, count, other })

/** The other currencies of a month in the chart, which counts no rows. */
const uncounted = ({ other }: Reckoned) =>
  other.filter(({ minor }) => minor !== 0).map((one) => ({ ...one, count: 0 }))

/** Computes everything that the pages of a business must show at a moment, only from what was written. */
export function reckon(world: FigureWorld, moment: Date) {
  const today = dayThere(world.zone, moment)
  const month = today.slice(0, 7)
  const rows = rowsOf(world)
  const exchange: Exchange = {
    home: world.home,
    latest: (currency) => rateOn(world, currency, today),
  }
  const inMonth = (list: Row[], which: string) => ofRows(dated(list, which), exchange)
  const late = rows.open.filter(({ date }) => date < today)
  const ahead = rows.spent.filter(({ date }) => date > today)
  const owed = ofRows(rows.open, exchange, 'next')
  const overdue = ofRows(late, exchange, 'next')
  const received = ofRows(rows.moved, exchange)
  const spent = ofRows(
    rows.spent.filter(({ date }) => date <= today),
    exchange,
  )
  const spentInMonth = inMonth(rows.spent, month)
  const upcoming = ofRows(ahead, exchange, 'next')
  const gains = ofGains(rows.moved, exchange)
  const largest = largestOf(dated(rows.spent, month), exchange)
  const ofLargest = ofRows(largest.slice(0, 1), exchange)
  const notCompared = addUp(largest.slice(1), exchange).other.filter(({ homeMinor }) => homeMinor === null)
  const banks = reckonBanks(world, exchange)
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
  const hasCards = hasBanks && banks.cards.count > 0
  const net = ofTerms([
    { name: 'owed', of: owed, sign: 1 },
    { ...monthly, sign: -1 },
  ])
  const leftOver = (which: string) =>
    ofTerms([
      { name: `received ${which}`, of: inMonth(rows.moved, which), sign: 1 },
      { name: `spent ${which}`, of: inMonth(rows.spent, which), sign: -1 },
    ])
  const averageMinor = perDay(spentInMonth.minor)
  const averageOther = spentInMonth.other.map((one) => ({
    ...one,
    minor: perDay(one.minor),
    homeMinor: one.homeMinor === null ? null : perDay(one.homeMinor),
  }))
  const paidCount = world.invoices.filter(({ status }) => status === 'paid').length
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
      'average-per-day': { ...ofTerms([{ ...monthly, sign: 1 }]), minor: averageMinor, other: averageOther },
      'largest-expense': {
        ...ofLargest,
        other: [...ofLargest.other, ...notCompared].toSorted((a, b) => (a.currency < b.currency ? -1 : 1)),
      },
      'exchange-gains': gains,
      ...Object.fromEntries(months.map((one) => [`received ${one}`, inMonth(rows.moved, one)])),
      ...Object.fromEntries(months.map((one) => [`spent ${one}`, inMonth(rows.spent, one)])),
      ...Object.fromEntries(months.map((one) => [`left-over ${one}`, leftOver(one)])),
      ...Object.fromEntries(
        months.map((one) => [`exchange-gains ${one}`, ofGains(dated(rows.moved, one), exchange)]),
      ),
    } as Record<string, Reckoned>,
    dashboard: {
      today,
      currency: world.home,
      cashBalance: {
        minor: cash.minor,
        other: cash.other,
        from: hasBanks ? 'banks' : 'ledger',
        afterCardsMinor: hasCards ? afterCards.minor : null,
        afterCardsOther: hasCards ? afterCards.other : [],
      },
      owed: sum(owed),
      overdue: sum(overdue),
      upcoming: sum(upcoming),
      spentInMonth: sum(spentInMonth),
      netMinor: net.minor,
      netOther: net.other,
      received: { ...sum(received), count: paidCount },
      testMinor: received.testMinor,
      exchangeGains: sum(gains),
      months: months.slice(0, 6).map((one) => ({
        month: `${one}-01`,
        inMinor: inMonth(rows.moved, one).minor,
        inOther: uncounted(inMonth(rows.moved, one)),
        testMinor: inMonth(rows.moved, one).testMinor,
        outMinor: inMonth(rows.spent, one).minor,
        outOther: uncounted(inMonth(rows.spent, one)),
      })),
      banks: banks.dashboard,
    },
    invoices: {
      currency: world.home,
      outstanding: sum(owed),
      overdue: sum(overdue),
      paid: { ...sum(received), count: paidCount },
      testMinor: received.testMinor,
    },
    expenses: {
      month: `${month}-01`,
      currency: world.home,
      total: sum(spentInMonth),
      averagePerDayMinor: averageMinor,
      largestCategory: largest[0]?.words.replace('expense ', '') ?? null,
      upcoming: sum(upcoming),
    },
    lists: {
      open: byCurrency(rows.balances),
      overdue: byCurrency(rows.balances.filter(({ date }) => date < today)),
      paid: paidCount,
      spentInMonth: byCurrency(dated(rows.spent, month)),
      upcoming: byCurrency(ahead),
    },
  }
}
export type Screens = ReturnType<typeof reckon>

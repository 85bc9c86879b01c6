import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { numberOf } from '../../../test/support/figures/books.ts'
import { signUpToRead } from '../../../test/support/figures/owner.ts'
import { type TestApp, createTestApp } from '../../../test/support/test-app.ts'
import type { FigureName } from './rules.ts'

let app: TestApp
let now: Date
beforeAll(async () => {
  app = await createTestApp({ now: () => now })
})
afterAll(() => app.close())

/** Signs up a new account, by default on November 15. */
function signUp(timeZone = 'UTC', moment = '2026-11-15T12:00:00Z') {
  now = new Date(moment)
  return signUpToRead(app, timeZone)
}

const empty = {
  currency: 'USD',
  minor: 0,
  other: [],
  testMinor: 0,
  count: 0,
  terms: [],
  rows: [],
  next: null,
}
const nothing = { month: null, today: '2026-11-15', ...empty }

describe('a new business', () => {
  test('has nothing of what is made of rows', async () => {
    const { read } = await signUp()
    const figures = [
      'bank-balance',
      'owed',
      'overdue',
      'received',
      'spent',
      'upcoming',
      'largest-expense',
    ] as const
    for (const figure of figures) expect(await read(figure)).toEqual({ figure, ...nothing })
  })

  test('has nothing of what is reckoned from other figures, and says from which', async () => {
    const { read } = await signUp()
    const term = (figure: FigureName, month: string | null = null) => ({
      figure,
      month,
      minor: 0,
      count: 0,
      other: [],
    })
    const terms = {
      'cash-balance': [term('received'), term('spent')],
      'left-over': [term('received', '2026-11'), term('spent', '2026-11')],
      net: [term('owed'), term('spent', '2026-11')],
      'average-per-day': [term('spent', '2026-11')],
    } as const
    for (const figure of ['cash-balance', 'left-over', 'net', 'average-per-day'] as const) {
      expect(await read(figure)).toEqual({ figure, ...nothing, terms: terms[figure] })
    }
  })
})

describe('invoices', () => {
  test('owed is what is open of every pending one, also of one over nothing; overdue are those due before today', async () => {
    const { read, addInvoices } = await signUp()
    const [late, today, partPaid, free] = await addInvoices([
      { dueDate: '2026-11-14', totalMinor: 700, clientName: 'Late' },
      { dueDate: '2026-11-15', totalMinor: 60 },
      { dueDate: '2027-01-31', totalMinor: 5000, receivedMinor: 4000, creditedMinor: 500 },
      { dueDate: '2026-03-01', totalMinor: 0 },
      { dueDate: '2026-11-01', totalMinor: 90_000, receivedMinor: 90_000, status: 'paid' },
    ])
    const owed = await read('owed')
    expect(owed).toMatchObject({ figure: 'owed', month: null, minor: 1260, count: 4, terms: [], next: null })
    expect(owed.rows.map(({ id, minor }) => [id, minor])).toEqual([
      [free!.id, 0],
      [late!.id, 700],
      [today!.id, 60],
      [partPaid!.id, 500],
    ])
    const overdue = await read('overdue')
    expect(overdue).toMatchObject({ minor: 700, count: 2 })
    expect(overdue.rows[1]).toEqual({
      kind: 'invoice',
      id: late!.id,
      minor: 700,
      date: '2026-11-14',
      number: numberOf(late!.id),
      clientName: 'Late',
      totalMinor: 700,
    })
  })
})

describe('received', () => {
  test('payments and refunds stand in one order, with what they were for', async () => {
    const { read, addInvoices, addPayments, addRefunds } = await signUp()
    const [invoice] = await addInvoices([{ clientName: 'Payer', status: 'paid', receivedMinor: 10_000 }])
    const [first, orphan, undone] = await addPayments([
      { invoiceId: invoice!.id, method: 'card', amountMinor: 9000, receivedOn: '2026-09-30' },
      { method: 'card', amountMinor: 500, receivedOn: '2026-11-02' },
      { amountMinor: 77, undoneAt: new Date() },
    ])
    const refund = { paymentId: first!.id, createdAt: new Date('2026-10-31T23:59:59Z') }
    const [pending] = await addRefunds([
      { ...refund, amountMinor: 1000, state: 'pending' },
      { ...refund, amountMinor: 20, state: 'requested' },
      { ...refund, amountMinor: 3, state: 'failed' },
    ])
    const received = await read('received')
    expect(received).toMatchObject({ month: null, minor: 8500, count: 3, next: null })
    const what = {
      invoiceId: invoice!.id,
      invoiceNumber: numberOf(invoice!.id),
      clientName: 'Payer',
      method: 'card',
      isTest: false,
    }
    const gone = { ...what, invoiceId: null, invoiceNumber: numberOf(orphan!.id), clientName: null }
    expect(received.rows).toEqual([
      { kind: 'payment', id: orphan!.id, minor: 500, date: '2026-11-02', ...gone },
      { kind: 'refund', id: pending!.id, minor: -1000, date: '2026-10-31', ...what },
      { kind: 'payment', id: first!.id, minor: 9000, date: '2026-09-30', ...what },
    ])
    expect(received.rows.map(({ id }) => id)).not.toContain(undone!.id)
    expect(await read('received', { month: '2026-10' })).toMatchObject({
      month: '2026-10',
      minor: -1000,
      count: 1,
    })
  })
})

describe('expenses', () => {
  const dates = ['2026-10-31', '2026-11-01', '2026-11-15', '2026-11-16', '2026-11-30', '2026-12-01']
  const facts = dates.map((date, n) => ({
    date,
    amountMinor: 10 ** n,
    category: 'Rent',
    notes: `on ${date}`,
  }))

  test.each([
    ['spent', undefined, 111, dates.slice(0, 3)],
    ['spent', '2026-10', 1, dates.slice(0, 1)],
    ['spent', '2026-11', 11_110, dates.slice(1, 5)],
    ['spent', '2026-12', 100_000, dates.slice(5)],
    ['spent', '2025-11', 0, []],
    ['spent', '9999-12', 0, []],
    ['upcoming', undefined, 111_000, dates.slice(3)],
  ] as const)('%s of the month %s is %i', async (figure, month, minor, expected) => {
    const { read, addExpenses } = await signUp()
    await addExpenses(facts)
    const answer = await read(figure, month === undefined ? {} : { month })
    expect(answer).toMatchObject({ figure, month: month ?? null, minor, count: expected.length })
    const order = figure === 'upcoming' ? expected : expected.toReversed()
    expect(answer.rows.map((row) => 'date' in row && row.date)).toEqual(order)
  })

  test('the largest of the month is one row, and the later of two', async () => {
    const { read, addExpenses } = await signUp()
    await addExpenses(facts)
    await addExpenses([{ date: '2026-11-30', amountMinor: 9999 }])
    const [later] = await addExpenses([{ date: '2026-11-30', amountMinor: 10_000, notes: 'again' }])
    const rows = (await read('spent', { month: '2026-11' })).rows.filter(({ minor }) => minor === 10_000)
    const largest = await read('largest-expense')
    expect(largest).toMatchObject({ minor: 10_000, count: 1, terms: [], rows: [rows[0]], month: null })
    expect(rows.map(({ id }) => id)).toContain(later!.id)
    expect(Object.keys(largest.rows[0]!)).toEqual(['kind', 'id', 'minor', 'date', 'category', 'notes'])
  })

  test('the average of a day and the net name the month that they take', async () => {
    const { read, addExpenses, addInvoices } = await signUp()
    await addExpenses(facts)
    await addInvoices([{ totalMinor: 20_000 }])
    const spent = { figure: 'spent', month: '2026-11', minor: 11_110, count: 4 }
    expect(await read('average-per-day')).toMatchObject({ month: null, minor: 370, count: 4, terms: [spent] })
    const owed = { figure: 'owed', month: null, minor: 20_000, count: 1 }
    const terms = [owed, { ...spent, minor: -11_110 }]
    expect(await read('net')).toMatchObject({ month: null, minor: 8890, count: 5, terms, rows: [] })
  })
})

describe('cash', () => {
  test('without an account it is what was received less what was spent up to today', async () => {
    const { read, addPayments, addRefunds, addExpenses } = await signUp()
    const [paid] = await addPayments([{ method: 'card', amountMinor: 5000 }])
    await addRefunds([{ paymentId: paid!.id, amountMinor: 300 }])
    await addExpenses([{ amountMinor: 6000 }, { amountMinor: 99, date: '2026-11-16' }])
    expect(await read('cash-balance')).toMatchObject({
      minor: -1300,
      count: 3,
      terms: [
        { figure: 'received', month: null, minor: 4700, count: 2 },
        { figure: 'spent', month: null, minor: -6000, count: 1 },
      ],
      rows: [],
    })
  })

  test('with accounts it is what is in them, as far as banks tell it', async () => {
    const { read, addConnection, addAccounts, addPayments } = await signUp()
    await addPayments([{ amountMinor: 5000 }])
    const ended = await addConnection({ state: 'disconnected' })
    const removed = await addConnection({ removedAt: new Date() })
    const fine = await addConnection({
      lastSyncedAt: new Date('2026-11-15T08:30:00.250Z'),
      institutionName: 'Fine',
    })
    await addAccounts([
      { connectionId: ended.id },
      { connectionId: removed.id },
      { connectionId: fine.id, closedAt: new Date() },
    ])
    expect(await read('cash-balance')).toMatchObject({ minor: 5000, rows: [], terms: [{}, {}] })
    expect(await read('bank-balance')).toMatchObject({ minor: 0, count: 0, rows: [] })

    const stale = await addConnection({ state: 'reconnect', institutionName: 'Stale' })
    const [checking, overdrawn] = await addAccounts([
      { connectionId: fine.id, balanceMinor: 70_000 },
      { connectionId: stale.id, balanceMinor: -1250, name: 'Overdrawn' },
      { connectionId: fine.id, balanceMinor: -90_000, name: 'Loan', kind: 'loan' },
      { connectionId: fine.id, balanceMinor: 80_000, name: 'Pension', kind: 'investment' },
      { connectionId: fine.id, balanceMinor: -4100, name: 'Card', kind: 'credit' },
    ])
    const [unknown] = await addAccounts([{ connectionId: stale.id, balanceMinor: null, name: 'Savings' }])
    for (const figure of ['cash-balance', 'bank-balance'] as const) {
      const base = { kind: 'account', holds: 'cash', last4: '1234', isDemo: true }
      const one = { ...base, id: checking!.id, minor: 70_000, institutionName: 'Fine', name: 'Checking' }
      const two = { ...base, id: overdrawn!.id, minor: -1250, institutionName: 'Stale', name: 'Overdrawn' }
      const three = { ...base, id: unknown!.id, minor: 0, institutionName: 'Stale', name: 'Savings' }
      expect(await read(figure)).toEqual({
        figure,
        ...nothing,
        minor: 68_750,
        count: 3,
        rows: [
          { ...one, isKnown: true, isStale: false, asOf: '2026-11-15T08:30:00.250Z' },
          { ...two, isKnown: true, isStale: true, asOf: null },
          { ...three, isKnown: false, isStale: true, asOf: null },
        ],
      })
    }
    expect(await read('cards-owed')).toMatchObject({
      minor: 4100,
      count: 1,
      rows: [{ name: 'Card', minor: 4100, holds: 'credit' }],
    })
    expect(await read('after-cards')).toMatchObject({
      minor: 64_650,
      count: 4,
      rows: [],
      terms: [
        { figure: 'bank-balance', minor: 68_750, count: 3 },
        { figure: 'cards-owed', minor: -4100, count: 1 },
      ],
    })
  })
})

test.each([
  // At this time it is still October in New York and already November in Zurich.
  ['America/New_York', '2026-11-01T03:59:59.999Z', '2026-10-31', '2026-10'],
  ['America/New_York', '2026-11-01T04:00:00Z', '2026-11-01', '2026-11'],
  ['Europe/Zurich', '2026-11-01T03:59:59Z', '2026-11-01', '2026-11'],
  ['Pacific/Kiritimati', '2026-10-31T09:59:59Z', '2026-10-31', '2026-10'],
  ['Pacific/Kiritimati', '2026-10-31T10:00:00Z', '2026-11-01', '2026-11'],
  ['Pacific/Pago_Pago', '2026-11-01T10:59:59Z', '2026-10-31', '2026-10'],
])('in %s at %s it is %s', async (zone, moment, today, month) => {
  const { read, addExpenses, addInvoices } = await signUp(zone, moment)
  await addExpenses([
    { date: '2026-10-31', amountMinor: 1 },
    { date: '2026-11-01', amountMinor: 100 },
  ])
  await addInvoices([{ dueDate: '2026-10-31', totalMinor: 7 }])
  const isNovember = month === '2026-11'
  expect(await read('spent')).toMatchObject({ today, minor: isNovember ? 101 : 1 })
  expect(await read('upcoming')).toMatchObject({ today, minor: isNovember ? 0 : 100 })
  expect(await read('overdue')).toMatchObject({ today, minor: isNovember ? 7 : 0 })
  expect(await read('net')).toMatchObject({ terms: [{ minor: 7 }, { month, minor: isNovember ? -100 : -1 }] })
})

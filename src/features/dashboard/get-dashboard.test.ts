import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recordStatements } from '../../../bench/record-statements.ts'
import { openDashboard } from '../../../test/support/fixtures/dashboard.ts'
import { addTransactionRows } from '../../../test/support/fixtures/transaction-rows.ts'
import { type TestDatabase, createTestDatabase } from '../../../test/support/test-database.ts'

const noon = '2026-11-16T12:00:00Z'
const nothing = { minor: 0, count: 0, other: [] }
const none = { items: [], count: 0 }

let testDatabase: TestDatabase
beforeAll(async () => {
  testDatabase = await createTestDatabase()
})
afterAll(() => testDatabase.drop())
const open = (timeZone?: string) => openDashboard(testDatabase.database, timeZone)

test('a business in which nothing was written down has nothing, whatever another one has', async () => {
  const stranger = await open()
  const [paid] = await stranger.addInvoices([{ status: 'paid', receivedMinor: 10_000 }, {}])
  await stranger.addPayments([{ invoiceId: paid!.id }])
  await stranger.addExpenses([{}, { date: '2026-11-18' }])
  await stranger.addMail({ invoiceId: paid!.id, kind: 'receipt', at: noon })
  const bank = await stranger.addConnection({ state: 'reconnect' })
  await stranger.addAccounts([{ connectionId: bank.id }])
  await stranger.subscribe('pro', 'trialing', '2026-11-18T00:00:00Z')
  await stranger.sql(`insert into deleted_invoices (business_id, id, number, client_name, total_minor, was_sent, created_at,
    deleted_by) select business_id, gen_random_uuid(), number, client_name, 1, true, now(), id from invoices limit 1`)

  const owner = await open()
  expect(await owner.readAt(noon)).toEqual({
    today: '2026-11-16',
    currency: 'USD',
    plan: 'free',
    isEmpty: true,
    cashBalance: { minor: 0, other: [], from: 'ledger', afterCardsMinor: null, afterCardsOther: [] },
    owed: nothing,
    overdue: nothing,
    upcoming: nothing,
    spentInMonth: nothing,
    netMinor: 0,
    netOther: [],
    received: nothing,
    tests: nothing,
    exchangeGains: nothing,
    months: ['06', '07', '08', '09', '10', '11'].map((month) => ({
      month: `2026-${month}-01`,
      inMinor: 0,
      inOther: [],
      testMinor: 0,
      outMinor: 0,
      outOther: [],
    })),
    banks: {
      accounts: 0,
      cashAccounts: 0,
      cashMinor: 0,
      cashOther: [],
      cards: 0,
      cardsOwedMinor: 0,
      cardsOwedOther: [],
      hasDemo: false,
      asOf: null,
    },
    needs: {
      disputes: none,
      overdue: none,
      dueSoon: none,
      bills: none,
      banks: none,
      failedMails: none,
      clientNews: none,
      trial: null,
    },
    firstSteps: { details: false, invoice: false, expense: false, bank: false },
    openInvoices: [],
    latestExpenses: [],
  })
})

test('one statement reads all of it', async () => {
  const owner = await open()
  await owner.addInvoices([{}])
  const steps = await recordStatements(() => owner.readAt(noon))
  const names = steps.flatMap(({ batches }) => batches.flat().map(({ name }) => name))
  expect(names).toEqual(['enter-tenant', 'dashboard'])
})

describe('sums', () => {
  test('are the same before and after changes were taken over into the totals', async () => {
    const owner = await open()
    const [, , , paid] = await owner.addInvoices([
      { dueDate: '2026-11-15', totalMinor: 100 },
      { dueDate: '2026-11-16', totalMinor: 1000, receivedMinor: 200 },
      { dueDate: '2027-03-01', totalMinor: 50_000 },
      { dueDate: '2026-09-01', totalMinor: 7000, receivedMinor: 7000, status: 'paid' },
    ])
    const [whole] = await owner.addPayments([
      { invoiceId: paid!.id, amountMinor: 7000, receivedOn: '2026-10-31', method: 'card' },
      { amountMinor: 200, receivedOn: '2026-11-16' },
      { amountMinor: 999, receivedOn: '2026-11-16', undoneAt: new Date(noon) },
    ])
    await owner.addRefunds([
      { paymentId: whole!.id, amountMinor: 30 },
      { paymentId: whole!.id, amountMinor: 5, state: 'failed' },
    ])
    await owner.addExpenses([
      { date: '2025-01-01', amountMinor: 1 },
      { date: '2026-11-01', amountMinor: 20 },
      { date: '2026-11-16', amountMinor: 300 },
      { date: '2026-11-30', amountMinor: 4000 },
      { date: '2026-12-01', amountMinor: 50_000 },
    ])
    const expected = {
      isEmpty: false,
      owed: { minor: 50_900, count: 3 },
      overdue: { minor: 100, count: 1 },
      upcoming: { minor: 54_000, count: 2 },
      spentInMonth: { minor: 4320, count: 3 },
      netMinor: 50_900 - 4320,
      received: { minor: 7170, count: 1 },
      cashBalance: { minor: 7170 - 321, from: 'ledger' },
    }
    expect(await owner.readAt(noon)).toMatchObject(expected)
    await owner.fold()
    const { rows } = await owner.sql('select id from money_changes')
    expect(rows).toEqual([])
    expect(await owner.readAt(noon)).toMatchObject(expected)
  })

  test('a payment alone, an expense alone and an account alone are something', async () => {
    const [paid, spent, banked] = await Promise.all([open(), open(), open()])
    await paid.addPayments([{}])
    await spent.addExpenses([{ date: '2030-01-01' }])
    const { id } = await banked.addConnection()
    expect(await banked.readAt(noon)).toMatchObject({ isEmpty: true })
    await banked.addAccounts([{ connectionId: id, balanceMinor: null }])
    for (const owner of [paid, spent, banked])
      expect(await owner.readAt(noon)).toMatchObject({ isEmpty: false })
  })

  test('what banks tell of is neither received nor spent: only payments and expenses are', async () => {
    const owner = await open()
    const before = await owner.readAt(noon)
    const rows = [{ amountMinor: 900, isIncome: true }, { amountMinor: 700 }, { date: '2026-11-20' }]
    await addTransactionRows(testDatabase.database, owner.identity.businessId, rows)
    expect(await owner.readAt(noon)).toEqual(before)
  })

  test('the chart has the current month last and five before it, each with what came and went', async () => {
    const owner = await open()
    const [payment] = await owner.addPayments([
      { amountMinor: 500, receivedOn: '2026-08-31' },
      { amountMinor: 9, receivedOn: '2026-07-31' },
      { amountMinor: 40, receivedOn: '2027-01-31', isTest: true },
    ])
    await owner.addRefunds([{ paymentId: payment!.id, createdAt: new Date('2026-12-31T12:00:00Z') }])
    await owner.addExpenses([
      { date: '2026-07-31', amountMinor: 8 },
      { date: '2026-08-01', amountMinor: 70 },
      { date: '2027-01-01', amountMinor: 600 },
      { date: '2027-01-31', amountMinor: 5000 },
      { date: '2027-02-01', amountMinor: 40_000 },
    ])
    const expected = [
      { month: '2026-08-01', inMinor: 500, outMinor: 70 },
      { month: '2026-09-01', inMinor: 0, outMinor: 0 },
      { month: '2026-10-01', inMinor: 0, outMinor: 0 },
      { month: '2026-11-01', inMinor: 0, outMinor: 0 },
      { month: '2026-12-01', inMinor: -1000, outMinor: 0 },
      { month: '2027-01-01', inMinor: 40, outMinor: 5600, testMinor: 40 },
    ].map((month) => ({ testMinor: 0, inOther: [], outOther: [], ...month }))
    expect((await owner.readAt('2027-01-15T12:00:00Z')).months).toEqual(expected)
    await owner.fold()
    expect((await owner.readAt('2027-01-31T23:59:59Z')).months).toEqual(expected)
  })
})

test.each([
  // At this moment it is still October in New York, and November in Zurich.
  ['America/New_York', '2026-11-01T03:59:00Z', '2026-10-31', { overdue: 0, upcoming: 2, month: 1 }],
  ['Europe/Zurich', '2026-11-01T03:59:00Z', '2026-11-01', { overdue: 1, upcoming: 1, month: 2 }],
  ['Pacific/Kiritimati', '2026-10-31T09:59:59Z', '2026-10-31', { overdue: 0, upcoming: 2, month: 1 }],
  ['Pacific/Kiritimati', '2026-10-31T10:00:00Z', '2026-11-01', { overdue: 1, upcoming: 1, month: 2 }],
])('in %s at %s it is %s', async (zone, moment, today, counts) => {
  const owner = await open(zone)
  await owner.addInvoices([{ dueDate: '2026-10-31' }, { dueDate: '2026-11-01' }])
  await owner.addExpenses([{ date: '2026-10-31' }, { date: '2026-11-01' }, { date: '2026-11-02' }])
  const dashboard = await owner.readAt(moment)
  expect(dashboard.today).toBe(today)
  expect(dashboard.overdue.count).toBe(counts.overdue)
  expect(dashboard.needs.overdue.count).toBe(counts.overdue)
  expect(dashboard.upcoming.count).toBe(counts.upcoming)
  expect(dashboard.spentInMonth.count).toBe(counts.month)
  expect(dashboard.months.at(-1)?.month).toBe(`${today.slice(0, 7)}-01`)
})

describe('banks', () => {
  test('what is in the connected cash accounts is the cash, and its age that of the oldest balance', async () => {
    const owner = await open()
    await owner.addPayments([{ amountMinor: 77 }])
    const synced = {
      itemTakenAt: new Date('2026-11-10T08:00:00Z'),
      lastSyncedAt: new Date('2026-11-16T09:30:00Z'),
    }
    const one = await owner.addConnection(synced)
    const other = await owner.addConnection({
      state: 'reconnect',
      itemTakenAt: new Date('2026-11-15T08:00:00Z'),
    })
    const silent = await owner.addConnection({ itemTakenAt: new Date('2026-11-01T08:00:00Z') })
    const ended = await owner.addConnection({ state: 'disconnected' })
    const removed = await owner.addConnection({ removedAt: new Date(noon) })
    await owner.addAccounts([
      { connectionId: one.id, balanceMinor: 100_000 },
      { connectionId: one.id, balanceMinor: -30_000, kind: 'credit' },
      { connectionId: one.id, balanceMinor: -900_000, kind: 'loan' },
      { connectionId: one.id, balanceMinor: 800_000, kind: 'investment' },
      { connectionId: one.id, balanceMinor: 70_000, kind: 'other' },
      { connectionId: one.id, balanceMinor: 5, closedAt: new Date(noon) },
      { connectionId: other.id, balanceMinor: 4000 },
      { connectionId: silent.id, balanceMinor: null },
      { connectionId: ended.id, balanceMinor: 600_000 },
      { connectionId: removed.id, balanceMinor: 7_000_000 },
    ])
    expect(await owner.readAt(noon)).toMatchObject({
      cashBalance: { minor: 104_000, from: 'banks', afterCardsMinor: 74_000 },
      banks: {
        accounts: 7,
        cashAccounts: 3,
        cashMinor: 104_000,
        cards: 1,
        cardsOwedMinor: 30_000,
        asOf: '2026-11-15T08:00:00.000Z',
      },
    })
  })

  test('one that was ended does not count: the ledger does', async () => {
    const owner = await open()
    await owner.addPayments([{ amountMinor: 77 }])
    const ended = await owner.addConnection({ state: 'disconnected' })
    await owner.addAccounts([{ connectionId: ended.id }])
    expect(await owner.readAt(noon)).toMatchObject({
      cashBalance: { minor: 77, from: 'ledger' },
      banks: { accounts: 0, cashAccounts: 0, cashMinor: 0, hasDemo: false, asOf: null },
    })
  })

  test('with a loan and a card alone no cash account is connected: the ledger counts', async () => {
    const owner = await open()
    await owner.addPayments([{ amountMinor: 77 }])
    const { id: connectionId } = await owner.addConnection()
    await owner.addAccounts([
      { connectionId, balanceMinor: -6_526_200, kind: 'loan' },
      { connectionId, balanceMinor: -41_000, kind: 'credit' },
    ])
    expect(await owner.readAt(noon)).toMatchObject({
      cashBalance: { minor: 77, from: 'ledger', afterCardsMinor: null },
      banks: { accounts: 2, cashAccounts: 0, cashMinor: 0, cards: 1, cardsOwedMinor: 41_000 },
    })
  })
})

describe('lists', () => {
  test('five invoices that are not paid, those due first before the others', async () => {
    const owner = await open()
    const dates = ['2026-12-01', '2026-11-20', '2025-01-31', '2026-11-16', '2027-01-01', '2026-11-01']
    await owner.addInvoices([
      ...dates.map((dueDate) => ({ dueDate, clientName: `Due ${dueDate}`, receivedMinor: 500 })),
      { dueDate: '2024-01-01', status: 'paid' },
    ])
    const { openInvoices } = await owner.readAt(noon)
    const inOrder = dates.toSorted().slice(0, 5)
    expect(openInvoices.map(({ dueDate }) => dueDate)).toEqual(inOrder)
    expect(openInvoices[0]).toEqual({
      id: expect.any(String),
      number: openInvoices[0]?.id.slice(0, 8).toUpperCase(),
      clientName: 'Due 2025-01-31',
      dueDate: '2025-01-31',
      openMinor: 9500,
      currency: 'USD',
    })
  })

  test('five expenses dated up to today, the latest first', async () => {
    const owner = await open()
    const [expense] = await owner.addExpenses([
      { date: '2026-11-16', category: 'Travel', notes: 'Train', amountMinor: 42 },
      { date: '2026-11-17' },
      { date: '2026-11-14' },
      { date: '2026-11-15' },
      { date: '2020-02-29' },
      { date: '2026-10-01' },
      { date: '2019-01-01' },
    ])
    const { latestExpenses } = await owner.readAt(noon)
    expect(latestExpenses[0]).toEqual(expense)
    expect(latestExpenses.map(({ date }) => date)).toEqual([
      '2026-11-16',
      '2026-11-15',
      '2026-11-14',
      '2026-10-01',
      '2020-02-29',
    ])
  })
})

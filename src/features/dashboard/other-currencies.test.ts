import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordStatements } from '../../../bench/record-statements.ts'
import { openDashboard } from '../../../test/support/fixtures/dashboard.ts'
import { type TestDatabase, createTestDatabase } from '../../../test/support/test-database.ts'

const noon = '2026-11-16T12:00:00Z'
const euro = { currency: 'EUR' }
const yen = { currency: 'JPY' }

let testDatabase: TestDatabase
beforeAll(async () => {
  testDatabase = await createTestDatabase()
})
afterAll(() => testDatabase.drop())
const open = () => openDashboard(testDatabase.database)

const own = { rate: '1.5', ratedOn: '2026-01-01', source: 'own' }
const inEuro = (minor: number, count: number) => ({ ...euro, minor, count, homeMinor: minor * 1.5, ...own })
const inYen = (minor: number, count: number) => ({
  ...yen,
  minor,
  count,
  homeMinor: null,
  rate: null,
  ratedOn: null,
  source: null,
})

/** Euros have a rate since January; yen have none. */
async function openWithRate() {
  const owner = await open()
  await owner.addRates([{ ...euro, day: '2026-01-01', rate: '1.5' }])
  return owner
}

test('every sum is in the home currency; what has no rate stands beside it and is counted', async () => {
  const owner = await openWithRate()
  await owner.addInvoices([
    { totalMinor: 100, dueDate: '2026-11-15' },
    { ...euro, totalMinor: 2000, dueDate: '2026-11-15', clientName: 'Paris' },
    { ...yen, totalMinor: 30_000, dueDate: '2026-12-01' },
  ])
  await owner.addPayments([
    { ...euro, amountMinor: 400, receivedOn: '2026-11-02' },
    { ...yen, amountMinor: 5000, receivedOn: '2026-11-02' },
  ])
  await owner.addExpenses([
    { amountMinor: 10, date: '2026-11-01' },
    { ...euro, amountMinor: 200, date: '2026-11-02' },
    { ...yen, amountMinor: 700, date: '2026-11-03' },
  ])
  for (const fold of [false, true]) {
    if (fold) await owner.fold()
    const dashboard = await owner.readAt(noon)
    expect(dashboard).toMatchObject({
      currency: 'USD',
      owed: { minor: 3100, count: 3, other: [inEuro(2000, 1), inYen(30_000, 1)] },
      overdue: { minor: 3100, count: 2, other: [inEuro(2000, 1)] },
      spentInMonth: { minor: 310, count: 3, other: [inYen(700, 1)] },
      netMinor: 2790,
      netOther: [inEuro(2000, 1), inYen(29_300, 2)],
      received: { minor: 600, count: 0, other: [inYen(5000, 1)] },
      cashBalance: { minor: 290, from: 'ledger', other: [inYen(4300, 2)] },
      exchangeGains: { minor: 0, count: 0, other: [] },
      needs: { overdue: { count: 2 } },
    })
    expect(dashboard.months.at(-1)).toEqual({
      month: '2026-11-01',
      inMinor: 600,
      inOther: [inYen(5000, 0)],
      testMinor: 0,
      outMinor: 310,
      outOther: [inYen(700, 0)],
    })
    const amounts = dashboard.openInvoices.map(({ openMinor, currency }) => `${openMinor} ${currency}`)
    expect(amounts.toSorted()).toEqual(['100 USD', '2000 EUR', '30000 JPY'])
    expect(dashboard.latestExpenses.map(({ currency }) => currency)).toEqual(['JPY', 'EUR', 'USD'])
  }
})

test('balances of banks are converted at the latest rate, and so is what is owed on cards', async () => {
  const owner = await openWithRate()
  const { id: connectionId } = await owner.addConnection()
  await owner.addAccounts([
    { connectionId, balanceMinor: 1000 },
    { connectionId, ...euro, balanceMinor: 2000 },
    { connectionId, ...yen, balanceMinor: 70 },
    { connectionId, ...euro, balanceMinor: -400, kind: 'credit' },
  ])
  expect(await owner.readAt(noon)).toMatchObject({
    cashBalance: {
      minor: 4000,
      other: [inEuro(2000, 1), inYen(70, 1)],
      from: 'banks',
      afterCardsMinor: 3400,
      afterCardsOther: [inEuro(1600, 2), inYen(70, 1)],
    },
    banks: {
      accounts: 4,
      cashAccounts: 3,
      cashMinor: 4000,
      cashOther: [inEuro(2000, 1), inYen(70, 1)],
      cards: 1,
      cardsOwedMinor: 600,
      cardsOwedOther: [inEuro(400, 1)],
    },
  })
})

test('what payments gained since their invoices is a figure of its own', async () => {
  const owner = await openWithRate()
  const [invoice] = await owner.addInvoices([{ ...euro, totalMinor: 1000, issueDate: '2026-02-01' }])
  await owner.addRates([{ ...euro, day: '2026-11-01', rate: '1.4' }])
  await owner.addPayments([{ ...euro, invoiceId: invoice!.id, amountMinor: 1000, receivedOn: '2026-11-02' }])
  expect(await owner.readAt(noon)).toMatchObject({
    exchangeGains: { minor: -100, count: 1, other: [] },
    received: { minor: 1400 },
    cashBalance: { minor: 1400 },
  })
})

test('one more statement reads the rates, and only where there is another currency', async () => {
  const owner = await openWithRate()
  const names = async () =>
    (await recordStatements(() => owner.readAt(noon))).flatMap(({ batches }) =>
      batches.flat().map(({ name }) => name),
    )
  await owner.addInvoices([{}])
  expect(await names()).toEqual(['enter-tenant', 'dashboard'])
  await owner.addInvoices([euro, yen])
  expect(await names()).toEqual(['enter-tenant', 'dashboard', 'enter-tenant', 'latest-rates'])
})

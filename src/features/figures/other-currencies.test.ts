import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { recordStatements } from '../../../bench/record-statements.ts'
import { signUpToRead } from '../../../test/support/figures/owner.ts'
import { type TestApp, createTestApp } from '../../../test/support/test-app.ts'
import { fillRatesOf } from '../rates/fill-rates.ts'
import { recountMoneyOf, rollUpMoneyOf } from './money-totals.ts'
import { figureNames } from './rules.ts'

type Owner = Awaited<ReturnType<typeof signUpToRead>>

let app: TestApp
let owner: Owner
beforeAll(async () => {
  app = await createTestApp({ now: () => new Date('2026-11-15T12:00:00Z') })
})
beforeEach(async () => {
  await app.database.platform.query('delete from platform.reference_rates; delete from platform.rate_limits')
  owner = await signUpToRead(app)
})
afterAll(() => app.close())

const euro = { currency: 'EUR' }
const yen = { currency: 'JPY' }
const run = (text: string, values: unknown[] = []) =>
  owner.tenant(({ client }) => client.query<Record<string, unknown>>(text, values))

const publish = (currency: string, day: string, rate: string) =>
  app.database.platform.query(
    `insert into platform.reference_rates (currency, day, rate, source) values ($1, $2, $3, 'European Central Bank')`,
    [currency, day, rate],
  )
const own = (day: string, rate: string) => owner.addRates([{ ...euro, day, rate }])
const atOwn = (day: string, rate: string) => ({ rate, ratedOn: day, source: 'own' })

describe('money that moved', () => {
  test('keeps the rate of its day, whichever rates come later', async () => {
    await publish('USD', '2026-10-30', '1.25')
    await owner.addPayments([{ ...euro, amountMinor: 10_001, receivedOn: '2026-11-01' }])
    const received = {
      minor: 12_501,
      count: 1,
      other: [],
      rows: [
        {
          minor: 12_501,
          original: {
            minor: 10_001,
            ...euro,
            rate: '1.25',
            ratedOn: '2026-10-30',
            source: 'European Central Bank',
          },
        },
      ],
    }
    expect(await owner.read('received')).toMatchObject(received)
    await publish('USD', '2026-11-01', '2')
    await own('2026-11-01', '3')
    await fillRatesOf(app.deps, owner.businessId)
    expect(await owner.read('received')).toMatchObject(received)
    expect(await owner.read('received', { month: '2026-11' })).toMatchObject(received)
  })

  test('without a rate of its day is converted at the latest one, until it gets its own', async () => {
    const [paid] = await owner.addPayments([{ ...euro, amountMinor: 5000, receivedOn: '2026-11-10' }])
    const beside = { ...euro, minor: 5000, count: 1 }
    const none = { rate: null, ratedOn: null, source: null }
    expect(await owner.read('received')).toMatchObject({
      minor: 0,
      count: 1,
      other: [{ ...beside, homeMinor: null, ...none }],
      rows: [{ id: paid!.id, minor: null, original: { minor: 5000, ...euro, ...none } }],
    })
    await own('2026-11-12', '1.5')
    const latest = atOwn('2026-11-12', '1.5')
    expect(await owner.read('received')).toMatchObject({
      minor: 7500,
      count: 1,
      other: [{ ...beside, homeMinor: 7500, ...latest }],
      rows: [{ minor: 7500, original: { minor: 5000, ...latest } }],
    })
    await own('2026-11-09', '1.2')
    await run('update payments set needs_rate = true where needs_rate')
    const fixed = atOwn('2026-11-09', '1.2')
    for (const fold of [false, true]) {
      if (fold) await rollUpMoneyOf(app.deps, owner.businessId)
      expect(await owner.read('received')).toMatchObject({
        minor: 6000,
        count: 1,
        other: [],
        rows: [{ minor: 6000, original: { minor: 5000, ...fixed } }],
      })
    }
    const { rows } = await run(
      `select currency, minor::int from money_totals where kind = 'received' and span = 'day' and count <> 0`,
    )
    expect(rows).toEqual([{ currency: 'USD', minor: 6000 }])
  })

  test('is worth its part at the same rate when the provider corrects its amount', async () => {
    await own('2026-01-01', '1.5')
    const [paid] = await owner.addPayments([{ ...euro, method: 'card', amountMinor: 5000 }])
    await owner.addRefunds([{ paymentId: paid!.id, amountMinor: 1000 }])
    await owner.addDisputes([{ paymentId: paid!.id, amountMinor: 100 }])
    await own('2026-01-01', '2')
    await run('update refunds set amount_minor = 2000')
    await run('update disputes set amount_minor = 200')
    expect(await owner.read('received')).toMatchObject({ minor: 7500 - 3000 - 300, other: [] })
  })

  test('that is a test is named in the home currency, too', async () => {
    await own('2026-01-01', '1.5')
    await owner.addPayments([
      { ...euro, method: 'card', amountMinor: 5000, isTest: true },
      { ...yen, method: 'card', amountMinor: 700, isTest: true },
    ])
    expect(await owner.read('received')).toMatchObject({ minor: 7500, testMinor: 7500, count: 2 })
  })
})

describe('expenses', () => {
  test('keep their rate when something else about them changes, and get another with another date', async () => {
    await own('2026-01-01', '1.5')
    await owner.addExpenses([{ ...euro, amountMinor: 1000, date: '2026-11-03' }])
    await own('2026-01-01', '2')
    await run(
      `update expenses set notes = 'x', date = date, currency = currency, amount_minor = amount_minor`,
    )
    expect(await owner.read('spent')).toMatchObject({ minor: 1500 })
    await run('update expenses set amount_minor = 3000, date = date')
    expect(await owner.read('spent')).toMatchObject({ minor: 4500 })
    await run(`update expenses set date = '2026-11-04'`)
    expect(await owner.read('spent')).toMatchObject({ minor: 6000 })
  })

  test('that are still to come are converted at the latest rate', async () => {
    await own('2026-11-01', '1.5')
    // The database goes by its own clock, so this is far ahead of any.
    await owner.addExpenses([{ ...euro, amountMinor: 1001, date: '2200-01-01' }])
    expect(await owner.read('upcoming')).toMatchObject({
      minor: 1502,
      other: [{ ...euro, minor: 1001, homeMinor: 1502, ...atOwn('2026-11-01', '1.5') }],
    })
    await own('2026-11-02', '2')
    expect(await owner.read('upcoming')).toMatchObject({ minor: 2002 })
  })

  test('the largest is the one that is worth most, and one without a rate only if there is no other', async () => {
    await owner.addExpenses([{ ...yen, amountMinor: 90_000, date: '2026-11-01', category: 'Travel' }])
    const none = await owner.read('largest-expense')
    expect(none).toMatchObject({ minor: 0, rows: [{ category: 'Travel', minor: null }] })
    await own('2026-01-01', '1.5')
    await owner.addExpenses([
      { amountMinor: 1400, date: '2026-11-02' },
      { ...euro, amountMinor: 1000, date: '2026-11-01', category: 'Rent' },
    ])
    const largest = await owner.read('largest-expense')
    expect(largest).toMatchObject({
      minor: 1500,
      count: 1,
      other: [{ ...yen, minor: 90_000, homeMinor: null }],
      rows: [{ category: 'Rent', minor: 1500 }],
    })
  })
})

describe('what is not settled', () => {
  test('is added up by currency first and then converted once', async () => {
    await publish('USD', '2026-11-13', '1')
    await publish('JPY', '2026-11-13', '160')
    await owner.addInvoices([
      ...[1, 1, 1].map((totalMinor) => ({ ...yen, totalMinor, dueDate: '2026-11-14' })),
      { ...yen, totalMinor: 100, dueDate: '2026-12-01' },
      { totalMinor: 500, dueDate: '2026-11-14' },
    ])
    const rate = { rate: '0.00625', ratedOn: '2026-11-13', source: 'European Central Bank' }
    const overdue = await owner.read('overdue')
    // Each yen alone is 0.625 cents and rounds to 1; all three are 1.875 cents.
    expect(overdue).toMatchObject({
      minor: 502,
      count: 4,
      other: [{ ...yen, minor: 3, count: 3, homeMinor: 2, ...rate }],
    })
    expect(overdue.rows.map(({ minor }) => minor).toSorted()).toEqual([1, 1, 1, 500])
    expect(await owner.read('owed')).toMatchObject({
      minor: 564,
      count: 5,
      other: [{ ...yen, minor: 103, count: 4, homeMinor: 64, ...rate }],
    })
  })

  test('balances of banks are converted, or stand beside', async () => {
    await own('2026-11-01', '1.5')
    const { id: connectionId } = await owner.addConnection()
    await owner.addAccounts([
      { connectionId, balanceMinor: 1000 },
      { connectionId, balanceMinor: 2000, ...euro },
      { connectionId, balanceMinor: 300, ...yen },
      { connectionId, balanceMinor: -400, kind: 'credit', ...euro },
    ])
    const inEuro = (minor: number) => ({ ...euro, minor, homeMinor: minor * 1.5 })
    const inYen = { ...yen, minor: 300, homeMinor: null }
    expect(await owner.read('cash-balance')).toMatchObject({
      minor: 4000,
      count: 3,
      other: [inEuro(2000), inYen],
    })
    expect(await owner.read('cards-owed')).toMatchObject({ minor: 600, other: [inEuro(400)] })
    expect(await owner.read('after-cards')).toMatchObject({
      minor: 3400,
      other: [inEuro(1600), inYen],
      terms: [{ minor: 4000 }, { minor: -600, other: [inEuro(-400)] }],
    })
  })

  test('a result is what its terms add up to', async () => {
    await own('2026-11-01', '1.5')
    await owner.addInvoices([
      { ...euro, totalMinor: 1001 },
      { ...yen, totalMinor: 50 },
    ])
    await owner.addExpenses([{ ...yen, amountMinor: 20, date: '2026-11-02' }])
    expect(await owner.read('net')).toMatchObject({
      minor: 1502,
      count: 3,
      other: [
        { ...euro, minor: 1001, homeMinor: 1502 },
        { ...yen, minor: 30, count: 2, homeMinor: null },
      ],
    })
  })
})

describe('exchange gains', () => {
  test('are what movements were worth beyond the value on the issue date, and in no other figure', async () => {
    await own('2026-01-01', '1.1')
    const [invoice] = await owner.addInvoices([
      { ...euro, totalMinor: 10_000, issueDate: '2026-01-05', receivedMinor: 10_000, status: 'paid' },
    ])
    await own('2026-10-01', '1.3')
    const invoiceId = invoice!.id
    const [paid] = await owner.addPayments([
      { ...euro, invoiceId, method: 'card', amountMinor: 10_000, receivedOn: '2026-10-05' },
      { ...euro, amountMinor: 700, receivedOn: '2026-10-05' },
      { amountMinor: 50, receivedOn: '2026-10-05' },
    ])
    await owner.addRefunds([{ paymentId: paid!.id, amountMinor: 1000 }])
    const gains = await owner.read('exchange-gains')
    expect(gains).toMatchObject({ minor: 2000 - 200, count: 2, other: [], testMinor: 0, terms: [] })
    const original = { ...euro, ...atOwn('2026-10-01', '1.3'), invoiceRate: '1.1' }
    expect(gains.rows).toMatchObject([
      { kind: 'refund', minor: -200, original: { minor: -1000, ...original } },
      { kind: 'payment', minor: 2000, original: { minor: 10_000, ...original } },
    ])
    expect(await owner.read('exchange-gains', { month: '2026-10' })).toMatchObject({ minor: 2000, count: 1 })
    expect(await owner.read('received')).toMatchObject({ minor: 13_000 + 910 + 50 - 1300 })
  })

  test('follow the rate that the invoice gets', async () => {
    const [invoice] = await owner.addInvoices([{ ...euro, totalMinor: 10_000, issueDate: '2026-01-05' }])
    await own('2026-10-01', '1.3')
    await owner.addPayments([{ ...euro, invoiceId: invoice!.id, amountMinor: 10_000 }])
    expect(await owner.read('exchange-gains')).toMatchObject({ minor: 0, count: 0, rows: [] })
    await own('2026-01-01', '1.4')
    await fillRatesOf(app.deps, owner.businessId)
    expect(await owner.read('exchange-gains')).toMatchObject({ minor: -1000, count: 1 })
    await rollUpMoneyOf(app.deps, owner.businessId)
    const lines: unknown[] = []
    const log = { ...app.deps.log, error: (line: unknown) => void lines.push(line) } as typeof app.deps.log
    await recountMoneyOf({ database: app.database, log }, owner.businessId)
    expect(lines).toEqual([])
    expect(await owner.read('exchange-gains')).toMatchObject({ minor: -1000, count: 1 })
  })
})

test('rates are read only where there is another currency', async () => {
  const names = async () => {
    const steps = await recordStatements(async () => {
      for (const figure of figureNames) await owner.read(figure)
    })
    return steps.flatMap(({ batches }) => batches.flat().map(({ name }) => name))
  }
  await own('2026-01-01', '1.5')
  const [invoice] = await owner.addInvoices([{}])
  await owner.addPayments([{ invoiceId: invoice!.id }])
  await owner.addExpenses([{}])
  expect(await names()).not.toContain('latest-rates')
  // With its own rate it is in the home currency.
  await owner.addPayments([euro])
  expect(await names()).not.toContain('latest-rates')
  await owner.addInvoices([euro])
  expect((await names()).filter((name) => name === 'latest-rates')).toHaveLength(2)
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type ExpenseBody,
  type Spender,
  expenseInput,
  monthly,
  signUpToSpend,
} from '../../../test/support/fixtures/expenses.ts'
import { type TestApp, answerOf, createTestApp, problemOf } from '../../../test/support/test-app.ts'
import * as contract from './contract.ts'

let app: TestApp
// In the past for every clock: the database sets no rate before the day of an expense.
let now = new Date('2024-03-20T12:00:00Z')
beforeAll(async () => {
  app = await createTestApp({ now: () => now })
  await app.database.platform.query(
    `insert into platform.reference_rates (currency, day, rate, source) values
       ('USD', '2024-03-14', 1.2, 'Old Bank'), ('USD', '2024-03-15', 1.084, 'Test Bank'),
       ('USD', '2024-03-19', 1.1, 'Test Bank'), ('KWD', '2024-03-15', 0.3342, 'Test Bank'),
       ('CHF', '2024-01-02', 0.93, 'Test Bank'), ('USD', '2024-01-02', 1.0, 'Test Bank')`,
  )
})
afterAll(() => app.close())

const send = ({ cookie }: Spender, body: Partial<ExpenseBody>) =>
  app.send(contract.createExpense, { body: expenseInput(body) }, { cookie })
const list = async ({ cookie }: Spender) =>
  (await answerOf(contract.listExpenses, await app.send(contract.listExpenses, { query: {} }, { cookie })))
    .expenses
const summary = async ({ cookie }: Spender) =>
  answerOf(contract.getExpenseSummary, await app.send(contract.getExpenseSummary, {}, { cookie }))
const setHome = ({ tenant }: Spender, currency: string) =>
  tenant(({ client }) => client.query('update businesses set currency = $1', [currency]))
const notRated = { homeMinor: null, rate: null, ratedOn: null, rateSource: null }

describe('an expense', () => {
  test('in another currency has the value of its date in the home currency, everywhere', async () => {
    const owner = await signUpToSpend(app)
    const rated = {
      currency: 'EUR',
      amountMinor: 5000,
      homeMinor: 5420,
      rate: '1.084',
      ratedOn: '2024-03-15',
      rateSource: 'Test Bank',
    }
    // A Sunday: the rate of Friday holds.
    const made = await owner.make({ currency: 'EUR', amountMinor: 5000, date: '2024-03-17' })
    expect(made).toMatchObject(rated)
    expect(await list(owner)).toEqual([made])
    const one = await app.send(contract.getExpense, { params: { id: made.id } }, owner)
    expect(await answerOf(contract.getExpense, one)).toEqual(made)
  })

  test('without a currency is in the home currency, and has no rate', async () => {
    const owner = await signUpToSpend(app)
    expect(await owner.make()).toMatchObject({ currency: 'USD', ...notRated })
    await setHome(owner, 'EUR')
    expect(await owner.make()).toMatchObject({ currency: 'EUR', ...notRated })
    expect(await owner.make({ currency: 'USD', date: '2024-03-15', amountMinor: 1084 })).toMatchObject({
      currency: 'USD',
      homeMinor: 1000,
    })
  })

  test('waits for a rate if there is none for its date', async () => {
    const owner = await signUpToSpend(app)
    expect(await owner.make({ currency: 'JPY', date: '2024-03-15' })).toMatchObject({
      currency: 'JPY',
      ...notRated,
    })
    expect(await list(owner)).toMatchObject([{ currency: 'JPY', ...notRated }])
  })

  test('has the decimals of its currency, at home too', async () => {
    const owner = await signUpToSpend(app)
    // 12.345 dinars at 1.084 / 0.3342.
    expect(await owner.make({ currency: 'KWD', amountMinor: 12_345, date: '2024-03-15' })).toMatchObject({
      amountMinor: 12_345,
      homeMinor: 4004,
    })
  })

  test('gets another rate with another date, amount or currency, and keeps its currency if a change names none', async () => {
    const owner = await signUpToSpend(app)
    const { id } = await owner.make({ currency: 'EUR', amountMinor: 5000, date: '2024-03-15' })
    const update = async (changes: Partial<ExpenseBody>, version: number) => {
      const { requestId: _, repeat: _repeat, ...body } = expenseInput(changes)
      const request = { params: { id }, body: { ...body, version } }
      return answerOf(contract.updateExpense, await app.send(contract.updateExpense, request, owner))
    }
    expect(await update({ amountMinor: 1000, date: '2024-03-19' }, 1)).toMatchObject({
      currency: 'EUR',
      homeMinor: 1100,
      rate: '1.1',
    })
    expect(await update({ currency: 'USD', date: '2024-03-19' }, 2)).toMatchObject({
      currency: 'USD',
      ...notRated,
    })
  })
})

describe('the limit of an amount', () => {
  test.each([
    ['USD', 99_999_999_999, '999,999,999.99', '0.00'],
    ['JPY', 99_999_999_999, '99,999,999,999', '0'],
    ['KWD', 99_999_999_999, '99,999,999.999', '0.000'],
    ['IDR', 9_999_999_999_999, '99,999,999,999.99', '0.00'],
  ])('in %s is %i of its minor units', async (currency, most, text, none) => {
    const owner = await signUpToSpend(app)
    expect((await owner.make({ currency, amountMinor: most })).amountMinor).toBe(most)
    const refusal = await send(owner, { currency, amountMinor: most + 1 })
    expect(refusal.status).toBe(422)
    // The largest of all is in the schema, which does not know the currency.
    if (currency !== 'IDR') {
      const message = `Please enter an amount from ${none} to ${text}.`
      expect(await problemOf(refusal)).toMatchObject({ message, fields: { amountMinor: message } })
    }
  })

  test('is that of the home currency without a currency, and holds for changes', async () => {
    const owner = await signUpToSpend(app)
    await setHome(owner, 'IDR')
    const { id, version } = await owner.make({ amountMinor: 9_000_000_000_000 })
    const { requestId: _, ...body } = expenseInput({ currency: 'USD', amountMinor: 9_000_000_000_000 })
    const refusal = await app.send(
      contract.updateExpense,
      { params: { id }, body: { ...body, version } },
      owner,
    )
    expect(await problemOf(refusal)).toMatchObject({ fields: { amountMinor: expect.any(String) } })
  })

  test.each(['EURO', 'eur', 'BTC', ''])('%j is no currency', async (currency) => {
    const owner = await signUpToSpend(app)
    expect(await problemOf(await send(owner, { currency }))).toMatchObject({
      code: 'VALIDATION_FAILED',
      fields: { currency: 'We don’t know this currency.' },
    })
  })
})

test('a recurring expense makes expenses in its currency, each with the rate of its date', async () => {
  const owner = await signUpToSpend(app)
  const date = '2024-02-15'
  const recurring = await owner.makeRecurring({ currency: 'EUR', amountMinor: 1000, date, repeat: monthly })
  expect(recurring.currency).toBe('EUR')
  const made = (await owner.expenses()).map((one) => [one.date, one.currency, one.homeMinor])
  expect(made).toEqual([
    ['2024-02-15', 'EUR', null],
    ['2024-03-15', 'EUR', 1084],
    ['2024-04-15', 'EUR', null],
  ])
  const change = async (currency: string | undefined, version: number) => {
    const { category, notes, end } = { ...recurring, category: 'Supplies' as const }
    const body = { ...(currency && { currency }), amountMinor: 700, category, notes, end, version }
    const request = { params: { id: recurring.id }, body }
    return answerOf(
      contract.updateRecurringExpense,
      await app.send(contract.updateRecurringExpense, request, owner),
    )
  }
  expect(await change(undefined, 1)).toMatchObject({ currency: 'EUR', amountMinor: 700 })
  expect(await change('JPY', 2)).toMatchObject({ currency: 'JPY', amountMinor: 700 })
  expect((await owner.expenses()).map((one) => [one.date, one.currency, one.amountMinor])).toEqual([
    ['2024-02-15', 'EUR', 1000],
    ['2024-03-15', 'EUR', 1000],
    ['2024-04-15', 'JPY', 700],
  ])
})

test('suggestions have the currency that was used', async () => {
  const owner = await signUpToSpend(app)
  await owner.make({ currency: 'CHF', amountMinor: 900, notes: 'Mountain train' })
  const query = { notes: 'mountain' }
  const answer = await app.send(contract.suggestExpense, { query }, owner)
  const entry = { currency: 'CHF', amountMinor: 900, category: 'Supplies', notes: 'Mountain train' }
  expect(await answerOf(contract.suggestExpense, answer)).toMatchObject({ last: entry, matches: [entry] })
})

describe('the summary', () => {
  test('adds what has a value at home, converts the rest at the latest rate, and leaves the others beside', async () => {
    const owner = await signUpToSpend(app)
    await owner.store([
      { date: '2024-03-04', amountMinor: 300, category: 'Rent' },
      // Worth 5.42 on its date.
      { date: '2024-03-15', amountMinor: 500, currency: 'EUR', category: 'Travel' },
      // Its newest rate is too old to hold for good.
      { date: '2024-03-15', amountMinor: 93, currency: 'CHF', category: 'Other' },
      { date: '2024-03-15', amountMinor: 5000, currency: 'JPY', category: 'Software' },
      { date: '2024-04-02', amountMinor: 7000, currency: 'JPY' },
    ])
    const francs = { rate: '1.075268817204301', ratedOn: '2024-01-02', source: 'Test Bank' }
    const noRate = { homeMinor: null, rate: null, ratedOn: null, source: null }
    expect(await summary(owner)).toEqual({
      month: '2024-03-01',
      currency: 'USD',
      total: {
        minor: 300 + 542 + 100,
        count: 4,
        other: [
          { currency: 'CHF', minor: 93, count: 1, homeMinor: 100, ...francs },
          { currency: 'JPY', minor: 5000, count: 1, ...noRate },
        ],
      },
      averagePerDayMinor: 31,
      largestCategory: 'Travel',
      upcoming: { minor: 0, count: 1, other: [{ currency: 'JPY', minor: 7000, count: 1, ...noRate }] },
    })
  })

  test('compares expenses by their value at home; one without a rate is the largest only alone', async () => {
    const owner = await signUpToSpend(app)
    await owner.store([{ date: '2024-03-15', amountMinor: 99_999, currency: 'JPY', category: 'Software' }])
    expect((await summary(owner)).largestCategory).toBe('Software')
    await owner.store([{ date: '2024-03-15', amountMinor: 540, category: 'Rent' }])
    expect((await summary(owner)).largestCategory).toBe('Rent')
    await owner.store([{ date: '2024-03-15', amountMinor: 500, currency: 'EUR', category: 'Travel' }])
    expect((await summary(owner)).largestCategory).toBe('Travel')
  })
})

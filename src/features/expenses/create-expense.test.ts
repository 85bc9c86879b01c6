import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type ExpenseBody,
  type Spender,
  expenseInput,
  monthly,
  signUpToSpend,
} from '../../../test/support/fixtures/expenses.ts'
import { type TestApp, answerOf, createTestApp, problemOf } from '../../../test/support/test-app.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import { maxMinorOf } from '../../shared/currencies.ts'
import { createExpense } from './contract.ts'
import { maxRecurring } from './rules.ts'

let app: TestApp
const start = new Date('2026-11-15T12:00:00Z')
let now = start
beforeAll(async () => {
  app = await createTestApp({ now: () => now })
})
beforeEach(() => {
  now = start
})
afterAll(() => app.close())

const send = ({ cookie }: Spender, body: ExpenseBody) => app.send(createExpense, { body }, { cookie })
const daysOf = async (owner: Spender) => (await owner.expenses()).map(({ date }) => date)

test('an expense is kept as it was entered', async () => {
  const owner = await signUpToSpend(app)
  const made = await owner.make({
    amountMinor: 123_450,
    category: 'Rent',
    date: '2031-02-28',
    notes: '  Key  ',
  })
  expect(made).toEqual({
    id: expect.any(String),
    version: 1,
    currency: 'USD',
    amountMinor: 123_450,
    homeMinor: null,
    rate: null,
    ratedOn: null,
    rateSource: null,
    vendor: '',
    taxes: [],
    mileage: null,
    client: null,
    billedInvoice: null,
    category: 'Rent',
    date: '2031-02-28',
    notes: 'Key',
    seriesId: null,
    createdAt: start.toISOString(),
    updatedAt: start.toISOString(),
  })
})

describe('a request that comes again', () => {
  test.each([
    ['an expense', null],
    ['a recurring expense', monthly],
  ])('makes %s once, also when it comes ten times at once', async (_what, repeat) => {
    const owner = await signUpToSpend(app)
    const body = expenseInput({ repeat })
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(owner, body)))
    const ids = await Promise.all(answers.map(async (answer) => (await answerOf(createExpense, answer)).id))
    expect(new Set(ids).size).toBe(1)
    expect(await daysOf(owner)).toEqual(repeat ? ['2026-11-15', '2026-12-15'] : ['2026-11-15'])
    expect(await owner.series()).toHaveLength(repeat ? 1 : 0)
  })

  test('with other content is answered with the first', async () => {
    const owner = await signUpToSpend(app)
    const first = await owner.make({ requestId: '00000000-0000-4000-8000-000000000001' })
    const again = { requestId: '00000000-0000-4000-8000-000000000001', amountMinor: 7, repeat: monthly }
    expect(await owner.make(again)).toEqual(first)
    expect(await owner.series()).toEqual([])
  })

  test('in another business is another request', async () => {
    const requestId = randomUUID()
    const [one, other] = [await signUpToSpend(app), await signUpToSpend(app)]
    expect((await one.make({ requestId })).id).not.toBe((await other.make({ requestId })).id)
    expect(await other.expenses()).toHaveLength(1)
  })
})

test.each([0, 1, maxMinorOf('USD')])('an amount of %d cents is taken', async (amountMinor) => {
  const owner = await signUpToSpend(app)
  expect((await owner.make({ amountMinor })).amountMinor).toBe(amountMinor)
})

test.each([
  ['amountMinor', -1],
  ['amountMinor', maxMinorOf('USD') + 1],
  ['amountMinor', 0.5],
  ['amountMinor', '12'],
  ['amountMinor', null],
  ['category', 'rent'],
  ['category', 'All'],
  ['category', ''],
  ['date', ''],
  ['date', '2026-02-30'],
  ['date', '2026-11-15T00:00:00Z'],
  ['date', '0001-01-01'],
  ['notes', 'x'.repeat(1001)],
  ['requestId', 'again'],
  ['repeat', { frequency: 'daily', end: { kind: 'never' } }],
  ['repeat', { ...monthly, startDate: '2026-11-15' }],
  ['repeat', { ...monthly, end: { kind: 'count', count: 0 } }],
  ['seriesId', randomUUID()],
  ['version', 1],
])('%s as %j is refused by name', async (field, value) => {
  const owner = await signUpToSpend(app)
  const response = await send(owner, { ...expenseInput(), [field]: value })
  expect(response.status).toBe(422)
  const { fields } = await problemOf(response)
  expect(Object.keys(fields ?? {}).every((name) => name.split('.')[0] === field)).toBe(true)
  expect(fields).not.toEqual({})
  expect(await owner.expenses()).toEqual([])
})

describe('one that repeats', () => {
  test('is made up to 31 days ahead, with all since its start, and answered with its first', async () => {
    const owner = await signUpToSpend(app)
    const first = await owner.make({ date: '2026-08-31', repeat: monthly, category: 'Rent', notes: 'Office' })
    expect(first).toMatchObject({ date: '2026-08-31', version: 1, seriesId: expect.any(String) })
    const made = await owner.expenses()
    expect(made.map(({ date }) => date)).toEqual(['2026-08-31', '2026-09-30', '2026-10-31', '2026-11-30'])
    for (const each of made) {
      expect(each).toMatchObject({
        amountMinor: 1200,
        category: 'Rent',
        notes: 'Office',
        seriesId: first.seriesId,
      })
    }
    expect(await owner.recurring(first.seriesId!)).toEqual({
      id: first.seriesId,
      version: 1,
      currency: 'USD',
      amountMinor: 1200,
      category: 'Rent',
      notes: 'Office',
      vendor: '',
      taxes: [],
      frequency: 'monthly',
      startDate: '2026-08-31',
      end: { kind: 'never' },
      nextDate: '2026-11-30',
      state: 'running',
      createdAt: start.toISOString(),
    })
  })

  test.each([
    ['weekly', '2026-11-15', ['2026-11-15', '2026-11-22', '2026-11-29', '2026-12-06', '2026-12-13']],
    ['biweekly', '2026-11-18', ['2026-11-18', '2026-12-02', '2026-12-16']],
    ['quarterly', '2026-05-31', ['2026-05-31', '2026-08-31', '2026-11-30']],
    ['yearly', '2025-11-20', ['2025-11-20', '2026-11-20']],
  ] as const)('%s from %s', async (frequency, date, days) => {
    const owner = await signUpToSpend(app)
    await owner.make({ date, repeat: { ...monthly, frequency } })
    expect(await daysOf(owner)).toEqual(days)
  })

  test('from a day far ahead is there with its first', async () => {
    const owner = await signUpToSpend(app)
    const { nextDate, state } = await owner.makeRecurring({ date: '2027-06-30' })
    expect({ nextDate, state }).toEqual({ nextDate: '2027-06-30', state: 'running' })
    expect(await daysOf(owner)).toEqual(['2027-06-30'])
  })

  test.each([
    [{ kind: 'count', count: 2 }, ['2026-10-15', '2026-11-15'], 'over'],
    [{ kind: 'count', count: 3 }, ['2026-10-15', '2026-11-15', '2026-12-15'], 'running'],
    [{ kind: 'date', date: '2026-12-14' }, ['2026-10-15', '2026-11-15'], 'over'],
    [{ kind: 'date', date: '2026-12-15' }, ['2026-10-15', '2026-11-15', '2026-12-15'], 'running'],
  ] as const)('until %j has no more', async (end, days, state) => {
    const owner = await signUpToSpend(app)
    const series = await owner.makeRecurring({ date: '2026-10-15', repeat: { ...monthly, end } })
    expect(await daysOf(owner)).toEqual(days)
    expect(series).toMatchObject({ state, nextDate: state === 'running' ? '2026-12-15' : null })
  })

  test.each([
    ['Pacific/Kiritimati', '2026-11-16', '2026-12-17'],
    ['Pacific/Pago_Pago', '2026-11-15', '2026-12-16'],
  ])('in %s it is %s, and known up to %s', async (zone, today, last) => {
    now = new Date('2026-11-16T02:00:00Z')
    const owner = await signUpToSpend(app, zone)
    await owner.make({ date: last, repeat: { ...monthly, frequency: 'weekly' } })
    await owner.make({ date: today, repeat: { ...monthly, frequency: 'weekly' } })
    const days = await daysOf(owner)
    expect(days).toHaveLength(6)
    expect(days.at(-1)).toBe(last)
  })

  test.each([
    ['2025-11-14', undefined],
    ['2025-11-13', 'A recurring expense can start at most a year ago.'],
  ])('may begin on %s: %s', async (date, refused) => {
    const owner = await signUpToSpend(app)
    const response = await send(owner, expenseInput({ date, repeat: { ...monthly, frequency: 'weekly' } }))
    expect(response.status).toBe(refused ? 422 : 200)
    if (refused) expect((await problemOf(response)).fields).toEqual({ date: refused })
    expect(await owner.expenses()).toHaveLength(refused ? 0 : 57)
    expect(await owner.series()).toHaveLength(refused ? 0 : 1)
  })

  test('cannot end before it begins', async () => {
    const owner = await signUpToSpend(app)
    const repeat = { ...monthly, end: { kind: 'date', date: '2026-11-14' } } as const
    const response = await send(owner, expenseInput({ repeat }))
    expect(await problemOf(response)).toMatchObject({
      code: 'VALIDATION_FAILED',
      fields: { 'repeat.end.date': 'This is before the start date.' },
    })
    expect(await owner.series()).toEqual([])
  })

  const addSeries = ({ businessId }: Spender, count: number) =>
    withTenant(app.database, businessId, ({ client }) =>
      client.query(
        `insert into recurring_expenses (business_id, created_by, amount_minor, category, frequency, start_date,
           created_at, updated_at)
         select $1, $1, 1, 'Rent', 'weekly', '2026-01-01', $2, $2 from generate_series(1, $3)`,
        [businessId, now, count],
      ),
    )

  test('takes the last place once, also when many want it at once, and however often it is asked for', async () => {
    const owner = await signUpToSpend(app)
    await addSeries(owner, maxRecurring - 1)
    const [first, second] = [expenseInput({ repeat: monthly }), expenseInput({ repeat: monthly })]
    const wanted = [first, second, first, second, first, second]
    const statuses = (await Promise.all(wanted.map((body) => send(owner, body)))).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([200, 200, 200, 422, 422, 422])
    expect(await owner.series()).toHaveLength(maxRecurring)
  })

  test('is refused in words when there are as many as there can be', async () => {
    const owner = await signUpToSpend(app)
    await addSeries(owner, maxRecurring)
    const response = await send(owner, expenseInput({ repeat: monthly }))
    expect(response.status).toBe(422)
    expect((await problemOf(response)).message).toContain(`You have ${maxRecurring} recurring expenses`)
    expect((await send(owner, expenseInput())).status).toBe(200)
  })
})

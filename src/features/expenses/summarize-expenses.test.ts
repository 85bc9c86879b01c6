import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Spender, signUpToSpend } from '../../../test/support/fixtures/expenses.ts'
import { type TestApp, answerOf, createTestApp } from '../../../test/support/test-app.ts'
import { getExpenseSummary } from './contract.ts'

let app: TestApp
let now = new Date()
beforeAll(async () => {
  app = await createTestApp({ now: () => now })
})
afterAll(() => app.close())

async function summaryAt(moment: string, { cookie }: Spender) {
  now = new Date(moment)
  return answerOf(getExpenseSummary, await app.send(getExpenseSummary, {}, { cookie }))
}

test('nothing spent is nothing, and no category is the largest', async () => {
  const owner = await signUpToSpend(app)
  expect(await summaryAt('2026-11-15T12:00:00Z', owner)).toEqual({
    month: '2026-11-01',
    currency: 'USD',
    total: { minor: 0, count: 0, other: [] },
    averagePerDayMinor: 0,
    largestCategory: null,
    upcoming: { minor: 0, count: 0, other: [] },
  })
})

test('the whole month counts, its first and last day too, and what is after today comes', async () => {
  const owner = await signUpToSpend(app)
  await owner.store([
    { date: '2026-10-31', amountMinor: 1, category: 'Rent' },
    { date: '2026-11-01', amountMinor: 10 },
    { date: '2026-11-15', amountMinor: 100 },
    { date: '2026-11-16', amountMinor: 1000 },
    { date: '2026-11-30', amountMinor: 10_000, category: 'Software' },
    { date: '2026-12-01', amountMinor: 100_000, category: 'Rent' },
  ])
  const stranger = await signUpToSpend(app)
  await stranger.store([{ date: '2026-11-02', amountMinor: 999_999 }])
  expect(await summaryAt('2026-11-15T12:00:00Z', owner)).toEqual({
    month: '2026-11-01',
    currency: 'USD',
    total: { minor: 11_110, count: 4, other: [] },
    averagePerDayMinor: 370,
    largestCategory: 'Software',
    upcoming: { minor: 111_000, count: 3, other: [] },
  })
})

test.each([
  // At this time it is still October in New York and already November in Zurich.
  ['America/New_York', '2026-11-01T03:59:00Z', '2026-10-01', 1, 110],
  ['Europe/Zurich', '2026-11-01T03:59:00Z', '2026-11-01', 110, 0],
  ['Pacific/Kiritimati', '2026-10-31T09:59:59Z', '2026-10-01', 1, 110],
  ['Pacific/Kiritimati', '2026-10-31T10:00:00Z', '2026-11-01', 110, 0],
  ['UTC', '2026-12-31T23:59:59Z', '2026-12-01', 0, 0],
  ['UTC', '2027-01-01T00:00:00Z', '2027-01-01', 0, 0],
])('in %s at %s the month is %s', async (zone, moment, month, totalMinor, upcomingMinor) => {
  const owner = await signUpToSpend(app, zone)
  await owner.store([
    { date: '2026-10-31', amountMinor: 1 },
    { date: '2026-11-01', amountMinor: 110 },
  ])
  expect(await summaryAt(moment, owner)).toMatchObject({
    month,
    total: { minor: totalMinor },
    upcoming: { minor: upcomingMinor },
  })
})

test.each([['2028-02-29'], ['2027-02-28']])('the last day of February, %s, belongs to it', async (date) => {
  const owner = await signUpToSpend(app)
  await owner.store([{ date, amountMinor: 44 }])
  expect(await summaryAt(`${date}T12:00:00Z`, owner)).toMatchObject({
    total: { minor: 44 },
    averagePerDayMinor: 1,
  })
})

test('of equally large ones the category of the later counts', async () => {
  const owner = await signUpToSpend(app)
  const rows = (categories: string[], date: string) =>
    categories.map((category) => ({ date, category, amountMinor: 500 }))
  await owner.store([...rows(['Travel'], '2026-11-03'), ...rows(['Rent'], '2026-11-02')])
  expect(await summaryAt('2026-11-15T12:00:00Z', owner)).toMatchObject({ largestCategory: 'Travel' })
  const categories = ['Software', 'Marketing', 'Salaries']
  const ids = await owner.store(rows(categories, '2026-11-04'))
  const latest = categories[ids.indexOf(ids.toSorted().at(-1)!)]
  expect(await summaryAt('2026-11-15T12:00:00Z', owner)).toMatchObject({ largestCategory: latest })
})

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Spender, monthly, signUpToSpend } from '../../../test/support/fixtures/expenses.ts'
import { type TestApp, createTestApp } from '../../../test/support/test-app.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import { startExpenseJobs } from './jobs.ts'
import { makeDueExpenses } from './make-due-expenses.ts'

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

async function runAt(moment: string) {
  now = new Date(moment)
  await makeDueExpenses(app.deps)
}
const daysOf = async (owner: Spender) => (await owner.expenses()).map(({ date }) => date)

test('monthly from the 31st over a leap year keeps to the last day of shorter months', async () => {
  now = new Date('2027-10-01T12:00:00Z')
  const owner = await signUpToSpend(app)
  await owner.make({ date: '2027-10-31', repeat: monthly })
  for (let day = Date.parse('2027-10-02T12:00:00Z'); day < Date.parse('2028-03-31'); day += 86_400_000) {
    await runAt(new Date(day).toISOString())
  }
  const days = [
    '2027-10-31',
    '2027-11-30',
    '2027-12-31',
    '2028-01-31',
    '2028-02-29',
    '2028-03-31',
    '2028-04-30',
  ]
  expect(await daysOf(owner)).toEqual(days)
})

test.each([
  ['Europe/Zurich', '2026-11-28T23:00:00Z'],
  ['America/New_York', '2026-11-29T05:00:00Z'],
  ['Pacific/Auckland', '2026-11-28T11:00:00Z'],
])('in %s the one of Dec 30 is made when Nov 29 begins there', async (zone, moment) => {
  const owner = await signUpToSpend(app, zone)
  await owner.make({ date: '2026-11-30', repeat: monthly })
  await runAt(new Date(Date.parse(moment) - 1).toISOString())
  expect(await daysOf(owner)).toEqual(['2026-11-30'])
  await runAt(moment)
  expect(await daysOf(owner)).toEqual(['2026-11-30', '2026-12-30'])
})

test('another time zone moves what comes next', async () => {
  const owner = await signUpToSpend(app, 'Pacific/Auckland')
  await owner.make({ date: '2026-11-30', repeat: monthly })
  await withTenant(app.database, owner.businessId, ({ client }) =>
    client.query(`update businesses set time_zone = 'America/New_York'`),
  )
  await runAt('2026-11-29T04:59:59Z')
  expect(await daysOf(owner)).toHaveLength(1)
  await runAt('2026-11-29T05:00:00Z')
  expect(await daysOf(owner)).toHaveLength(2)
})

test('after an outage everything is caught up once, by however many processes', async () => {
  const owner = await signUpToSpend(app)
  await owner.make({ repeat: { ...monthly, frequency: 'weekly' } })
  now = new Date('2027-11-15T12:00:00Z')
  await Promise.all([1, 2, 3, 4].map(() => makeDueExpenses(app.deps)))
  const days = await daysOf(owner)
  expect(days).toHaveLength(57)
  expect(new Set(days).size).toBe(57)
  expect(days.at(-1)).toBe('2027-12-12')
})

test('one that cannot be made is logged and keeps no other waiting', async () => {
  const [broken, sound] = [await signUpToSpend(app), await signUpToSpend(app)]
  await broken.make({ repeat: monthly })
  await sound.make({ repeat: monthly })
  const move = (zone: string) =>
    withTenant(app.database, broken.businessId, ({ client }) =>
      client.query('update businesses set time_zone = $1', [zone]),
    )
  await move('Nowhere/Else')
  await runAt('2026-12-20T00:00:00Z')
  expect(await daysOf(sound)).toEqual(['2026-11-15', '2026-12-15', '2027-01-15'])
  expect(await daysOf(broken)).toEqual(['2026-11-15', '2026-12-15'])
  expect(app.log.filter((line) => line.includes('a recurring expense could not be made'))).toHaveLength(1)
  await move('UTC')
  await runAt('2026-12-20T00:01:00Z')
  expect(await daysOf(broken)).toEqual(['2026-11-15', '2026-12-15', '2027-01-15'])
})

test('what was due while nobody was there is made when a process starts', async () => {
  const owner = await signUpToSpend(app)
  await owner.make({ repeat: monthly })
  now = new Date('2027-01-20T12:00:00Z')
  await startExpenseJobs(app.deps)
  const days = ['2026-11-15', '2026-12-15', '2027-01-15', '2027-02-15']
  await expect.poll(() => daysOf(owner)).toEqual(days)
})

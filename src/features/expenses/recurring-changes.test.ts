import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Spender, monthly, signUpToSpend } from '../../../test/support/fixtures/expenses.ts'
import { type TestApp, answerOf, createTestApp, problemOf } from '../../../test/support/test-app.ts'
import type { RequestOf } from '../../shared/endpoint.ts'
import * as contract from './contract.ts'
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

type Change = RequestOf<typeof contract.updateRecurringExpense>['body']
const update = ({ cookie }: Spender, id: string, change: Partial<Change> = {}) => {
  const whole = {
    amountMinor: 1200,
    category: 'Supplies',
    notes: 'Paper',
    end: monthly.end,
    version: 1,
  } as const
  const body = { ...whole, ...change }
  return app.send(contract.updateRecurringExpense, { params: { id }, body }, { cookie })
}
type Act = typeof contract.pauseRecurringExpense | typeof contract.resumeRecurringExpense
const act = async (endpoint: Act, { cookie }: Spender, id: string) =>
  answerOf(endpoint, await app.send(endpoint, { params: { id } }, { cookie }))

describe('a change', () => {
  test('holds from tomorrow on; today, the days before and what was touched stay', async () => {
    const owner = await signUpToSpend(app)
    const { id } = await owner.makeRecurring({
      date: '2026-11-01',
      repeat: { ...monthly, frequency: 'weekly' },
    })
    const ahead = (await owner.expenses()).find(({ date }) => date === '2026-11-29')!
    const { category, date, notes } = { ...ahead, category: 'Other' as const }
    const body = { amountMinor: 77, category, date, notes, version: 1 }
    await app.send(contract.updateExpense, { params: { id: ahead.id }, body }, owner)
    const before = await owner.expenses()

    const answer = await answerOf(
      contract.updateRecurringExpense,
      await update(owner, id, { amountMinor: 500 }),
    )
    expect(answer).toMatchObject({ version: 2, amountMinor: 500, nextDate: '2026-11-22', state: 'running' })
    const after = await owner.expenses()
    expect(after.map((each) => [each.date, each.amountMinor])).toEqual([
      ['2026-11-01', 1200],
      ['2026-11-08', 1200],
      ['2026-11-15', 1200],
      ['2026-11-22', 500],
      ['2026-11-29', 77],
      ['2026-12-06', 500],
      ['2026-12-13', 500],
    ])
    const kept = before.filter(({ date: day }) => day <= '2026-11-15' || day === '2026-11-29')
    expect(after).toEqual(expect.arrayContaining(kept))
    await runAt('2026-11-22T12:00:00Z')
    expect((await daysOf(owner)).at(-1)).toBe('2026-12-20')
  })

  test('does not bring back what was deleted', async () => {
    const owner = await signUpToSpend(app)
    const { id } = await owner.makeRecurring({ date: '2026-11-20' })
    const [only] = await owner.expenses()
    await app.send(contract.deleteExpense, { params: { id: only!.id } }, owner)
    expect(await owner.recurring(id)).toMatchObject({ nextDate: '2026-12-20', state: 'running' })
    await update(owner, id, { amountMinor: 5 })
    await act(contract.pauseRecurringExpense, owner, id)
    await act(contract.resumeRecurringExpense, owner, id)
    expect(await owner.expenses()).toEqual([])
    await runAt('2026-11-19T12:00:00Z')
    expect(await daysOf(owner)).toEqual(['2026-12-20'])
  })

  test('keeps the first of one that begins far ahead where it was', async () => {
    const owner = await signUpToSpend(app)
    const { id } = await owner.makeRecurring({ date: '2027-06-30' })
    await update(owner, id, { amountMinor: 5 })
    expect(await owner.expenses()).toMatchObject([{ date: '2027-06-30', amountMinor: 5 }])
  })

  test('of the end takes back what lies beyond it, and a later end goes on from there', async () => {
    const owner = await signUpToSpend(app)
    const { id } = await owner.makeRecurring({
      date: '2026-11-15',
      repeat: { ...monthly, frequency: 'weekly' },
    })
    const ended = await update(owner, id, { end: { kind: 'date', date: '2026-11-22' } })
    expect(await answerOf(contract.updateRecurringExpense, ended)).toMatchObject({ nextDate: '2026-11-22' })
    expect(await daysOf(owner)).toEqual(['2026-11-15', '2026-11-22'])
    // December 6 would be a date of the schedule, but the schedule ended before.
    await runAt('2026-12-06T12:00:00Z')
    expect(await owner.recurring(id)).toMatchObject({ nextDate: null, state: 'over' })
    expect(await act(contract.pauseRecurringExpense, owner, id)).toMatchObject({ state: 'over' })
    await update(owner, id, { version: 2 })
    expect((await daysOf(owner)).slice(0, 3)).toEqual(['2026-11-15', '2026-11-22', '2026-12-13'])
  })

  test('of an older version, or to an end before the start, is refused', async () => {
    const owner = await signUpToSpend(app)
    const { id } = await owner.makeRecurring()
    expect((await problemOf(await update(owner, id, { version: 2 }))).code).toBe('CHANGED_ELSEWHERE')
    const response = await update(owner, id, { end: { kind: 'date', date: '2026-11-14' } })
    expect((await problemOf(response)).fields).toEqual({ 'end.date': 'This is before the start date.' })
    const unknown = await update(owner, id, { startDate: '2026-12-01' } as Partial<Change>)
    expect((await problemOf(unknown)).fields).toHaveProperty('startDate')
  })
})

test('a pause takes back what lies ahead, and nothing that it leaves out is made later', async () => {
  const owner = await signUpToSpend(app)
  const { id } = await owner.makeRecurring({
    date: '2026-11-14',
    repeat: { ...monthly, frequency: 'weekly' },
  })
  expect(await act(contract.pauseRecurringExpense, owner, id)).toMatchObject({
    state: 'paused',
    nextDate: null,
  })
  expect(await daysOf(owner)).toEqual(['2026-11-14'])
  await runAt('2026-12-05T12:00:00Z')
  expect(await daysOf(owner)).toEqual(['2026-11-14'])
  // Its date is today.
  const resumed = await act(contract.resumeRecurringExpense, owner, id)
  expect(resumed).toMatchObject({ state: 'running', nextDate: '2026-12-12' })
  const days = ['2026-11-14', '2026-12-05', '2026-12-12', '2026-12-19', '2026-12-26', '2027-01-02']
  expect(await daysOf(owner)).toEqual(days)
  await act(contract.resumeRecurringExpense, owner, id)
  expect(await daysOf(owner)).toEqual(days)
})

test('what is deleted makes no more, and leaves what was', async () => {
  const owner = await signUpToSpend(app)
  const { id } = await owner.makeRecurring({ date: '2026-10-20' })
  const remove = () => app.send(contract.deleteRecurringExpense, { params: { id } }, owner)
  expect((await remove()).status).toBe(204)
  expect((await remove()).status).toBe(404)
  expect(await daysOf(owner)).toEqual(['2026-10-20'])
  await runAt('2027-11-15T12:00:00Z')
  expect(await daysOf(owner)).toEqual(['2026-10-20'])
})

test('what was owed before a pause or a deletion is made first', async () => {
  const owner = await signUpToSpend(app)
  const [one, other] = [await owner.makeRecurring(), await owner.makeRecurring()]
  now = new Date('2027-03-20T12:00:00Z')
  await act(contract.pauseRecurringExpense, owner, one.id)
  await app.send(contract.deleteRecurringExpense, { params: { id: other.id } }, owner)
  const days = ['2026-11-15', '2026-12-15', '2027-01-15', '2027-02-15', '2027-03-15']
  expect(await daysOf(owner)).toEqual(days.flatMap((day) => [day, day]))
})

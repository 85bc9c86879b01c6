import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Spender, monthly, signUpToSpend } from '../../../test/support/fixtures/expenses.ts'
import { type TestApp, answerOf, createTestApp } from '../../../test/support/test-app.ts'
import { suggestExpense, suggestVendors } from './contract.ts'
import { makeDueExpenses } from './make-due-expenses.ts'

let app: TestApp
let now = new Date('2026-11-15T12:00:00Z')
beforeAll(async () => {
  app = await createTestApp({ now: () => now })
})
afterAll(() => app.close())

const ask = async ({ cookie }: Spender, notes?: string) =>
  answerOf(
    suggestExpense,
    await app.send(suggestExpense, { query: notes === undefined ? {} : { notes } }, { cookie }),
  )
const entered = (index: number) => new Date(Date.UTC(2026, 0, 1, 0, index)).toISOString()

test('nothing entered suggests nothing', async () => {
  const owner = await signUpToSpend(app)
  const mileage = { unit: 'mi', rate: null, currency: 'USD' }
  expect(await ask(owner)).toEqual({ last: null, matches: [], category: null, mileage })
  expect(await ask(owner, 'rent')).toEqual({ last: null, matches: [], category: null, mileage })
})

test('the last is what was entered last, whatever its date, and nobody else’s', async () => {
  const owner = await signUpToSpend(app)
  await owner.make({ date: '2026-11-15', notes: 'First' })
  now = new Date(now.getTime() + 1000)
  await owner.make({ date: '2020-01-01', amountMinor: 5, category: 'Other', notes: 'Second' })
  const stranger = await signUpToSpend(app)
  await stranger.make({ notes: 'Foreign' })
  expect((await ask(owner)).last).toEqual({
    currency: 'USD',
    amountMinor: 5,
    category: 'Other',
    notes: 'Second',
    vendor: '',
    taxes: [],
    mileage: null,
  })
  expect((await ask(owner, 'foreign')).matches).toEqual([])
})

test('what a recurring expense makes by itself was not entered last', async () => {
  const owner = await signUpToSpend(app)
  await owner.make({ date: '2026-11-15', notes: 'Office', repeat: monthly })
  now = new Date(now.getTime() + 1000)
  await owner.make({ notes: 'By hand' })
  now = new Date('2027-03-01T00:00:00Z')
  await makeDueExpenses(app.deps)
  expect((await ask(owner)).last).toMatchObject({ notes: 'By hand' })
  expect((await ask(owner, 'OFF')).matches).toEqual([
    {
      currency: 'USD',
      amountMinor: 1200,
      category: 'Supplies',
      notes: 'Office',
      vendor: '',
      taxes: [],
      mileage: null,
    },
  ])
})

test('matches are each different, the latest first, five at most', async () => {
  const owner = await signUpToSpend(app)
  const notes = ['Mill 1', 'mill 2', 'MILL 3', 'The mill 4', 'Mill 5', 'Mill 6', 'Other', 'Mill 6']
  await owner.store(
    notes.map((each, index) => ({
      date: '2026-01-01',
      notes: each,
      amountMinor: index,
      category: 'Rent',
      createdAt: entered(index),
    })),
  )
  const { matches, last } = await ask(owner, 'mill')
  expect(matches.map((match) => [match.notes, match.amountMinor])).toEqual([
    ['Mill 6', 7],
    ['Mill 5', 4],
    ['The mill 4', 3],
    ['MILL 3', 2],
    ['mill 2', 1],
  ])
  expect(last).toMatchObject({ amountMinor: 7 })
})

test.each(['', 'm', ' m '])('typed as %j is too little to match', async (typed) => {
  const owner = await signUpToSpend(app)
  await owner.store([{ date: '2026-01-01', notes: 'm m' }])
  expect(await ask(owner, typed)).toMatchObject({ last: { notes: 'm m' }, matches: [], category: null })
})

test('the category is the most frequent, and of equally frequent ones the latest', async () => {
  const owner = await signUpToSpend(app)
  const rows = (categories: string[], from: number) =>
    categories.map((category, index) => ({
      date: '2026-01-01',
      notes: 'Train',
      category,
      createdAt: entered(from + index),
    }))
  await owner.store(rows(['Travel', 'Travel', 'Other'], 0))
  expect((await ask(owner, 'train')).category).toBe('Travel')
  await owner.store(rows(['Other'], 3))
  expect((await ask(owner, 'train')).category).toBe('Other')
})

test('wildcards stand for themselves', async () => {
  const owner = await signUpToSpend(app)
  await owner.store([
    { date: '2026-01-01', notes: '50% off' },
    { date: '2026-01-01', notes: 'anything' },
  ])
  expect((await ask(owner, '%%')).matches).toEqual([])
  expect((await ask(owner, '0%')).matches).toHaveLength(1)
})

test('only the newest 2,000 are looked at', async () => {
  const owner = await signUpToSpend(app)
  const filler = Array.from({ length: 2000 }, (_, index) => ({
    date: '2026-01-01',
    notes: 'Filler',
    createdAt: entered(index + 1),
  }))
  await owner.store([{ date: '2026-01-01', notes: 'Ancient', createdAt: entered(0) }, ...filler.slice(1)])
  expect((await ask(owner, 'ancient')).matches).toHaveLength(1)
  await owner.store(filler.slice(0, 1))
  expect((await ask(owner, 'ancient')).matches).toEqual([])
})

test('vendors are suggested by use, each as it was last written, and to their business only', async () => {
  const owner = await signUpToSpend(app)
  const other = await signUpToSpend(app)
  await other.make({ vendor: 'Paper Foreign' })
  for (const vendor of ['Paper House', 'Paper Mill', 'paper mill', '', 'Ink']) {
    now = new Date(now.getTime() + 1000)
    await owner.make({ vendor })
  }
  const query = { search: 'PAPER' }
  const { vendors } = await answerOf(
    suggestVendors,
    await app.send(suggestVendors, { query }, { cookie: owner.cookie }),
  )
  expect(vendors).toEqual(['paper mill', 'Paper House'])
})

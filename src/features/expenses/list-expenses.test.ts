import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Spender, signUpToSpend } from '../../../test/support/fixtures/expenses.ts'
import { type TestApp, answerOf, createTestApp, problemOf } from '../../../test/support/test-app.ts'
import { walkPages } from '../../../test/support/walk-pages.ts'
import type { RequestOf } from '../../shared/endpoint.ts'
import { deleteExpense, listExpenses } from './contract.ts'

type Query = NonNullable<RequestOf<typeof listExpenses>['query']>

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const read = async ({ cookie }: Spender, query: Query = {}) =>
  answerOf(listExpenses, await app.send(listExpenses, { query }, { cookie }))

const many = Array.from({ length: 320 }, (_, index) => ({
  date: `2026-${String((index % 4) + 9).padStart(2, '0')}-15`,
  category: index % 2 === 0 ? 'Rent' : 'Travel',
  notes: index % 3 === 0 ? 'Mill Street 5' : 'Somewhere else',
}))

describe('paging', () => {
  let owner: Spender
  beforeAll(async () => {
    owner = await signUpToSpend(app)
    await owner.store(many)
    const stranger = await signUpToSpend(app)
    await stranger.store(many)
  })

  test.each([
    ['all', {}, 320],
    ['one category', { category: 'Rent' }, 160],
    ['those that a search finds', { search: 'mill street' }, 107],
    ['those of one category that a search finds', { search: 'MILL', category: 'Rent' }, 54],
  ] as const)('visits each of %s exactly once, forwards and back', async (_what, filter, expected) => {
    const pages = await walkPages(
      (cursor) => read(owner, { ...filter, ...cursor }),
      (page) => page.expenses.map(({ date, id }) => `${date} ${id}`),
    )
    const order = pages.flat()
    expect(new Set(order).size).toBe(expected)
    expect(order).toHaveLength(expected)
    expect(order).toEqual(order.toSorted().toReversed())
  })
})

test('exactly one page has no other', async () => {
  const owner = await signUpToSpend(app)
  expect(await read(owner)).toEqual({ expenses: [], next: null, previous: null })
  await owner.store(many.slice(0, 50))
  expect(await read(owner)).toMatchObject({ next: null, previous: null })
})

test('when everything behind a place is gone, the list begins anew', async () => {
  const owner = await signUpToSpend(app)
  const ids = await owner.store(many.slice(0, 51))
  const first = await read(owner)
  const last = ids.find((id) => !first.expenses.some((expense) => expense.id === id))!
  await app.send(deleteExpense, { params: { id: last } }, { cookie: owner.cookie })
  expect(await read(owner, { after: first.next! })).toEqual({ ...first, next: null })
})

test('a place that is none, and two at once, are refused by name', async () => {
  const { cookie } = await signUpToSpend(app)
  const none = Buffer.from('2026-02-30:00000000-0000-4000-8000-000000000000').toString('base64url')
  for (const query of [
    { after: 'nonsense' },
    { before: none },
    { after: none, before: none },
  ] satisfies Query[]) {
    const response = await app.send(listExpenses, { query }, { cookie })
    expect(response.status).toBe(422)
    expect(Object.keys((await problemOf(response)).fields ?? {})).toEqual([Object.keys(query).at(-1)])
  }
})

describe('a search', () => {
  let owner: Spender
  beforeAll(async () => {
    owner = await signUpToSpend(app)
    const notes = [
      '100% cotton',
      '1000 pages',
      'under_score',
      'underXscore',
      String.raw`back\slash`,
      'Crème',
      '',
    ]
    await owner.store(notes.map((each) => ({ date: '2026-11-01', notes: each })))
  })

  test.each([
    ['100%', ['100% cotton']],
    ['r_s', ['under_score']],
    ['UNDER', ['underXscore', 'under_score']],
    [String.raw`k\s`, [String.raw`back\slash`]],
    ['CRÈME', ['Crème']],
    ['  cotton  ', ['100% cotton']],
    [`' or true --`, []],
  ])('for %s means these letters anywhere in the notes, whatever the case', async (search, found) => {
    const { expenses } = await read(owner, { search })
    expect(expenses.map(({ notes }) => notes).toSorted()).toEqual(found)
  })
})

test('a category is taken as it is', async () => {
  const owner = await signUpToSpend(app)
  await owner.store([{ date: '2026-11-01', category: 'Rent' }])
  expect((await read(owner, { category: 'Rent' })).expenses).toHaveLength(1)
  for (const category of ['rent', 'Ren', 'Rent ', '%', '']) {
    expect((await read(owner, { category })).expenses).toEqual([])
  }
})

test('an item says all that is known of an expense', async () => {
  const owner = await signUpToSpend(app)
  const made = await owner.make({ amountMinor: 123_456, category: 'Travel', notes: 'Train' })
  expect((await read(owner)).expenses).toEqual([made])
})

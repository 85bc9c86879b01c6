import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type Spender,
  expenseInput,
  monthly,
  signUpToSpend,
} from '../../../test/support/fixtures/expenses.ts'
import { type TestApp, answerOf, createTestApp, problemOf } from '../../../test/support/test-app.ts'
import type { Endpoint, RequestOf } from '../../shared/endpoint.ts'
import * as contract from './contract.ts'

let app: TestApp
let owner: Spender
let stranger: Spender
let now = new Date('2026-11-15T12:00:00Z')
beforeAll(async () => {
  app = await createTestApp({ now: () => now })
  owner = await signUpToSpend(app)
  stranger = await signUpToSpend(app)
})
afterAll(() => app.close())

const { amountMinor, category, date, notes } = expenseInput()
const change = { amountMinor, category, date, notes, version: 1 }
const seriesChange = { amountMinor, category, notes, end: { kind: 'never' }, version: 1 } as const

async function everything({ expenses, periods, series }: Spender) {
  return { expenses: await expenses(), periods: await periods(), series: await series() }
}

describe('what belongs to another business', () => {
  const routes: Array<[string, Endpoint, object]> = [
    ['getExpense', contract.getExpense, {}],
    ['updateExpense', contract.updateExpense, { body: change }],
    ['deleteExpense', contract.deleteExpense, {}],
    ['getRecurringExpense', contract.getRecurringExpense, {}],
    ['updateRecurringExpense', contract.updateRecurringExpense, { body: seriesChange }],
    ['pauseRecurringExpense', contract.pauseRecurringExpense, {}],
    ['resumeRecurringExpense', contract.resumeRecurringExpense, {}],
    ['deleteRecurringExpense', contract.deleteRecurringExpense, {}],
  ]

  test.each(routes)('is not found by %s, and stays as it is', async (name, endpoint, request) => {
    const { id, seriesId } = await stranger.make({ repeat: monthly })
    const before = await everything(stranger)
    for (const foreign of [name.includes('Recurring') ? seriesId! : id, randomUUID(), 'nonsense']) {
      const full = { ...request, params: { id: foreign } } as RequestOf<Endpoint>
      const response = await app.send(endpoint, full, { cookie: owner.cookie })
      expect(response.status).toBe(404)
      expect((await problemOf(response)).code).toBe('NOT_FOUND')
    }
    expect(await everything(stranger)).toEqual(before)
  })

  test('is in no list', async () => {
    await stranger.make({ repeat: monthly })
    const nobody = await signUpToSpend(app)
    const recurring = await app.send(contract.listRecurringExpenses, { query: {} }, nobody)
    expect(await answerOf(contract.listRecurringExpenses, recurring)).toEqual({ recurring: [], next: null })
    const list = await app.send(contract.listExpenses, { query: {} }, nobody)
    expect((await answerOf(contract.listExpenses, list)).expenses).toEqual([])
  })

  test('is left alone by a deletion of several, which counts its own', async () => {
    const foreign = await stranger.make({ repeat: monthly })
    const [one, other, kept] = [await owner.make(), await owner.make({ repeat: monthly }), await owner.make()]
    const before = await everything(stranger)
    const ids = [foreign.id, one.id, randomUUID(), other.id, one.id]
    const remove = async () =>
      answerOf(contract.deleteExpenses, await app.send(contract.deleteExpenses, { body: { ids } }, owner))
    expect(await remove()).toEqual({ deleted: 2 })
    expect(await remove()).toEqual({ deleted: 0 })
    expect(await everything(stranger)).toEqual(before)
    const left = (await owner.expenses()).map(({ id }) => id)
    expect(left).toContain(kept.id)
    expect(left).not.toContain(one.id)
    expect(left).not.toContain(other.id)
  })
})

test.each([
  ['none', []],
  ['more than a page or two', Array.from({ length: 201 }, () => randomUUID())],
  ['what is no id', ['nonsense']],
])('a deletion of %s is refused', async (_what, ids) => {
  expect((await app.send(contract.deleteExpenses, { body: { ids } }, owner)).status).toBe(422)
})

test('two who delete the same ones in other orders at once both get through', async () => {
  const ids = await owner.store(Array.from({ length: 100 }, () => ({ date: '2026-11-01' })))
  const orders = [ids, ids.toReversed(), ids.toSorted(), ids.toSorted().toReversed()]
  const answers = await Promise.all(
    orders.map(async (each) =>
      answerOf(
        contract.deleteExpenses,
        await app.send(contract.deleteExpenses, { body: { ids: each } }, owner),
      ),
    ),
  )
  expect(answers.reduce((sum, { deleted }) => sum + deleted, 0)).toBe(100)
})

describe('a change', () => {
  const update = (id: string, body: RequestOf<typeof contract.updateExpense>['body']) =>
    app.send(contract.updateExpense, { params: { id }, body }, owner)

  test('replaces what was written and counts up', async () => {
    const { id, createdAt } = await owner.make()
    now = new Date('2026-11-15T13:00:00Z')
    const wanted = { amountMinor: 99, category: 'Travel', date: '2026-12-24', notes: '' } as const
    const changed = await answerOf(contract.updateExpense, await update(id, { ...wanted, version: 1 }))
    expect(changed).toEqual({
      id,
      version: 2,
      ...wanted,
      vendor: '',
      taxes: [],
      mileage: null,
      client: null,
      billedInvoice: null,
      currency: 'USD',
      homeMinor: null,
      rate: null,
      ratedOn: null,
      rateSource: null,
      seriesId: null,
      createdAt,
      updatedAt: '2026-11-15T13:00:00.000Z',
    })
    const read = await app.send(contract.getExpense, { params: { id } }, owner)
    expect(await answerOf(contract.getExpense, read)).toEqual(changed)
  })

  test('of an older version is refused, so that of several at once one is kept', async () => {
    const { id } = await owner.make()
    const answers = await Promise.all(
      [1, 2, 3, 4].map((minor) => update(id, { ...change, amountMinor: minor })),
    )
    const codes = await Promise.all(
      answers.map(async (answer) => (answer.ok ? 'kept' : (await problemOf(answer)).code)),
    )
    expect(codes.toSorted()).toEqual([...Array<string>(3).fill('CHANGED_ELSEWHERE'), 'kept'])
  })

  test.each([
    ['amountMinor', -1],
    ['category', 'Fun'],
    ['date', '2026-02-30'],
    ['notes', 'x'.repeat(1001)],
    ['repeat', monthly],
    ['requestId', randomUUID()],
  ])('with %s as %j is refused by name', async (field, value) => {
    const { id } = await owner.make()
    const response = await update(id, { ...change, [field]: value })
    expect(response.status).toBe(422)
    expect(Object.keys((await problemOf(response)).fields ?? {})).toEqual([field])
  })
})

test('what is deleted is gone', async () => {
  const { id } = await owner.make()
  const remove = () => app.send(contract.deleteExpense, { params: { id } }, owner)
  expect((await remove()).status).toBe(204)
  expect((await remove()).status).toBe(404)
  expect((await app.send(contract.getExpense, { params: { id } }, owner)).status).toBe(404)
})

test('recurring expenses are listed newest first, each once', async () => {
  const many = await signUpToSpend(app)
  const made: string[] = []
  for (let index = 0; index < 52; index++) {
    now = new Date(now.getTime() + (index % 3) * 1000)
    made.push((await many.makeRecurring()).id)
  }
  const read = async (query: { after?: string }) =>
    answerOf(contract.listRecurringExpenses, await app.send(contract.listRecurringExpenses, { query }, many))
  const first = await read({})
  const second = await read({ after: first.next! })
  expect([first.recurring.length, second.recurring.length, second.next]).toEqual([50, 2, null])
  const listed = [...first.recurring, ...second.recurring]
  expect(listed.map(({ id }) => id).toSorted()).toEqual(made.toSorted())
  const order = listed.map(({ createdAt, id }) => `${createdAt} ${id}`)
  expect(order).toEqual(order.toSorted().toReversed())
  const response = await app.send(contract.listRecurringExpenses, { query: { after: 'nonsense' } }, many)
  expect(response.status).toBe(422)
})

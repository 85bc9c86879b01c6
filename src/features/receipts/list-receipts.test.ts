import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Filer, signUpToFile } from '../../../test/support/fixtures/receipt-rows.ts'
import { type TestApp, createTestApp, problemOf } from '../../../test/support/test-app.ts'
import { walkPages } from '../../../test/support/walk-pages.ts'
import { createCategoryRule } from '../transactions/contract.ts'
import { getReceipt, getReceiptSummary, listReceipts } from './contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const found = async (owner: Filer, search: string) =>
  (await owner.ask(listReceipts, { query: { search } })).receipts.map(({ merchant }) => merchant).toSorted()

test('a receipt says what the row and its file say', async () => {
  const owner = await signUpToFile(app)
  const [expenseId] = await owner.addExpenses([{ category: 'Travel', notes: 'Train' }])
  const [transactionId] = await owner.addTransactions([{ merchant: 'Rail Co', description: 'RAIL 12' }])
  const [id] = await owner.addReceipts([
    {
      merchant: 'Rail Co',
      totalMinor: 990,
      taxMinor: 90,
      cardLast4: '1234',
      pages: [{ id: randomUUID(), width: 800, height: 1200 }],
      items: [{ description: 'Ticket', amountMinor: 990 }],
      reading: { total: { confidence: 0.99, area: null } },
      expenseId,
      transactionId,
      filedBy: 'owner',
      checkedAt: new Date('2026-11-02T10:00:00Z'),
      createdAt: new Date('2026-11-02T09:00:00Z'),
    },
  ])
  const filedUnder = { date: '2026-11-01', currency: 'USD', amountMinor: 1250 }
  expect(await owner.ask(getReceipt, { params: { id: id! } })).toEqual({
    id,
    version: 1,
    state: 'read',
    problem: null,
    source: 'upload',
    sender: null,
    fileName: 'receipt.jpg',
    contentType: 'image/jpeg',
    byteCount: 200_000,
    pages: [{ width: 800, height: 1200 }],
    merchant: 'Rail Co',
    date: '2026-11-01',
    currency: 'USD',
    totalMinor: 990,
    taxMinor: 90,
    cardLast4: '1234',
    items: [{ description: 'Ticket', amountMinor: 990 }],
    reading: { total: { confidence: 0.99, area: null } },
    taken: null,
    category: null,
    duplicateOf: null,
    expense: { ...filedUnder, kind: 'expense', id: expenseId, text: 'Train', category: 'Travel' },
    transaction: {
      ...filedUnder,
      kind: 'transaction',
      id: transactionId,
      text: 'Rail Co',
      category: 'Uncategorized',
    },
    filedBy: 'owner',
    suggestion: null,
    checkedAt: '2026-11-02T10:00:00.000Z',
    createdAt: '2026-11-02T09:00:00.000Z',
  })
  const stranger = await signUpToFile(app)
  expect(await problemOf(await stranger.send(getReceipt, { params: { id: id! } }))).toMatchObject({
    code: 'NOT_FOUND',
    message: 'This receipt could not be found.',
  })
})

test('filters, their counts and the storage', async () => {
  const owner = await signUpToFile(app)
  const [expenseId] = await owner.addExpenses([{}])
  const [transactionId] = await owner.addTransactions([{}])
  await owner.addReceipts([
    { merchant: 'waiting', state: 'waiting' },
    { merchant: 'new' },
    { merchant: 'checked', checkedAt: new Date() },
    { merchant: 'expense', expenseId },
    { merchant: 'transaction', transactionId },
  ])
  const of = async (filter: 'all' | 'to-check' | 'filed' | 'without-expense') =>
    (await owner.ask(listReceipts, { query: { filter } })).receipts.map(({ merchant }) => merchant).toSorted()
  expect(await of('all')).toHaveLength(5)
  expect(await of('to-check')).toEqual(['new', 'waiting'])
  expect(await of('filed')).toEqual(['expense', 'transaction'])
  expect(await of('without-expense')).toEqual(['checked', 'new', 'transaction', 'waiting'])
  expect(await owner.ask(getReceiptSummary, {})).toEqual({
    all: 5,
    waiting: 1,
    toCheck: 2,
    filed: 2,
    withoutExpense: 4,
    storedBytes: 1_000_000,
    missing: 0,
  })
})

test('an expense that is deleted leaves the receipt, unfiled', async () => {
  const owner = await signUpToFile(app)
  const [expenseId] = await owner.addExpenses([{}])
  const [id] = await owner.addReceipts([{ expenseId, filedBy: 'match' }])
  await owner.tenant(({ client }) => client.query('delete from expenses'))
  const { receipts } = await owner.ask(listReceipts, { query: { filter: 'to-check' } })
  expect(receipts).toMatchObject([{ id, expense: null, filedBy: null }])
})

describe('paging', () => {
  let owner: Filer
  beforeAll(async () => {
    owner = await signUpToFile(app)
    const stranger = await signUpToFile(app)
    const many = Array.from({ length: 170 }, (_, index) => ({
      // Many come at once.
      createdAt: new Date(1_790_000_000_000 + Math.floor(index / 60)),
      text: index % 2 === 0 ? 'Mill Street 5' : 'Elsewhere',
      checkedAt: index % 3 === 0 ? new Date() : null,
    }))
    await owner.addReceipts(many)
    await stranger.addReceipts(many)
  })
  test.each([
    ['all', {}, 170],
    ['those of a filter', { filter: 'to-check' }, 113],
    ['those that a search finds', { search: 'mill stre' }, 85],
    ['those of a filter that a search finds', { search: 'mill', filter: 'to-check' }, 56],
  ] as const)('visits each of %s exactly once, forwards and back', async (_what, filter, expected) => {
    const pages = await walkPages(
      (cursor) => owner.ask(listReceipts, { query: { ...filter, ...cursor } }),
      (page) => page.receipts.map(({ createdAt, id }) => `${createdAt} ${id}`),
    )
    const order = pages.flat()
    expect(new Set(order).size).toBe(expected)
    expect(order).toEqual(order.toSorted().toReversed())
  })
  test('a position that is none is refused', async () => {
    const after = Buffer.from('2026-02-31T00:00:00.000Z:not-an-id').toString('base64url')
    expect(await problemOf(await owner.send(listReceipts, { query: { after } }))).toMatchObject({
      code: 'VALIDATION_FAILED',
    })
  })
})

test('a search finds all words of the text, the name and the merchant; the last may be incomplete', async () => {
  const owner = await signUpToFile(app)
  await owner.addReceipts([
    { merchant: 'Café Ömer', text: 'Two espressos\nTOTAL 27.55 EUR', fileName: 'lunch.jpg' },
    { merchant: 'Tool House', text: 'Hammer, nails. O’Brien’s order 10-4471' },
  ])
  expect(await found(owner, 'espresso')).toEqual(['Café Ömer'])
  expect(await found(owner, 'ESPRESSOS two')).toEqual(['Café Ömer'])
  expect(await found(owner, 'espresso hammer')).toEqual([])
  expect(await found(owner, 'espress two')).toEqual([])
  expect(await found(owner, '27.5')).toEqual(['Café Ömer'])
  expect(await found(owner, 'café')).toEqual(['Café Ömer'])
  expect(await found(owner, 'lunch')).toEqual(['Café Ömer'])
  expect(await found(owner, '10-44')).toEqual(['Tool House'])
  expect(await found(owner, `nails' | \\ & ! :* (`)).toEqual(['Tool House'])
  expect(await found(owner, '?!')).toEqual([])
})

describe('the category', () => {
  const categoryOf = async (owner: Filer, merchant: string) => {
    const [id] = await owner.addReceipts([{ merchant }])
    return (await owner.ask(getReceipt, { params: { id: id! } })).category
  }
  test('comes from expenses whose notes name the merchant, most often', async () => {
    const owner = await signUpToFile(app)
    await owner.addExpenses([
      { notes: 'Paper, CORNER SHOP', category: 'Supplies' },
      { notes: 'corner shop', category: 'Supplies' },
      { notes: 'Corner Shop', category: 'Travel' },
      { notes: 'Another', category: 'Rent' },
    ])
    expect(await categoryOf(owner, 'Corner Shop')).toBe('Supplies')
    expect(await categoryOf(owner, 'Nobody')).toBeNull()
    const stranger = await signUpToFile(app)
    expect(await categoryOf(stranger, 'Corner Shop')).toBeNull()
  })
  test('comes from expenses that receipts of the merchant are filed under', async () => {
    const owner = await signUpToFile(app)
    const [expenseId] = await owner.addExpenses([{ notes: 'For the client', category: 'Travel' }])
    await owner.addReceipts([{ merchant: 'RAIL CO', expenseId }])
    expect(await categoryOf(owner, 'Rail Co')).toBe('Travel')
  })
  test('a rule of the owner comes first, if expenses have that category', async () => {
    const owner = await signUpToFile(app)
    await owner.addExpenses([{ notes: 'Corner Shop', category: 'Supplies' }])
    const [transactionId] = await owner.addTransactions([{ merchant: 'Corner Shop' }])
    const rule = (category: string) =>
      owner.ask(createCategoryRule, { body: { transactionId: transactionId!, category } })
    await rule('Groceries')
    expect(await categoryOf(owner, 'Corner Shop')).toBe('Supplies')
    await rule('Utilities')
    expect(await categoryOf(owner, 'Corner Shop')).toBe('Utilities')
  })
})

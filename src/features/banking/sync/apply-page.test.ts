import { eq } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addBusiness } from '../../../../test/support/fixtures/invoice-rows.ts'
import { fakeTransaction } from '../../../../test/support/providers/fake-bank.ts'
import { type TestDatabase, createTestDatabase } from '../../../../test/support/test-database.ts'
import type { TransactionFacts, TransactionPage } from '../../../platform/banks/bank-provider.ts'
import { categoryRules, removedTransactions, transactions } from '../../../platform/db/tables/transactions.ts'
import { type Transaction, withTenant } from '../../../platform/db/transaction.ts'
import { applyPage } from './apply-page.ts'

let testDatabase: TestDatabase
let businessId: string
const [checking, credit] = [randomUUID(), randomUUID()]
const accounts = new Map([
  ['checking', { id: checking, currency: 'USD' }],
  ['credit', { id: credit, currency: 'EUR' }],
])
let elapsed = 0

beforeAll(async () => {
  testDatabase = await createTestDatabase()
})
beforeEach(async () => {
  businessId = await addBusiness(testDatabase.database)
})
afterAll(() => testDatabase.drop())

const tenant = <T>(work: (tx: Transaction) => Promise<T>) =>
  withTenant(testDatabase.database, businessId, work)

const facts = (providerId: string, changes: Partial<TransactionFacts> = {}) =>
  fakeTransaction('checking', { providerId, ...changes })

/** Applies each page at a later time, so that written rows can be recognized. */
const apply = (page: Partial<TransactionPage>) =>
  tenant((tx) =>
    applyPage(
      tx,
      { businessId, accounts, now: new Date(Date.UTC(2026, 10, 16) + (elapsed += 1000)) },
      { added: [], modified: [], removed: [], nextCursor: 'next', hasMore: false, ...page },
    ),
  )

const read = () => tenant(({ db }) => db.select().from(transactions).orderBy(transactions.providerId))
const readAll = async () => [
  await read(),
  await tenant(({ db }) => db.select().from(removedTransactions).orderBy(removedTransactions.providerId)),
]
const choose = (providerId: string, chosenCategory: string) =>
  tenant(({ db }) =>
    db.update(transactions).set({ chosenCategory }).where(eq(transactions.providerId, providerId)),
  )
const addRule = (merchantKey: string, category: string) =>
  tenant(({ db }) =>
    db.insert(categoryRules).values({
      businessId,
      createdBy: randomUUID(),
      merchantKey,
      merchant: merchantKey,
      category,
      createdAt: new Date(),
    }),
  )

test('what is told of a transaction stands in its row', async () => {
  const category = { primary: 'FOOD_AND_DRINK', detailed: 'FOOD_AND_DRINK_GROCERIES', word: null }
  await apply({
    added: [facts('a', { category, amountMinor: 0 }), facts('b', { isIncome: true, isPending: true })],
  })
  expect(await read()).toMatchObject([
    {
      providerId: 'a',
      accountId: checking,
      date: '2026-11-10',
      description: 'Corner Shop 0042',
      merchant: null,
      merchantKey: 'corner shop',
      amountMinor: 0,
      isIncome: false,
      status: 'posted',
      category: 'Groceries',
    },
    { providerId: 'b', isIncome: true, status: 'pending', category: 'Uncategorized' },
  ])
})

test('an unknown one that was modified is added, a known one that is added again is changed', async () => {
  await apply({ modified: [facts('a', { amountMinor: 1 })] })
  const [before] = await read()
  const changed = facts('a', {
    amountMinor: 2,
    isIncome: true,
    isPending: true,
    date: '2026-11-09',
    accountProviderId: 'credit',
    merchant: 'Other',
  })
  await apply({ added: [changed] })
  expect(await read()).toMatchObject([
    {
      id: before?.id,
      createdAt: before?.createdAt,
      amountMinor: 2,
      isIncome: true,
      status: 'pending',
      date: '2026-11-09',
      accountId: credit,
      merchant: 'Other',
    },
  ])
})

test('of one that a page tells several times the last word holds, and removed is the very last', async () => {
  await apply({
    added: [facts('a', { amountMinor: 1 }), facts('a', { amountMinor: 2 }), facts('b')],
    modified: [facts('a', { amountMinor: 3 }), facts('b', { amountMinor: 4 })],
    removed: ['b', 'b', 'never-seen'],
  })
  expect(await read()).toMatchObject([{ providerId: 'a', amountMinor: 3 }])
})

test('the same page a second time changes no byte', async () => {
  await apply({ added: [facts('p', { isPending: true }), facts('q', { isPending: true }), facts('gone')] })
  await addRule('corner shop', 'Dining')
  const pages: Partial<TransactionPage>[] = [
    {
      added: [facts('a', { pendingId: 'p' }), facts('b', { pendingId: 'unseen' }), facts('c')],
      modified: [facts('q', { isPending: true, amountMinor: 77 })],
      removed: ['p', 'gone', 'unknown'],
    },
    { added: [facts('d', { pendingId: 'gone' })], removed: ['q'] },
  ]
  for (const page of pages) await apply(page)
  const before = await readAll()
  for (const page of pages) await apply(page)
  expect(await readAll()).toEqual(before)
  expect((await read()).map(({ providerId }) => providerId)).toEqual(['a', 'b', 'c', 'd'])
})

describe('pending turns into posted in place', () => {
  const posted = facts('posted', { pendingId: 'pending', amountMinor: 1300, date: '2026-11-12' })
  const orders: [string, Partial<TransactionPage>[]][] = [
    ['on one page', [{ added: [posted], removed: ['pending'] }]],
    ['removed on a later page', [{ added: [posted] }, { removed: ['pending'] }]],
    ['removed on an earlier page', [{ removed: ['pending'] }, { added: [posted] }]],
    ['never removed', [{ added: [posted] }]],
    ['with the pending one told once more', [{ added: [facts('pending', { isPending: true }), posted] }]],
    ['with the pending one late', [{ added: [posted] }, { added: [facts('pending', { isPending: true })] }]],
  ]
  test.each(orders)('%s', async (_order, pages) => {
    await apply({ added: [facts('pending', { isPending: true })] })
    await choose('pending', 'Gifts')
    const [{ id } = expect.fail('no row')] = await read()
    for (const page of pages) await apply(page)
    expect(await read()).toMatchObject([
      {
        id,
        providerId: 'posted',
        status: 'posted',
        amountMinor: 1300,
        date: '2026-11-12',
        category: 'Gifts',
      },
    ])
    expect(await read()).toHaveLength(1)
  })

  test('when the pending one was never seen, it is a new one, and the pending one stays away', async () => {
    await apply({ added: [posted] })
    await apply({ added: [facts('pending', { isPending: true })] })
    expect((await read()).map(({ providerId }) => providerId)).toEqual(['posted'])
  })

  test.each([
    ['there', []],
    ['removed before', ['pending']],
  ])('of two that name the same one, which is %s, one has its place', async (_where, removed) => {
    await apply({ added: [facts('pending', { isPending: true })] })
    await choose('pending', 'Gifts')
    const [{ id } = expect.fail('no row')] = await read()
    await apply({ removed })
    await apply({ added: [posted, { ...posted, providerId: 'second' }] })
    await apply({ added: [{ ...posted, providerId: 'third' }] })
    const rows = await read()
    expect(rows.map((row) => [row.providerId, row.id === id, row.category])).toEqual([
      ['posted', true, 'Gifts'],
      ['second', false, 'Uncategorized'],
      ['third', false, 'Uncategorized'],
    ])
  })

  test('names of itself and of each other do no harm', async () => {
    await apply({
      added: [facts('a', { pendingId: 'a' }), facts('b', { pendingId: 'c' }), facts('c', { pendingId: 'b' })],
    })
    expect((await read()).map(({ providerId }) => providerId)).toEqual(['a', 'b'])
  })
})

test('what was removed does not come back as itself', async () => {
  await apply({ added: [facts('a')] })
  await apply({ removed: ['a'] })
  await apply({ added: [facts('a')], modified: [facts('a', { amountMinor: 5 })] })
  expect(await read()).toEqual([])
})

describe('accounts that are not kept', () => {
  test('have no transactions, and one that is moved there goes until it is moved back', async () => {
    await apply({ added: [facts('a'), facts('b', { accountProviderId: 'euros' })] })
    await apply({ modified: [facts('a', { accountProviderId: 'euros' })] })
    expect(await read()).toEqual([])
    await apply({ modified: [facts('a')] })
    expect(await read()).toMatchObject([{ providerId: 'a', accountId: checking }])
  })
})

describe('categories', () => {
  test('one that the owner chose survives every change', async () => {
    await apply({ added: [facts('a')] })
    await choose('a', 'Gifts')
    const category = { primary: 'TRAVEL', detailed: null, word: null }
    await apply({ modified: [facts('a', { category, merchant: 'Railway', amountMinor: 9 })] })
    expect(await read()).toMatchObject([{ category: 'Gifts', providerCategory: 'Travel' }])
  })

  test('a rule holds for new ones, and follows the merchant', async () => {
    await addRule('railway', 'Travel')
    await apply({ added: [facts('a', { merchant: 'Railway' }), facts('b')] })
    expect((await read()).map(({ category }) => category)).toEqual(['Travel', 'Uncategorized'])
    await apply({ modified: [facts('a'), facts('b', { merchant: 'RAILWAY!' })] })
    expect((await read()).map(({ ruleCategory }) => ruleCategory)).toEqual([null, 'Travel'])
  })

  test('one that a rule gave stays when something else changes', async () => {
    await apply({ added: [facts('a')] })
    await tenant(({ db }) => db.update(transactions).set({ ruleCategory: 'Dining' }))
    await apply({ modified: [facts('a', { amountMinor: 4 })] })
    expect(await read()).toMatchObject([{ amountMinor: 4, category: 'Dining' }])
  })
})

describe('rows that lost their name with an earlier access', () => {
  async function letGo(): Promise<void> {
    await tenant(({ db }) => db.update(transactions).set({ providerId: null }))
  }

  test('are taken up again, as many as there are', async () => {
    await apply({ added: [facts('a'), facts('b'), facts('c', { amountMinor: 9 })] })
    await choose('a', 'Gifts')
    const before = await read()
    await letGo()
    const alike = ['x', 'y', 'z'].map((id) => facts(id))
    await apply({ added: alike })
    const rows = await read()
    expect(rows).toHaveLength(4)
    const kept = rows.filter(({ id }) => before.some((row) => row.id === id))
    expect(kept.map(({ providerId }) => providerId)).toEqual(['x', 'y', null])
    expect(kept.map(({ category }) => category).toSorted()).toEqual([
      'Gifts',
      'Uncategorized',
      'Uncategorized',
    ])
    await apply({ added: alike })
    expect(await read()).toEqual(rows)
  })

  test.each([
    ['day', { date: '2026-11-11' }],
    ['amount', { amountMinor: 1 }],
    ['direction', { isIncome: true }],
    ['text', { description: 'Corner Shop 0043' }],
    ['account', { accountProviderId: 'credit' }],
    ['state', { isPending: true }],
  ])('are others when the %s is another', async (_what, changes) => {
    await apply({ added: [facts('a')] })
    await letGo()
    await apply({ added: [facts('x', changes)] })
    expect(await read()).toHaveLength(2)
  })
})

test('what Postgres would refuse is mended, and long texts are cut', async () => {
  const long = `${'x'.repeat(499)}\u{1F600}tail`
  await apply({
    added: [
      facts('a\0', { description: 'Cof\0fee \uD83D', merchant: 'Caf\uDE00' }),
      facts('b', { description: long, merchant: `\0${long}` }),
      facts('c', { description: ' \0 ', category: { primary: null, detailed: null, word: 'F\0ood\uD83D' } }),
    ],
  })
  expect(await read()).toMatchObject([
    { providerId: 'a', description: 'Coffee \uFFFD', merchant: 'Caf\uFFFD', merchantKey: 'caf' },
    { description: 'x'.repeat(499), merchant: 'x'.repeat(499) },
    { description: '', category: 'Food\uFFFD' },
  ])
})

test('a full page takes a handful of statements', async () => {
  const added = Array.from({ length: 500 }, (_, n) => facts(`t${n}`, { pendingId: n % 3 ? null : `p${n}` }))
  let statements = 0
  await tenant((tx) => {
    const client = new Proxy(tx.client, {
      get(target, key) {
        if (key === 'query') statements += 1
        const value: unknown = Reflect.get(target, key)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
    const page = { added, modified: [], removed: ['x'], nextCursor: 'next', hasMore: false }
    return applyPage({ ...tx, client }, { businessId, accounts, now: new Date() }, page)
  })
  expect(await read()).toHaveLength(500)
  expect(statements).toBeLessThan(10)
})

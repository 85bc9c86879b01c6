import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordStatements } from '../bench/record-statements.ts'
import { withoutForcedSecurity } from '../bench/open-business.ts'
import { seedBusyBusiness } from '../bench/seed-dashboard.ts'
import { seedManyInvoices } from '../bench/seed-invoices.ts'
import { dueAtOnce, seedDueInvoices } from '../bench/seed-reminders.ts'
import { seedManyTransactions, withoutSearchIndex } from '../bench/seed-transactions.ts'
import { seedManyUsers } from '../bench/seed-users.ts'
import { checkTargets } from '../bench/targets.ts'
import { transactionFilters } from '../bench/transaction-filters.ts'
import { getPlatformStats, listUsers } from '../src/features/admin/contract.ts'
import { getDashboard } from '../src/features/dashboard/contract.ts'
import { getInvoice, listInvoices } from '../src/features/invoices/contract.ts'
import { listTransactions } from '../src/features/transactions/contract.ts'
import { withTenant } from '../src/platform/db/transaction.ts'
import { answerOf, createTestApp, signUpAdmin } from './support/test-app.ts'
import type { TestApp } from './support/test-app.ts'

let app: TestApp
let owner: pg.Client
beforeAll(async () => {
  app = await createTestApp()
  owner = new pg.Client({ connectionString: app.url })
  await owner.connect()
  await withoutForcedSecurity(owner)
})
afterAll(async () => {
  await owner.end()
  await app.close()
})

test('the invoices that the bench makes can be listed and opened', async () => {
  const { cookie, session } = await app.signUpAndIn()
  await seedManyInvoices(owner, session.business.id, 45)
  const response = await app.send(listInvoices, { query: {} }, { cookie })
  const { invoices } = await answerOf(listInvoices, response)
  expect(invoices).toHaveLength(45)
  const { id } = invoices[0]!
  expect((await app.send(getInvoice, { params: { id } }, { cookie })).status).toBe(200)
})

test('the reminders that it makes due are due, all at once', async () => {
  await seedDueInvoices(owner, { businesses: 2, perBusiness: 3 })
  const due = async () => {
    const { rows } = await owner.query(
      `select count(*)::int as count from invoices where next_reminder_at between now() - interval '1 hour' and now()`,
    )
    return rows[0]
  }
  expect(await due()).toEqual({ count: 0 })
  await dueAtOnce(owner)
  expect(await due()).toEqual({ count: 6 })
})

test('the transactions that it makes are found by each of its filters, as many in a business of any size', async () => {
  const { cookie, session } = await app.signUpAndIn()
  await withoutSearchIndex(owner, () => seedManyTransactions(owner, session.business.id, 8000))
  const filters = await transactionFilters(owner, session.business.id)
  const found = async (query: (typeof filters)[string]) => {
    const response = await app.send(listTransactions, { query }, { cookie })
    const { transactions, next } = await answerOf(listTransactions, response)
    return next === null ? transactions.length : 'a page'
  }
  const counts: Record<string, number | string> = {}
  for (const [name, filter] of Object.entries(filters)) counts[name] = await found(filter)
  const few = { 'search: rare word': 20, 'search: amount': 20, 'search: nothing found': 0 }
  const many = Object.fromEntries(Object.keys(filters).map((name) => [name, 'a page']))
  expect(counts).toEqual({ ...many, ...few })
})

test('the business whose dashboard it asks for has something to show in each part', async () => {
  const { cookie, session } = await app.signUpAndIn()
  await seedBusyBusiness(owner, session.business.id, { invoices: 600, expenses: 600, transactions: 20 })
  const dashboard = await answerOf(getDashboard, await app.send(getDashboard, {}, { cookie }))
  const { owed, received, spentInMonth, months, openInvoices, latestExpenses, needs } = dashboard
  expect(owed.count + received.count).toBe(600)
  for (const { cents } of [owed, received, spentInMonth]) expect(cents).toBeGreaterThan(0)
  // The current one may have begun today.
  for (const { inCents, outCents } of months.slice(0, -1))
    expect(Math.min(inCents, outCents)).toBeGreaterThan(0)
  expect([openInvoices.length, latestExpenses.length]).toEqual([5, 5])
  expect(dashboard.cashBalance).toEqual({ cents: 5 * 123_456, from: 'banks' })
  expect(needs.failedMails).toMatchObject({ items: [{}, {}, {}], count: 10 })
  for (const { count } of [needs.overdue, needs.dueSoon, needs.bills]) expect(count).toBeGreaterThan(0)
})

test('the people it makes are listed, found and counted', async () => {
  const { cookie } = await signUpAdmin(app)
  await seedManyUsers(owner, 120)
  const found = async (query: { search?: string; after?: string }) =>
    answerOf(listUsers, await app.send(listUsers, { query }, { cookie }))
  const first = await found({})
  expect(first.users).toHaveLength(50)
  expect(first.users[0]).toMatchObject({ businessName: expect.stringMatching(/^\w+ .+ \d+$/) as string })
  expect(first.next).not.toBeNull()
  const { users, next } = await found({ search: 'lighthouse' })
  expect([users.length, next]).toEqual([20, null])
  expect(new Set(users.map(({ subscriptionStatus }) => subscriptionStatus))).toEqual(
    new Set(['trialing', 'active']),
  )
  const stats = await answerOf(getPlatformStats, await app.send(getPlatformStats, {}, { cookie }))
  expect(stats.totalUsers).toBeGreaterThan(120)
  expect(stats).toMatchObject({ activeSubscriptions: 30, trials: 10 })
  expect(stats.totalRevenueCents).toBeGreaterThan(0)
})

test('what opens and ends a transaction is not recorded, what it does is', async () => {
  const { session } = await app.signUpAndIn()
  const batches = await recordStatements(() =>
    withTenant(app.database, session.business.id, async ({ client }) => {
      await client.query('savepoint here')
      await client.query('select 1')
      await client.query('rollback to savepoint here')
    }),
  )
  expect(batches.flat().map(({ text }) => text)).toEqual([
    'savepoint here',
    'select 1',
    'rollback to savepoint here',
  ])
})

test('a figure beyond its target, or none at all, is missed', () => {
  const { words, missed } = checkTargets({
    met: { value: 0.4, unit: 'of the floor', atLeast: 0.4 },
    slow: { value: 0.39, unit: 'of the floor', atLeast: 0.4 },
    dear: { value: 41, unit: 'ms', atMost: 40 },
    none: { value: Number.NaN, unit: 'ms', atMost: 40 },
  })
  expect(missed).toEqual(['slow', 'dear', 'none'])
  expect(words).toMatchObject({
    met: '0.40 of the floor (at least 0.4)',
    dear: '41.00 ms (at most 40: MISSED)',
  })
})

import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drawChart } from '../bench/chart.ts'
import { findFresh, renew, renewAll } from '../bench/fresh-values.ts'
import { withoutForcedSecurity } from '../bench/open-business.ts'
import { recordStatements } from '../bench/record-statements.ts'
import { prepareReplay } from '../bench/replay.ts'
import { listMissed, toMarkdown } from '../bench/report.ts'
import { seedBusyBusiness } from '../bench/seed/seed-dashboard.ts'
import { seedManyInvoices } from '../bench/seed/seed-invoices.ts'
import { dueAtOnce, seedDueInvoices } from '../bench/seed/seed-reminders.ts'
import { seedManyTransactions, withoutSearchIndex } from '../bench/seed/seed-transactions.ts'
import { seedManyUsers } from '../bench/seed/seed-users.ts'
import { checkTargets } from '../bench/targets.ts'
import { transactionFilters } from '../bench/transaction-filters.ts'
import { getPlatformStats, listUsers } from '../src/features/admin/contract.ts'
import { getDashboard } from '../src/features/dashboard/contract.ts'
import { getInvoice, listInvoices } from '../src/features/invoices/contract.ts'
import { listTransactions } from '../src/features/transactions/contract.ts'
import { withTenant } from '../src/platform/db/transaction.ts'
import { type TestApp, answerOf, createTestApp, signUpAdmin } from './support/test-app.ts'

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
  for (const { minor } of [owed, received, spentInMonth]) expect(minor).toBeGreaterThan(0)
  // The current month may have started today.
  for (const { inMinor, outMinor } of months.slice(0, -1))
    expect(Math.min(inMinor, outMinor)).toBeGreaterThan(0)
  expect([openInvoices.length, latestExpenses.length]).toEqual([5, 5])
  expect(dashboard.cashBalance).toMatchObject({ minor: 5 * 123_456, from: 'banks', afterCardsMinor: null })
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
  expect(stats.totalRevenueMinor).toBeGreaterThan(0)
})

test('what opens and ends a transaction is not recorded, what it does is', async () => {
  const { session } = await app.signUpAndIn()
  const steps = await recordStatements(() =>
    withTenant(app.database, session.business.id, async ({ client }) => {
      await client.query('savepoint here')
      await client.query('select 1')
      await client.query('rollback to savepoint here')
    }),
  )
  // Jobs poll for work meanwhile.
  const texts = steps
    .filter(({ isTransaction }) => isTransaction)
    .map(({ batches }) => batches.flat().map(({ text }) => text))
    .find((each) => each.includes('select 1'))
  expect(texts).toEqual(['savepoint here', 'select 1', 'rollback to savepoint here'])
})

test('a figure beyond its target, or none at all, is missed', () => {
  const { labels, missed } = checkTargets({
    met: { value: 0.4, unit: 'of the floor', atLeast: 0.4 },
    slow: { value: 0.39, unit: 'of the floor', atLeast: 0.4 },
    dear: { value: 41, unit: 'ms', atMost: 40 },
    none: { value: Number.NaN, unit: 'ms', atMost: 40 },
  })
  expect(missed).toEqual(['slow', 'dear', 'none'])
  expect(labels).toMatchObject({
    met: '0.40 of the floor (at least 0.4)',
    dear: '41.00 ms (at most 40: MISSED)',
  })
})

test('what is new at each recording is made anew, and what belongs together stays together', () => {
  const [one, other, kept] = [1, 2, 3].map((n) => `${n}`.repeat(8) + '-0000-4000-8000-000000000000') as [
    string,
    string,
    string,
  ]
  const steps = (id: string, token: string) => [
    {
      isTransaction: true,
      batches: [
        [
          {
            text: 'insert',
            values: [id, id.slice(0, 8), token, kept, [`{"id":"${id}"}`], '2026-01-01T00:00:00Z'],
          },
        ],
      ],
    },
  ]
  const fresh = findFresh(steps(one, 'token-of-the-first'), steps(other, 'token-of-the-other'))
  expect(fresh.map(({ kind }) => kind)).toEqual(['uuid', 'number', 'token'])
  const made = renewAll(fresh)
  const id = made.get(one) ?? ''
  expect(id).toMatch(/^[0-9a-f-]{36}$/)
  const renewed = steps(one, 'token-of-the-first')[0]
    ?.batches.flat()[0]
    ?.values.map((value) => renew(value, made))
  expect(renewed?.slice(0, 2)).toEqual([id, id.slice(0, 8).toUpperCase()])
  expect(renewed?.[2]).not.toBe('token-of-the-first')
  expect(renewed?.slice(3)).toEqual([kept, [`{"id":"${id}"}`], '2026-01-01T00:00:00Z'])
})

test('what was recorded can be sent again, each time as something new', async () => {
  const { session } = await app.signUpAndIn()
  const add = () =>
    withTenant(app.database, session.business.id, ({ client }) => {
      const id = randomUUID()
      return client.query(
        `insert into clients (business_id, created_by, id, company_name, email) values ($1, $1, $2, 'Recorded', $3)`,
        [session.business.id, id, `${id}@example.com`],
      )
    })
  const steps = await recordStatements(add)
  const fresh = findFresh(steps, await recordStatements(add))
  const pool = new pg.Pool({
    connectionString: app.url,
    options: `-c app.business_id=${session.business.id}`,
  })
  const replay = prepareReplay(pool, { steps, fresh })
  await replay()
  await replay()
  await pool.end()
  const { rows } = await owner.query(`select count(*)::int as count from clients where business_id = $1`, [
    session.business.id,
  ])
  expect(rows).toEqual([{ count: 4 }])
})

test('the table says in bold what misses its target, and the chart draws a bar for each', () => {
  const load = (perSecond: number) => ({ perSecond, p50: 1, p99: 2, cpuPerRequest: 0.5 })
  const at = (times: number, perSecond: number) => ({
    name: 'list',
    what: 'list of 50',
    times,
    product: load(perSecond),
    floor: load(1000),
    atLeast: 0.5,
  })
  const results = { requests: [at(1, 700), at(100, 400)], jobs: [], process: undefined }
  expect(toMarkdown(results)).toContain('| list of 50 | 1x | 700 | 1 | 2 | 0.50 | 0.70 | 1.00 |')
  expect(toMarkdown(results)).toContain('| **0.40** | **1.75** |')
  expect(listMissed(results)).toEqual([
    'list at 100x: 0.40 of the floor',
    'list at 100x: 1.75 times the cost',
  ])
  expect(drawChart(results.requests).match(/height="11"/g)).toHaveLength(4)
})

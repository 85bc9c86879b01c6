import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expenseInput } from '../../../test/support/fixtures/expenses.ts'
import { invoiceInput } from '../../../test/support/fixtures/invoice-input.ts'
import { type Closer, periodClosed, signUpToClose } from '../../../test/support/periods/sign-up-to-close.ts'
import { type TestApp, createTestApp } from '../../../test/support/test-app.ts'
import { waitForLock } from '../../../test/support/wait-for-lock.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import { createExpense, deleteExpenses, updateExpense } from '../expenses/contract.ts'
import { createInvoice } from '../invoices/contract.ts'
import { assertOpenDays, holdClosedThrough, lockClosedThrough } from './assert-open-period.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ now: () => new Date('2026-12-01T12:00:00Z') })
})
afterAll(() => app.close())

const inJune = { issueDate: '2026-06-15', dueDate: '2026-07-15' }
const create = (owner: Closer) =>
  owner.send(createInvoice, { body: { ...invoiceInput(inJune), requestId: randomUUID() } })

/** Runs the work in a transaction that ends when `end` is called. */
function hold<T>(owner: Closer, work: Parameters<typeof withTenant<T>>[2]) {
  const begun = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const ended = withTenant(app.database, owner.businessId, async (tx) => {
    const result = await work(tx)
    begun.resolve()
    await release.promise
    return result
  })
  return {
    begun: Promise.race([begun.promise, ended]),
    end: () => {
      release.resolve()
      return ended
    },
    rollBack: async () => {
      release.reject(new Error('rolled back'))
      await expect(ended).rejects.toThrow('rolled back')
    },
  }
}

test('a first closing waits for an invoice that is being created', async () => {
  const owner = await signUpToClose(app)
  const creating = hold(owner, (tx) => assertOpenDays(tx, owner.businessId, ['2026-06-15']))
  await creating.begun
  let isClosed = false
  const closing = owner.closeJune().then(() => (isClosed = true))
  await waitForLock(app.url)
  expect(isClosed).toBe(false)
  await creating.end()
  await closing
  expect(await owner.settings()).toMatchObject({ closedThrough: '2026-06-30' })
})

const closeFirst = (owner: Closer) =>
  hold(owner, async (tx) => {
    await lockClosedThrough(tx, owner.businessId)
    await tx.client.query(
      `insert into report_settings (business_id, closed_through) values ($1, '2026-06-30')`,
      [owner.businessId],
    )
  })

test('an invoice waits for a first closing, and is refused', async () => {
  const owner = await signUpToClose(app)
  const closing = closeFirst(owner)
  await closing.begun
  const creating = create(owner)
  await waitForLock(app.url)
  await closing.end()
  expect(await owner.refusal(creating)).toEqual(periodClosed)
  expect(await owner.sql('select from invoices')).toEqual([])
})

test('a closing that is waited for, and is rolled back, refuses nothing', async () => {
  const owner = await signUpToClose(app)
  const closing = closeFirst(owner)
  await closing.begun
  const creating = create(owner)
  await waitForLock(app.url)
  await closing.rollBack()
  expect(await owner.refusal(creating)).toBeNull()
})

/** Ends the statements that wait for a lock, with the error that they get at the time limit. */
async function endWaits() {
  const client = new pg.Client({ connectionString: app.url })
  await client.connect()
  await client.query(
    `select pg_cancel_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  await client.end()
}

test.each([
  ['an invoice', create],
  [
    'an expense',
    (owner: Closer) => owner.send(createExpense, { body: expenseInput({ date: '2026-06-12' }) }),
  ],
])('%s that waits for too long is told why, and can be sent again', async (_what, save) => {
  const owner = await signUpToClose(app)
  const closing = closeFirst(owner)
  await closing.begun
  const saving = save(owner)
  await waitForLock(app.url)
  await endWaits()
  const refusal = await owner.refusal(saving)
  await closing.rollBack()
  expect(refusal).toEqual({
    code: 'UNAVAILABLE',
    message: 'This took too long, so it was stopped and nothing was changed. Please try again in a minute.',
  })
  expect(await owner.refusal(save(owner))).toBeNull()
})

test('what different businesses do waits for nothing', async () => {
  const [one, other] = [await signUpToClose(app), await signUpToClose(app)]
  const creating = hold(one, (tx) => holdClosedThrough(tx, one.businessId))
  await creating.begun
  expect((await other.close('2026-06-30')).status).toBe(200)
  await creating.end()
})

test('creating, changing and deleting beside closing and reopening: what is refused changed nothing', async () => {
  const owner = await signUpToClose(app)
  const [first = '', second = ''] = await owner.addExpenses([
    { date: '2026-06-10', amountMinor: 100 },
    { date: '2026-06-11', amountMinor: 100 },
  ])
  const change = (id: string, amountMinor: number) =>
    owner.send(updateExpense, {
      params: { id },
      body: { amountMinor, category: 'Other', date: '2026-06-10', notes: '', version: 1 },
    })
  const answers = await Promise.all([
    ...Array.from({ length: 8 }, () => create(owner)),
    ...Array.from({ length: 8 }, () =>
      owner.send(createExpense, { body: expenseInput({ date: '2026-06-12' }) }),
    ),
    change(first, 200),
    owner.send(deleteExpenses, { body: { ids: [second] } }),
    owner.close('2026-05-31'),
    owner.close('2026-06-30'),
    owner.close('2026-06-29'),
  ])
  // Refusals have a reason of their own; a deadlock would be a 500.
  for (const { status } of answers) expect([200, 409, 422]).toContain(status)
  const accepted = (from: number, to: number) => answers.slice(from, to).filter(({ ok }) => ok).length
  expect(await owner.sql('select from invoices')).toHaveLength(accepted(0, 8))
  expect(await owner.sql(`select from expenses where date = '2026-06-12'`)).toHaveLength(accepted(8, 16))
  expect(await owner.sql(`select from expenses where amount_minor = 200`)).toHaveLength(accepted(16, 17))
  expect(await owner.sql(`select from expenses where date = '2026-06-11'`)).toHaveLength(1 - accepted(17, 18))
  // What was stored before the closing began is there, and nothing is stored afterwards.
  expect(await owner.refusal(create(owner))).toEqual(periodClosed)
})

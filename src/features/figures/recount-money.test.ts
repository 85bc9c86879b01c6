import { pino } from 'pino'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { addExpenses, addInvoices, moveMoney } from '../../../test/support/figures/money-acts.ts'
import { expectRightMoney, readMoney } from '../../../test/support/figures/money-books.ts'
import { addBusiness } from '../../../test/support/fixtures/invoice-rows.ts'
import { randomFrom } from '../../../test/support/random.ts'
import { createTestDatabase } from '../../../test/support/test-database.ts'
import { waitForLock } from '../../../test/support/wait-for-lock.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import { lockTotals, recountMoney, recountMoneyOf, rollUpMoney, rollUpMoneyOf } from './money-totals.ts'

const testDatabase = await createTestDatabase()
const { database } = testDatabase
const lines: string[] = []
const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
const deps = { database, log }
let businessId: string

beforeEach(async () => {
  lines.length = 0
  businessId = await addBusiness(database)
  await run(addExpenses(businessId, 5, `date '2026-11-27' + n`))
  await run(addInvoices(businessId, 2, `date '2026-11-01'`))
  await rollUpMoneyOf(deps, businessId)
  await run(addExpenses(businessId, 1, `date '2026-11-28'`))
})
afterAll(() => testDatabase.drop())

const run = (text: string, id = businessId) => withTenant(database, id, ({ client }) => client.query(text))
const right = () => expectRightMoney(database, businessId)
const logged = () => lines.map((line) => JSON.parse(line) as object)

test('sums that are right are left as they are, and nothing is said', async () => {
  // A total of 0 is right, too.
  await run('delete from invoices')
  await rollUpMoneyOf(deps, businessId)
  await run(addInvoices(businessId, 1, `date '2026-11-10'`))
  const rows = async () => {
    const read = (table: string) => run(`select *, xmin::text, ctid::text from ${table} order by ctid`)
    return [(await read('money_totals')).rows, (await read('money_changes')).rows]
  }
  const before = await rows()
  expect(before.map((one) => one.length)).not.toContain(0)
  await recountMoney(deps)
  expect(await rows()).toEqual(before)
  expect(lines).toEqual([])
})

test.each([
  [
    'a wrong amount',
    `update money_totals set minor = minor + 1 where span = 'day' and starts_on = '2026-11-30'`,
    1,
  ],
  ['a wrong count', `update money_totals set count = count + 1 where span = 'month' and kind = 'spent'`, 2],
  ['a total that is missing', `delete from money_totals where span = 'month' and kind = 'owed'`, 1],
  [
    'one that belongs to nothing',
    `insert into money_totals (business_id, span, starts_on, kind, currency, minor, count)
     select distinct business_id, span, starts_on, 'refunded', 'USD', 4711, 1 from money_totals`,
    9,
  ],
  ['a change that was lost', 'delete from money_changes', 2],
  [
    'a change that came twice',
    `insert into money_changes (business_id, kind, day, currency, minor, count)
     select business_id, kind, day, currency, minor, count from money_changes`,
    2,
  ],
  ['all of them', 'delete from money_totals; delete from money_changes', 10],
])('%s is found, said without amounts, and put right', async (_, mistake, differences) => {
  const before = await right()
  await run(mistake)
  await recountMoneyOf(deps, businessId)
  expect(await right()).toEqual(before)
  expect(logged()).toEqual([expect.objectContaining({ level: 50, businessId, differences })])
  expect(lines[0]).not.toMatch(/minor|amount/)

  await recountMoneyOf(deps, businessId)
  expect(lines).toHaveLength(1)
})

test('whoever writes meanwhile is neither lost nor counted twice', async () => {
  await run('delete from money_totals')
  await withTenant(database, businessId, async ({ client }) => {
    await client.query(addExpenses(businessId, 2, `date '2026-11-28'`))
    await client.query('delete from invoices')
    await recountMoneyOf(deps, businessId)
    await right()
  })
  expect((await readMoney(database, businessId)).changes.length).toBeGreaterThan(0)
  await right()
  await rollUpMoneyOf(deps, businessId)
  await right()
  expect(lines).toHaveLength(1)
})

test('a fold that is under way is waited for', async () => {
  await run('delete from money_totals')
  let recount: Promise<void> | undefined
  await withTenant(database, businessId, async (tx) => {
    await lockTotals(tx, businessId)
    recount = recountMoneyOf(deps, businessId)
    await waitForLock(testDatabase.url)
    // What a roll-up does, and expenses that are added at the same time.
    await tx.client.query(`update money_totals set minor = minor + 1; delete from money_changes`)
    await run(addExpenses(businessId, 3, `date '2026-11-28'`))
  })
  await recount
  await right()
  expect(lines).toHaveLength(1)
})

test('sums that somebody breaks again and again while others write and fold end up right', async () => {
  const random = randomFrom(7)
  const over = new AbortController()
  const writing = async () => {
    for (let n = 0; n < 30; n += 1) await moveMoney(database, { businessId, random })
  }
  const folding = async () => {
    while (!over.signal.aborted) await rollUpMoneyOf(deps, businessId)
  }
  const breaking = async () => {
    while (!over.signal.aborted) {
      await withTenant(database, businessId, async (tx) => {
        await lockTotals(tx, businessId)
        await tx.client.query('update money_totals set minor = minor + 1, count = count - 1')
      })
      await recountMoneyOf(deps, businessId)
      await right()
    }
  }
  await Promise.all([writing().finally(() => over.abort()), folding(), breaking()])
  await right()
  expect(logged()).not.toContainEqual(expect.objectContaining({ err: expect.anything() }))
})

test('one business that fails keeps none of the others', async () => {
  const failing = await addBusiness(database)
  const tooMuch = addExpenses(failing, 1, `date '2026-11-01'`, '9223372036854775807')
  await run(tooMuch, failing)
  await run(tooMuch, failing)
  await run('delete from money_changes', failing)
  await run('delete from money_totals')
  await recountMoney(deps)
  expect(logged()).toContainEqual(
    expect.objectContaining({ level: 50, businessId: failing, err: expect.anything() }),
  )
  await right()
})

test('the app may add changes and take them away, but change none', async () => {
  await expect(run('update money_changes set minor = 0')).rejects.toThrow('permission denied')
  await expect(database.platform.query('select minor from money_changes')).rejects.toThrow(
    'permission denied',
  )
  await expect(database.platform.query('select minor from money_totals')).rejects.toThrow('permission denied')
  await rollUpMoney(deps)
})

import { pino } from 'pino'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { addExpenses, addInvoices, moveMoney } from '../../../test/support/figures/money-acts.ts'
import { expectRightMoney, readMoney } from '../../../test/support/figures/money-books.ts'
import { addBusiness } from '../../../test/support/fixtures/invoice-rows.ts'
import { randomFrom } from '../../../test/support/random.ts'
import { createTestDatabase } from '../../../test/support/test-database.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import { lockTotals, recountMoneyOf, rollUpMoney, rollUpMoneyOf } from './money-totals.ts'

const testDatabase = await createTestDatabase()
const { database } = testDatabase
const lines: string[] = []
const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
const deps = { database, log }
let businessId: string

beforeEach(async () => {
  lines.length = 0
  businessId = await addBusiness(database)
})
afterAll(() => testDatabase.drop())

const run = (text: string, id = businessId) => withTenant(database, id, ({ client }) => client.query(text))
const right = (id = businessId) => expectRightMoney(database, id)
const changesOf = async (id = businessId) => (await readMoney(database, id)).changes

test('changes are taken over into totals of days and of months, and are gone', async () => {
  await run(addExpenses(businessId, 3, `date '2026-11-29' + n`))
  await run(addInvoices(businessId, 1, `date '2026-11-30'`))
  const before = await right()
  await rollUpMoney(deps)
  const { changes, totals } = await readMoney(database, businessId)
  expect(changes).toEqual([])
  expect(
    totals.map(({ span, startsOn, kind, minor, count }) => [span, startsOn, kind, minor, count]),
  ).toEqual([
    ['day', '2026-11-30', 'spent', 100, 1],
    ['day', '2026-12-01', 'owed', 500, 1],
    ['day', '2026-12-01', 'spent', 200, 1],
    ['day', '2026-12-02', 'spent', 300, 1],
    ['month', '2026-11-01', 'spent', 100, 1],
    ['month', '2026-12-01', 'owed', 500, 1],
    ['month', '2026-12-01', 'spent', 500, 2],
  ])
  expect(await right()).toEqual(before)

  await run('update expenses set amount_minor = amount_minor + 7')
  await run('delete from invoices')
  await rollUpMoney(deps)
  expect(await changesOf()).toEqual([])
  expect(await right()).toMatchObject({ 'spent 2026-12': { minor: 514, count: 2 } })
  expect(lines).toEqual([])
})

test('more changes than fit one transaction are all taken over', async () => {
  const many = `insert into money_changes (business_id, kind, day, currency, minor, count)
    select '${businessId}', 'spent', date '2026-11-01' + n % 30, 'USD', n, 1 from generate_series(1, 5001) n`
  await run(many)
  await rollUpMoney(deps)
  const { kept, changes } = await readMoney(database, businessId)
  expect(changes).toEqual([])
  expect(kept['spent 2026-11']).toEqual({ minor: 12_507_501, count: 5001 })
})

test('each of many businesses has its turn, and one that fails keeps none of the others', async () => {
  const ids = await Promise.all(Array.from({ length: 27 }, () => addBusiness(database)))
  const failing = ids.toSorted()[3]!
  await Promise.all(ids.map((id) => run(addExpenses(id, 1, `date '2026-11-01'`), id)))
  // Too large for the column.
  const tooMuch = addExpenses(failing, 1, `date '2026-11-01'`, '9223372036854775807')
  await run(tooMuch, failing)
  await rollUpMoney(deps)
  const left = await database.platform.query('select distinct business_id as id from money_changes')
  expect(left.rows).toEqual([{ id: failing }])
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 50, businessId: failing })
})

test('what is not committed yet is left to the next time', async () => {
  await run(addExpenses(businessId, 1, `date '2026-11-01'`))
  await withTenant(database, businessId, async ({ client }) => {
    await client.query(addExpenses(businessId, 2, `date '2026-11-01'`))
    await rollUpMoney(deps)
    expect(await right()).toMatchObject({ 'spent 2026-11': { minor: 100, count: 1 } })
  })
  expect(await changesOf()).toHaveLength(1)
  expect(await right()).toMatchObject({ 'spent 2026-11': { minor: 400, count: 3 } })
  await rollUpMoney(deps)
  expect(await changesOf()).toEqual([])
  await right()
})

test('while somebody else writes the totals they are left alone', async () => {
  await run(addExpenses(businessId, 1, `date '2026-11-01'`))
  await withTenant(database, businessId, async (tx) => {
    await lockTotals(tx, businessId)
    await rollUpMoney(deps)
    expect(await changesOf()).toHaveLength(1)
  })
  await rollUpMoney(deps)
  expect(await changesOf()).toEqual([])
})

test('whatever is done in whatever order, with folds in between, the sums are right', async () => {
  const random = randomFrom(20261119)
  const seen = new Set<string>()
  for (let n = 0; n < 80; n += 1) {
    await moveMoney(database, { businessId, random })
    if (random() < 0.2) await rollUpMoneyOf(deps, businessId)
    if (n % 4 === 3) for (const name of Object.keys(await right())) seen.add(name.split(' ')[0] ?? '')
  }
  expect([...seen].toSorted()).toEqual(['gained', 'owed', 'received', 'refunded', 'settled', 'spent'])
})

test('with many at once, folds and recounts among them, every look finds the sums right', async () => {
  const seeds = [11, 12, 13, 14]
  const over = new AbortController()
  const work = async (seed: number) => {
    const random = randomFrom(seed)
    for (let n = 0; n < 15; n += 1) await moveMoney(database, { businessId, random })
  }
  const during = async (act: () => Promise<unknown>) => {
    while (!over.signal.aborted) await act()
  }
  await Promise.all([
    Promise.all(seeds.map(work)).finally(() => over.abort()),
    during(() => rollUpMoneyOf(deps, businessId)),
    during(() => rollUpMoneyOf(deps, businessId)),
    during(() => recountMoneyOf(deps, businessId)),
    during(() => right()),
  ])
  expect(await right()).not.toEqual({})
  // A recount would have logged a difference.
  expect(lines).toEqual([])
})

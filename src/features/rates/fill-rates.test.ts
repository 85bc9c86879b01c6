import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { addBusiness, addInvoiceRow } from '../../../test/support/fixtures/invoice-rows.ts'
import { createTestDatabase } from '../../../test/support/test-database.ts'
import { waitForLock } from '../../../test/support/wait-for-lock.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import { addDays } from '../../shared/dates.ts'
import { fillRates, fillRatesOf } from './fill-rates.ts'

const testDatabase = await createTestDatabase()
const { database } = testDatabase
const lines: string[] = []
const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
const deps = { database, log }
const today = new Date().toISOString().slice(0, 10)
const issued = addDays(today, -30)
const paid = addDays(today, -10)
let businessId: string

beforeEach(async () => {
  lines.length = 0
  await database.platform.query('delete from platform.reference_rates')
  businessId = await addBusiness(database)
})
afterAll(() => testDatabase.drop())

const run = async <Row extends object>(sql: string, values: unknown[] = [], id = businessId) =>
  (await withTenant(database, id, ({ client }) => client.query<Row>(sql, values))).rows

const addReferenceRate = (currency: string, day: string, rate: string) =>
  database.platform.query(
    `insert into platform.reference_rates (currency, day, rate, source) values ($1, $2, $3, 'Test Bank')`,
    [currency, day, rate],
  )

async function addPayment(invoiceId: string, on: string, minor: number): Promise<string> {
  const id = randomUUID()
  await run(
    `insert into payments (business_id, id, invoice_id, invoice_number, method, amount_minor, currency, received_at, received_on)
     values ($1, $2, $3, 'A', 'cash', $4, 'EUR', now(), $5)`,
    [businessId, id, invoiceId, minor, on],
  )
  return id
}
const addRefund = (paymentId: string, minor: number) =>
  run(
    `insert into refunds (business_id, id, payment_id, amount_minor, state) values ($1, $2, $3, $4, 'succeeded')`,
    [businessId, randomUUID(), paymentId, minor],
  )
const addDispute = (paymentId: string, minor: number) =>
  run(
    `insert into disputes (business_id, id, payment_id, amount_minor, reason, state, provider_dispute_id, url,
       needs_response, opened_at)
     values ($1, $2, $3, $4, 'general', 'open', $5, '', false, now())`,
    [businessId, randomUUID(), paymentId, minor, randomUUID()],
  )
const addExpense = (date: string, currency = 'EUR', id = businessId) =>
  run(
    `insert into expenses (business_id, id, created_by, amount_minor, currency, category, date, created_at, updated_at)
     values ($1, $2, $1, 1000, $3, 'Rent', $4, now(), now())`,
    [id, randomUUID(), currency, date],
    id,
  )
const waiting = async (id = businessId) => {
  const tables = ['invoices', 'expenses', 'payments', 'refunds', 'disputes']
  const parts = tables.map((table) => `select '${table}' as name from ${table} where needs_rate`)
  return (await run<{ name: string }>(parts.join(' union all '), [], id)).map(({ name }) => name)
}

/** Moves all expenses of the business to a day, without the trigger, as if that day had come. */
async function waitUntil(day: string): Promise<void> {
  const owner = new pg.Client({ connectionString: testDatabase.url })
  await owner.connect()
  try {
    await owner.query(`set app.business_id = '${businessId}'`)
    await owner.query('alter table expenses disable trigger fix_rate')
    await owner.query('update expenses set date = $1', [day])
    await owner.query('alter table expenses enable trigger fix_rate')
  } finally {
    await owner.end()
  }
}

/** An invoice of €100.00 with a payment, a refund and a dispute, and an expense of €10.00. */
async function addOneOfEach() {
  const invoiceId = await addInvoiceRow(database, businessId, {
    currency: 'EUR',
    issueDate: issued,
    subtotalMinor: 10_000,
    totalMinor: 10_000,
  })
  const paymentId = await addPayment(invoiceId, paid, 10_000)
  await addRefund(paymentId, 2000)
  await addDispute(paymentId, 1000)
  await addExpense(paid)
}
const movements = `
  select 'payment' as kind, rate::text, home_minor::int, gain_minor::int from payments
  union all select 'refund', rate::text, home_minor::int, gain_minor::int from refunds
  union all select 'dispute', rate::text, home_minor::int, gain_minor::int from disputes
  union all select 'expense', rate::text, home_minor::int, null from expenses`

test('once there are rates, everything that waited has the rate of its day, and what was gained since the invoice', async () => {
  await addOneOfEach()
  expect(await waiting()).toEqual(['invoices', 'expenses', 'payments', 'refunds', 'disputes'])
  await fillRates(deps)
  expect(await waiting()).toHaveLength(5)

  await addReferenceRate('USD', issued, '1.10')
  await addReferenceRate('USD', paid, '1.20')
  await addReferenceRate('USD', today, '1.30')
  await fillRates(deps)
  expect(await waiting()).toEqual([])
  expect(await run('select rate::text, rated_on::text, rate_source from invoices')).toEqual([
    { rate: '1.10', rated_on: issued, rate_source: 'Test Bank' },
  ])
  expect(await run(movements)).toEqual([
    { kind: 'payment', rate: '1.20', home_minor: 12_000, gain_minor: 1000 },
    // Refunds and disputes are of today.
    { kind: 'refund', rate: '1.30', home_minor: 2600, gain_minor: -400 },
    { kind: 'dispute', rate: '1.30', home_minor: 1300, gain_minor: -200 },
    { kind: 'expense', rate: '1.20', home_minor: 1200, gain_minor: null },
  ])
  expect(lines).toEqual([])
})

test('a second run changes nothing, and newer rates change nothing that has its rate', async () => {
  await addOneOfEach()
  for (const day of [issued, paid, today]) await addReferenceRate('USD', day, '1.10')
  await fillRates(deps)
  const versions = () => run('select xmin::text from payments union all select xmin::text from invoices')
  const before = [await versions(), await run(movements)]
  await database.platform.query(`update platform.reference_rates set rate = 2`)
  await Promise.all([fillRates(deps), fillRates(deps), fillRatesOf(deps, businessId)])
  expect([await versions(), await run(movements)]).toEqual(before)
})

test('the sums that are kept follow', async () => {
  await addOneOfEach()
  for (const day of [issued, paid, today]) await addReferenceRate('USD', day, '1.10')
  await Promise.all([fillRates(deps), fillRates(deps)])
  const kept = `select kind, currency, sum(minor)::int as minor, sum(count)::int as count from money_changes
    group by 1, 2 having sum(minor) <> 0 order by 1, 2`
  expect(await run(kept)).toEqual([
    { kind: 'owed', currency: 'EUR', minor: 10_000, count: 1 },
    { kind: 'received', currency: 'USD', minor: 11_000, count: 1 },
    { kind: 'refunded', currency: 'USD', minor: 3300, count: 2 },
    { kind: 'spent', currency: 'USD', minor: 1100, count: 1 },
  ])
})

test('a payment that had its rate before its invoice gets its gain with it', async () => {
  await addReferenceRate('USD', paid, '1.20')
  await addReferenceRate('USD', today, '1.30')
  await addOneOfEach()
  const gains = async () => (await run<{ gain_minor: number | null }>(movements)).map((one) => one.gain_minor)
  expect(await gains()).toEqual([null, null, null, null])
  expect(await waiting()).toEqual(['invoices'])
  await addReferenceRate('USD', issued, '1.10')
  await fillRates(deps)
  expect(await gains()).toEqual([1000, -400, -200, null])
  // Another issue date has another rate.
  await addReferenceRate('USD', addDays(issued, 1), '1.05')
  await run(`update invoices set issue_date = $1`, [addDays(issued, 1)])
  expect(await gains()).toEqual([1500, -500, -250, null])
})

test('an expense gets its rate when its date has come, and not before', async () => {
  await addReferenceRate('USD', today, '1.10')
  await addExpense(addDays(today, 2))
  await fillRates(deps)
  expect(await waiting()).toEqual(['expenses'])
  await waitUntil(today)
  expect(await waiting()).toEqual(['expenses'])
  await fillRates(deps)
  expect(await run('select home_minor::int from expenses')).toEqual([{ home_minor: 1100 }])
})

test('a published rate holds for a week, an own one until the next', async () => {
  await addReferenceRate('USD', addDays(paid, -7), '1.10')
  await addExpense(paid)
  await addExpense(addDays(paid, 1))
  const found = () => run('select rate::text, rate_source from expenses order by date')
  expect(await found()).toEqual([
    { rate: '1.10', rate_source: 'Test Bank' },
    { rate: null, rate_source: null },
  ])
  await run(
    `insert into exchange_rates (business_id, currency, day, rate, created_by) values
       ($1, 'EUR', $2, 1.2, $1), ($1, 'EUR', $3, 1.3, $1)`,
    [businessId, addDays(paid, -300), addDays(paid, 2)],
  )
  await fillRatesOf(deps, businessId)
  expect(await found()).toEqual([
    { rate: '1.10', rate_source: 'Test Bank' },
    { rate: '1.2', rate_source: 'own' },
  ])
})

test('a row without a rate is not written again', async () => {
  await addExpense(paid, 'CHF')
  const version = async () => run('select xmin::text from expenses')
  const before = await version()
  await addReferenceRate('USD', paid, '1.10')
  await fillRates(deps)
  expect(await version()).toEqual(before)
  expect(await waiting()).toEqual(['expenses'])
})

test('what is added while the home currency changes counts from the new one', async () => {
  const [changing, begun] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const change = withTenant(database, businessId, async ({ client }) => {
    await client.query('select from businesses for update')
    begun.resolve()
    await changing.promise
    await client.query(`update businesses set currency = 'EUR'`)
  })
  await begun.promise
  const adding = [addExpense(paid, 'USD'), addInvoiceRow(database, businessId, { currency: 'USD' })]
  await waitForLock(testDatabase.url, adding.length)
  changing.resolve()
  await Promise.all([change, ...adding])
  expect(await waiting()).toEqual(['invoices', 'expenses'])
})

test('more rows than fit one transaction are all filled', async () => {
  await run(
    `insert into expenses (business_id, id, created_by, amount_minor, currency, category, date, created_at, updated_at)
     select $1, gen_random_uuid(), $1, n, 'EUR', 'Rent', $2, now(), now() from generate_series(1, 1201) n`,
    [businessId, paid],
  )
  await addReferenceRate('USD', paid, '1.10')
  await fillRatesOf(deps, businessId)
  expect(await waiting()).toEqual([])
})

test('each of many businesses has its turn, with its own rates alone, and one that fails keeps none of the others', async () => {
  const ids = await Promise.all(Array.from({ length: 27 }, () => addBusiness(database)))
  const [failing = '', ...others] = ids.toSorted()
  for (const id of ids) await addExpense(paid, 'CHF', id)
  await addExpense(paid, 'CHF')
  for (const id of ids) {
    // Too large for the column.
    const rate = id === failing ? '1e20' : '2'
    await run(
      `insert into exchange_rates (business_id, currency, day, rate, created_by) values ($1, 'CHF', $3, $2, $1)`,
      [id, rate, issued],
      id,
    )
  }
  await fillRates(deps)
  for (const id of others) expect(await waiting(id)).toEqual([])
  expect(await waiting(failing)).toEqual(['expenses'])
  expect(await waiting()).toEqual(['expenses'])
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 50, businessId: failing })
})

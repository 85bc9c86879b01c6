import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, createTestDatabase } from '../../test/support/test-database.ts'
import { recountMoneyOf } from '../features/figures/money-totals.ts'
import { createLog } from '../platform/log.ts'
import { seedAbroad } from './seed-abroad.ts'

let testDatabase: TestDatabase
let owner: pg.Client
beforeAll(async () => {
  testDatabase = await createTestDatabase()
  await seedAbroad(testDatabase.database, 'no password')
  owner = new pg.Client({ connectionString: testDatabase.url })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await testDatabase.drop()
})

async function rows(text: string): Promise<Record<string, unknown>[]> {
  return (await owner.query<Record<string, unknown>>(text)).rows
}

test('one business is at home in euros and one in yen, each with invoices in other currencies too', async () => {
  const found = await rows(
    `select b.currency as home, array_agg(distinct i.currency order by i.currency) as currencies
     from businesses b join invoices i on i.business_id = b.id group by b.currency order by 1`,
  )
  expect(found).toEqual([
    { home: 'EUR', currencies: ['EUR', 'GBP', 'USD'] },
    { home: 'JPY', currencies: ['JPY', 'USD'] },
  ])
})

test('invoices have the tax number of their business and both countries, and the tax is saved', async () => {
  const found = await rows(
    `select distinct b.currency as home, company_country as company, company_tax_id as "taxId", client_country as client
     from invoices i join businesses b on b.id = i.business_id order by 1, 4`,
  )
  const [portuguese, japanese] = [
    { home: 'EUR', company: 'PT', taxId: 'PT123456789' },
    { home: 'JPY', company: 'JP', taxId: '' },
  ]
  expect(found).toEqual([
    ...['GB', 'PT', 'US'].map((client) => ({ ...portuguese, client })),
    ...['JP', 'US'].map((client) => ({ ...japanese, client })),
  ])
  expect(await rows('select name, rate from tax_rates order by name')).toEqual([
    { name: 'Consumption tax', rate: 10_000 },
    { name: 'IVA', rate: 23_000 },
  ])
})

test('everything that moved in another currency has its value at home', async () => {
  const moved = await rows(
    `select count(*)::int as count, count(*) filter (where home_minor is null)::int as open
     from (select currency, business_id, home_minor from payments
       union all select currency, business_id, home_minor from expenses) moved
     join businesses b on b.id = business_id where moved.currency <> b.currency`,
  )
  expect(moved[0]).toMatchObject({ open: 0 })
  expect(moved[0]!['count']).toBeGreaterThan(20)
})

test('the numbers of each year are in sequence, by issue date, and new invoices go on', async () => {
  const found = await rows(
    `select business_id, number_year as year, issue_date, number, sequence_number::int as running,
       (row_number() over (partition by business_id, number_year order by issue_date, sequence_number))::int as expected
     from invoices`,
  )
  expect(found.length).toBeGreaterThan(30)
  for (const { year, running, number, expected } of found) {
    expect(running).toBe(expected)
    expect(number).toBe(`INV-${String(year)}-${String(expected).padStart(4, '0')}`)
  }
  expect(
    await rows(
      `select s.next::int - count(*)::int as first from number_sequences s join invoices i
         on i.business_id = s.business_id and i.number_year = s.year
       where kind = 'invoice' group by s.business_id, s.year, s.next having s.next <> count(*) + 1`,
    ),
  ).toEqual([])
  const mismatched = await rows(
    `select p.id from payments p join invoices i on i.id = p.invoice_id where p.invoice_number <> i.number`,
  )
  expect(mismatched).toEqual([])
})

test('a part of an open invoice in euros is credited', async () => {
  expect(
    await rows(
      `select b.currency as home, c.number ~ '^CN-[0-9]{4}-0001$' as "isFirst", i.status, i.client_name as client,
         i.credit_notes_minor = c.total_minor and i.open_minor > 0 as "isPart"
       from credit_notes c join invoices i on i.id = c.invoice_id join businesses b on b.id = c.business_id`,
    ),
  ).toEqual([{ home: 'EUR', isFirst: true, status: 'pending', client: 'Casa Verde', isPart: true }])
})

test('the stored sums are right', async () => {
  const lines: string[] = []
  const log = createLog('info', { write: (line: string) => void lines.push(line) })
  for (const { id } of await rows('select id from businesses')) {
    await recountMoneyOf({ database: testDatabase.database, log }, String(id))
  }
  expect(lines).toEqual([])
})

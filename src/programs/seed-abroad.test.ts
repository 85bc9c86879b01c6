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

test('the stored sums are right', async () => {
  const lines: string[] = []
  const log = createLog('info', { write: (line: string) => void lines.push(line) })
  for (const { id } of await rows('select id from businesses')) {
    await recountMoneyOf({ database: testDatabase.database, log }, String(id))
  }
  expect(lines).toEqual([])
})

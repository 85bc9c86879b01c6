import { afterAll, expect, test } from 'vitest'
import { createEmptyDatabase } from '../../../test/support/empty-database.ts'
import { applyMigrations, readMigrations, readRules } from '../../platform/db/migrate.ts'

const { client, drop } = await createEmptyDatabase()
afterAll(drop)

test('transactions from before are found by the same text as before, in the same index', async () => {
  const all = await readMigrations()
  await applyMigrations(
    client,
    all.filter(({ name }) => name < '0023'),
  )
  const business = '11111111-1111-4111-8111-111111111111'
  for (const table of ['businesses', 'transactions']) {
    await client.query(`alter table ${table} no force row level security`)
  }
  await client.query(`insert into businesses (id, name, time_zone) values ($1, 'Studio', 'UTC')`, [business])
  await client.query(
    `insert into transactions (business_id, date, description, merchant_key, amount_minor, is_income, status,
       chosen_category, created_at, updated_at)
     select $1, '2026-11-10', 'Shop ' || amount, 'shop', amount, false, 'posted', case when amount > 999 then 'Travel' end,
       now(), now()
     from unnest($2::bigint[]) amount`,
    [business, [0, 5, 1250, 99_999, 100_000, 123_456_789, 9_999_999_999_999]],
  )
  const read = async (sql: string) => (await client.query<Record<string, unknown>>(sql)).rows
  const texts = () => read('select id, search_text from transactions order by id')
  const index = () => read(`select indexdef from pg_indexes where indexname = 'transactions_search'`)
  const [textsBefore, indexBefore] = [await texts(), await index()]
  await applyMigrations(client, all, { rules: await readRules() })
  await client.query('alter table transactions no force row level security')
  expect(await texts()).toEqual(textsBefore)
  expect(await index()).toEqual(indexBefore)
  expect(textsBefore).toHaveLength(7)
  expect(JSON.stringify(textsBefore)).toContain(String.raw`\n$1,234,567.89\n$1234567.89\n`)
})

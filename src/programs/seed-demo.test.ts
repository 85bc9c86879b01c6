import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, createTestDatabase } from '../../test/support/test-database.ts'
import { seedDemo } from './seed-demo.ts'

let testDatabase: TestDatabase
let owner: pg.Client
let count: number
beforeAll(async () => {
  testDatabase = await createTestDatabase()
  count = (await seedDemo(testDatabase.database)).invoices
  owner = new pg.Client({ connectionString: testDatabase.url })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await testDatabase.drop()
})

async function rows(text: string): Promise<Record<string, string>[]> {
  return (await owner.query<Record<string, string>>(text)).rows
}

test('the demo business lacks nothing in its profile, with a telephone number that nobody has', async () => {
  const [business] = await rows('select name, email, phone, address, contact_name from businesses')
  expect(Object.entries(business!).filter(([, value]) => !value)).toEqual([])
  expect(business!['phone']).toMatch(/\b555-01\d\d$/)
  expect(business!['email']).toMatch(/\.example$/)
})

test('every invoice of it carries the same details', async () => {
  const invoices = await rows(
    'select company_name as name, company_email as email, company_phone as phone, company_address as address, contact_name from invoices',
  )
  const [business] = await rows('select name, email, phone, address, contact_name from businesses')
  expect(invoices.length).toBe(count)
  for (const invoice of invoices) expect(invoice).toEqual(business)
})

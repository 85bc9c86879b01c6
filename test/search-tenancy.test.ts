import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { queryTenant, withAuth, withPlatform, withTenant } from '../src/platform/db/transaction.ts'
import { addBusiness, addInvoiceRow } from './support/fixtures/invoice-rows.ts'
import { addTransactionRows } from './support/fixtures/transaction-rows.ts'
import { createTestDatabase } from './support/test-database.ts'

const testDatabase = await createTestDatabase()
const { database } = testDatabase
const owner = new pg.Client({ connectionString: testDatabase.url })
const accountId = randomUUID()
let mine: string
let theirs: string
let nobody: string

beforeAll(async () => {
  await owner.connect()
  mine = await addBusiness(database)
  theirs = await addBusiness(database)
  nobody = await addBusiness(database)
  const rows = Array.from({ length: 3 }, () => ({ description: 'Shared Words', accountId }))
  for (const businessId of [mine, theirs]) {
    await addTransactionRows(database, businessId, rows)
    for (const _ of rows) await addInvoiceRow(database, businessId, { clientName: 'Shared Words' })
  }
})
afterAll(async () => {
  await owner.end()
  await testDatabase.drop()
})

const columns = 'null, null, null, null, null, null, false, 51'
const ofTransactions = (words: string, filters = columns) =>
  `select found_id from platform.search_transactions('${words}', ${filters})`
const ofInvoices = (words: string) => `select found_id from platform.search_invoices('${words}', 51)`
const byAccount = ofTransactions('', columns.replace('null', `'${accountId}'`))

describe.each([
  ['transactions', ofTransactions, [ofTransactions('$12.50'), byAccount]],
  ['invoices', ofInvoices, [ofInvoices('W'), ofInvoices('rd')]],
])('the search for %s, which sees those of all businesses,', (table, search, others) => {
  test('finds those of the business that the transaction names', async () => {
    const own = async (businessId: string, statement: string) => {
      const found = await queryTenant(database, businessId, { text: statement })
      const rows = await queryTenant(database, businessId, { text: `select id from ${table}` })
      expect(found.map((row) => row['found_id']).toSorted()).toEqual(rows.map((row) => row['id']).toSorted())
      return found.length
    }
    for (const statement of [search('shared'), search('d w'), ...others]) {
      expect(await own(mine, statement)).toBe(3)
      expect(await own(theirs, statement)).toBe(3)
      expect(await own(nobody, statement)).toBe(0)
    }
  })

  test('refuses to run where none is named, and for any other role', async () => {
    await expect(database.app.query(search('shared'))).rejects.toThrow(
      /app\.business_id|invalid input syntax for type uuid/,
    )
    for (const asRole of [withPlatform, withAuth]) {
      const asked = asRole(database, ({ client }) => client.query(search('shared')))
      await expect(asked).rejects.toThrow(/permission denied/)
    }
  })

  test('takes nothing that a caller puts in the way of a name', async () => {
    const found = await withTenant(database, mine, async ({ client }) => {
      await client.query(`create temp table ${table} on commit drop as select * from public.${table} limit 0`)
      await client.query('set local search_path = pg_temp, public')
      return client.query(search('shared'))
    })
    expect(found.rowCount).toBe(3)
  })
})

test('whoever may search may not call what the search is made of', async () => {
  const month = `select platform.search_month_of_transactions('${theirs}', '2026-11-01', '{}', null, '',
    null, null, null, '-infinity', 'infinity', 'infinity', '${randomUUID()}', false, 51)`
  const asked = withTenant(database, mine, ({ client }) => client.query(month))
  await expect(asked).rejects.toThrow(/permission denied/)
})

test('the role of searches can read nothing but what it looks through, and change nothing', async () => {
  const asSearch = (text: string) => owner.query(`begin; set local role millrace_search; ${text}`)
  for (const text of [
    'select description from transactions',
    'select provider_id from transactions',
    'select total_minor from invoices',
    'select client_email from invoices',
    'select id from bank_accounts',
    'update transactions set date = date',
    'delete from transactions',
    'update invoices set due_date = due_date',
    'delete from invoices',
  ]) {
    await expect(asSearch(text), text).rejects.toThrow(/permission denied/)
    await owner.query('rollback')
  }
})

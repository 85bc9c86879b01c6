import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readExport } from '../../../test/support/exports/read-export.ts'
import { signUpToSpend } from '../../../test/support/fixtures/expenses.ts'
import { addInvoiceRow } from '../../../test/support/fixtures/invoice-rows.ts'
import { setPlan } from '../../../test/support/fixtures/invoices.ts'
import { type TestApp, answerOf, createTestApp } from '../../../test/support/test-app.ts'
import { walkPages } from '../../../test/support/walk-pages.ts'
import { exportExpenses, listExpenses } from './contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ now: () => new Date('2026-11-19T12:00:00Z') })
})
afterAll(() => app.close())

async function signUp() {
  const owner = await signUpToSpend(app)
  await setPlan(app, owner.businessId, 'pro')
  const read = (query: Record<string, string> = {}) => readExport(app, exportExpenses, query, owner.cookie)
  return { ...owner, read }
}

test('a row has the expense, its worth in the home currency, its client and the invoice that bills it', async () => {
  const { businessId, tenant, make, read } = await signUp()
  const clientId = randomUUID()
  await tenant(({ client }) =>
    client.query(
      `insert into clients (business_id, id, created_by, company_name, email) values ($1, $2, $1, 'Mill Ltd', 'mill@example.com')`,
      [businessId, clientId],
    ),
  )
  const invoiceId = await addInvoiceRow(app.database, businessId, { number: 'INV-9' })
  const { id } = await make({ vendor: 'Paper House', notes: '-5 sheets', clientId, date: '2026-11-15' })
  const foreign = await make({ currency: 'JPY', amountMinor: 5000, notes: '', date: '2026-11-14' })
  await tenant(({ client }) =>
    client.query('update expenses set billed_invoice_id = $2 where id = $1', [id, invoiceId]),
  )
  await tenant(({ client }) =>
    client.query(
      `update expenses set rate = 0.0065, rated_on = date, rate_source = 'own', home_minor = 3250, needs_rate = false
       where id = $1`,
      [foreign.id],
    ),
  )
  const { name, rows } = await read()
  expect(name).toBe('expenses-2026-11-19.xlsx')
  expect(rows).toEqual([
    {
      Date: '2026-11-15',
      Vendor: 'Paper House',
      Category: 'Supplies',
      Notes: '-5 sheets',
      Currency: 'USD',
      Amount: 12,
      'Amount in USD': 12,
      Client: 'Mill Ltd',
      Invoice: 'INV-9',
    },
    {
      Date: '2026-11-14',
      Category: 'Supplies',
      Currency: 'JPY',
      Amount: 5000,
      Rate: 0.0065,
      'Amount in USD': 32.5,
    },
  ])
})

test.each([
  [{}],
  [{ category: 'Rent' }],
  [{ search: 'mill street' }],
  [{ search: '100%', category: 'Travel' }],
] as const)('the rows of %j are those of the list, on all its pages and in its order', async (filters) => {
  const { cookie, store, read } = await signUp()
  const stranger = await signUp()
  const many = Array.from({ length: 130 }, (_, index) => ({
    date: `2026-${String((index % 4) + 9).padStart(2, '0')}-15`,
    category: index % 2 === 0 ? 'Rent' : 'Travel',
    notes: `${index} ${index % 3 === 0 ? 'Mill Street 5' : '100% elsewhere'}`,
  }))
  await store(many)
  await stranger.store(many.slice(0, 1))
  const pages = await walkPages(
    async (cursor) =>
      answerOf(listExpenses, await app.send(listExpenses, { query: { ...filters, ...cursor } }, { cookie })),
    ({ expenses }) => expenses.map(({ notes }) => notes),
  )
  expect((await read(filters)).rows.map((row) => row['Notes'])).toEqual(pages.flat())
  expect(pages.flat().length).toBeGreaterThan(20)
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { readExport } from '../../../test/support/exports/read-export.ts'
import { clientInput } from '../../../test/support/fixtures/invoice-input.ts'
import { makeInvoice, setPlan } from '../../../test/support/fixtures/invoices.ts'
import { type TestApp, answerOf, createTestApp } from '../../../test/support/test-app.ts'
import { walkPages } from '../../../test/support/walk-pages.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import { archiveClient, exportClients, listClientsWithSums } from './contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ now: () => new Date('2026-11-18T12:00:00Z') })
})
afterAll(() => app.close())

async function signUp() {
  const { cookie, session } = await app.signUpAndIn()
  const businessId = session.business.id
  await setPlan(app, businessId, 'pro')
  const read = (query: Record<string, string> = {}) => readExport(app, exportClients, query, cookie)
  const invoice = (name: string, amountMinor: number, dueDate: string, currency: 'USD' | 'EUR' = 'USD') =>
    makeInvoice(app, cookie, {
      client: clientInput({ name, email: `${name.toLowerCase()}@example.com`, phone: '+41 44 000 00 00' }),
      charge: { kind: 'amount', amountMinor },
      currency,
      dueDate,
      paymentTerms: 'custom',
    })
  return { cookie, businessId, read, invoice }
}

test('a row has the details of the client and what they owe', async () => {
  const { cookie, read, invoice } = await signUp()
  await invoice('Berg', 90_000, '2026-12-01', 'EUR')
  await invoice('Acme', 500, '2026-11-17')
  await invoice('Acme', 200, '2026-11-18')
  await invoice('Acme', 12_345, '2026-11-18', 'EUR')
  const { name, rows } = await read()
  expect(name).toBe('clients-2026-11-18.xlsx')
  expect(rows).toMatchObject([
    {
      Company: 'Acme',
      Email: 'acme@example.com',
      Phone: '+41 44 000 00 00',
      'Owed in USD': 7,
      'Overdue in USD': 5,
      'Owed in other currencies': 'EUR 123.45',
      'Last invoice': '2026-11-01',
    },
    { Company: 'Berg', 'Owed in USD': 0, 'Overdue in USD': 0, 'Owed in other currencies': 'EUR 900.00' },
  ])
  const list = await app.send(listClientsWithSums, { query: {} }, { cookie })
  const { id } = (await answerOf(listClientsWithSums, list)).clients[1]!
  await app.send(archiveClient, { params: { id }, body: { archived: true } }, { cookie })
  expect((await read({ view: 'archived' })).rows).toMatchObject([
    { Company: 'Berg', 'Archived on': '2026-11-18' },
  ])
})

test('the rows are those of the list, on all its pages and in its order, whatever the filters', async () => {
  const { cookie, businessId, read, invoice } = await signUp()
  const stranger = await signUp()
  await stranger.invoice('Strange', 100, '2026-12-01')
  await withTenant(app.database, businessId, ({ client }) =>
    client.query(
      `insert into clients (business_id, created_by, company_name, contact_name, email, archived_at)
       select $1, $1, case n % 2 when 0 then 'client ' else 'Client ' end || n, 'Contact ' || n % 7, n || '@example.com',
         case when n % 4 = 0 then now() end
       from generate_series(1, 130) n`,
      [businessId],
    ),
  )
  await invoice('Owing', 100, '2026-12-01')
  for (const filters of [
    {},
    { view: 'owing' },
    { view: 'archived' },
    { search: 'contact 3' },
    { search: '1', view: 'archived' },
    { search: 'nothing at all' },
  ] as const) {
    const pages = await walkPages(
      async (cursor) =>
        answerOf(
          listClientsWithSums,
          await app.send(listClientsWithSums, { query: { ...filters, ...cursor } }, { cookie }),
        ),
      ({ clients }) => clients.map(({ companyName }) => companyName),
    )
    expect([filters, (await read(filters)).rows.map((row) => row['Company'])]).toEqual([
      filters,
      pages.flat(),
    ])
  }
})

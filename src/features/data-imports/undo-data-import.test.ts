import fc from 'fast-check'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { dataImportOwner } from '../../../test/support/data-imports/data-import-owner.ts'
import { programFiles } from '../../../test/support/data-imports/program-files.ts'
import { makeInvoice, setPlan } from '../../../test/support/fixtures/invoices.ts'
import { type TestApp, answerOf, createTestApp } from '../../../test/support/test-app.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import { updateExpense } from '../expenses/contract.ts'
import { recordPayment } from '../payments/contract.ts'

let app: TestApp
let cookie: string
let businessId: string
let owner: ReturnType<typeof dataImportOwner>
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(open)

async function open() {
  const person = await app.signUpAndIn()
  cookie = person.cookie
  businessId = person.session.business.id
  await setPlan(app, businessId, 'pro')
  owner = dataImportOwner(app, { cookie, businessId })
}

const query = async <Row extends object>(sql: string) =>
  (await withTenant(app.database, businessId, ({ client }) => client.query<Row>(sql))).rows

/** Everything that an import can touch, but for the import itself. */
async function books() {
  const tables = [
    'clients',
    'invoices',
    'invoice_events',
    'payments',
    'expenses',
    'deleted_invoices',
    'data_import_records',
  ]
  return Object.fromEntries(
    await Promise.all(
      tables.map(async (table) => [
        table,
        await query(`select to_jsonb(t) as row from ${table} t order by to_jsonb(t)::text`),
      ]),
    ),
  )
}

test('undoing removes what the import created and nothing else', async () => {
  await makeInvoice(app, cookie)
  const before = await books()
  for (const file of [
    programFiles.xeroInvoices,
    programFiles.freshbooksClients,
    programFiles.freshbooksExpenses,
  ]) {
    const { id } = await owner.importAll(file)
    expect(await owner.undo(id)).toMatchObject({ state: 'undone', kept: 0 })
    expect(await books()).toEqual(before)
  }
})

test('whatever is imported, undoing it leaves nothing of it', async () => {
  const amount = fc.integer({ min: 0, max: 500_000 }).map((minor) => (minor / 100).toFixed(2))
  const name = fc.constantFrom('Elm', 'Oak', 'Fir', 'Ash')
  const invoice = fc.record({
    name,
    amount,
    status: fc.constantFrom('sent', 'paid', 'draft', 'void', 'wrong'),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(invoice, { minLength: 1, maxLength: 12 }), async (rows) => {
      await open()
      await owner.importAll('Client,Email\nElm,elm@elm.example\n')
      const before = await books()
      const lines = rows.map(
        (row, n) =>
          `Z-${n},${row.name},${row.name.toLowerCase()}@${row.name.toLowerCase()}.example,2026-01-0${(n % 9) + 1},${row.amount},${row.status}\n`,
      )
      const { import: shown, counts } = await owner.preview(
        `Invoice number,Client,Client email,Issue date,Total,Status\n${lines.join('')}`,
      )
      if (counts.good === 0) return
      await owner.confirm(shown.id)
      await owner.run(shown.id)
      expect(await query('select from invoices')).toHaveLength(counts.good)
      expect(await owner.undo(shown.id)).toMatchObject({ state: 'undone', kept: 0 })
      expect(await books()).toEqual(before)
    }),
    { numRuns: 8 },
  )
})

test('an invoice that was paid since is kept with its client, and counted', async () => {
  const { id } = await owner.importAll(programFiles.xeroInvoices)
  const [unpaid] = await query<{ id: string }>(`select id from invoices where number = 'INV-0032'`)
  const body = {
    method: 'cash' as const,
    amountMinor: 500,
    receivedOn: '2026-02-01',
    note: '',
    sendReceipt: false,
    requestId: randomUUID(),
  }
  await answerOf(
    recordPayment,
    await app.send(recordPayment, { params: { id: unpaid?.id ?? '' }, body }, { cookie }),
  )
  expect(await owner.undo(id)).toMatchObject({ state: 'undone', kept: 2 })
  expect(await query('select number from invoices')).toEqual([{ number: 'INV-0032' }])
  expect(await query('select amount_minor::int as minor from payments order by 1')).toEqual([
    { minor: 500 },
    { minor: 10_000 },
  ])
  expect(await query('select company_name from clients')).toHaveLength(1)
})

test('a client with an invoice of its own and a changed expense are kept', async () => {
  const { id } = await owner.importAll('Client,Email\nElm,elm@elm.example\nOak,oak@oak.example\n')
  await query(
    `update clients set phone = '1', updated_at = now() + interval '1 s' where company_name = 'Elm'`,
  )
  expect(await owner.undo(id)).toMatchObject({ kept: 1 })
  const imported = await owner.importAll('Date,Amount,Category\n2026-01-01,5.00,Rent\n2026-01-02,6.00,Rent\n')
  const [expense] = await query<{ id: string }>('select id from expenses order by date limit 1')
  const body = { version: 1, amountMinor: 700, category: 'Rent' as const, date: '2026-01-01', notes: '' }
  await answerOf(
    updateExpense,
    await app.send(updateExpense, { params: { id: expense?.id ?? '' }, body }, { cookie }),
  )
  expect(await owner.undo(imported.id)).toMatchObject({ kept: 1 })
  expect(await query('select amount_minor::int as minor from expenses')).toEqual([{ minor: 700 }])
})

test('undoing twice changes nothing', async () => {
  const { id } = await owner.importAll(programFiles.freshbooksClients)
  await owner.undo(id)
  expect(await owner.undo(id)).toMatchObject({ state: 'undone' })
})

test('a payment that no import made cannot be deleted by the app', async () => {
  await owner.importAll(programFiles.xeroInvoices)
  const [invoice] = await query<{ id: string }>(`select id from invoices where number = 'INV-0032'`)
  const body = {
    method: 'cash' as const,
    amountMinor: 500,
    receivedOn: '2026-02-01',
    note: '',
    sendReceipt: false,
    requestId: randomUUID(),
  }
  await app.send(recordPayment, { params: { id: invoice?.id ?? '' }, body }, { cookie })
  await query('delete from payments where amount_minor = 500')
  expect(await query('select from payments where amount_minor = 500')).toHaveLength(1)
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { readExport } from '../../../test/support/exports/read-export.ts'
import { addInvoiceRow } from '../../../test/support/fixtures/invoice-rows.ts'
import { makeInvoice, markPaid, setPlan } from '../../../test/support/fixtures/invoices.ts'
import { type TestApp, answerOf, createTestApp } from '../../../test/support/test-app.ts'
import { walkPages } from '../../../test/support/walk-pages.ts'
import { exportInvoices, listInvoices } from './contract.ts'

let app: TestApp
// In Zurich the day of the 16th has begun.
const now = new Date('2026-11-15T23:30:00Z')
beforeAll(async () => {
  app = await createTestApp({ now: () => now })
})
afterAll(() => app.close())

async function signUp(timeZone = 'UTC') {
  const { cookie, session } = await app.signUpAndIn({ timeZone })
  const businessId = session.business.id
  await setPlan(app, businessId, 'pro')
  const read = (query: Record<string, string> = {}) => readExport(app, exportInvoices, query, cookie)
  return { cookie, businessId, read }
}

test('a row has what stands on the invoice and what became of it', async () => {
  const { cookie, businessId, read } = await signUp('Europe/Zurich')
  await addInvoiceRow(app.database, businessId, {
    number: 'INV-7',
    clientName: '=Formula Ltd',
    clientTaxId: 'DE136695976',
    purchaseOrder: 'PO 12',
    dueDate: '2026-11-15',
    currency: 'KWD',
    subtotalMinor: 100_000,
    taxMinor: 20_500,
    totalMinor: 120_500,
    receivedMinor: 500,
    creditNotesMinor: 10_000,
    sentAt: new Date('2026-11-01T23:30:00Z'),
  })
  const { id } = await makeInvoice(app, cookie)
  await markPaid(app, businessId, id)
  const { name, rows } = await read({ search: 'formula' })
  expect(name).toBe('invoices-2026-11-16.xlsx')
  expect(rows).toEqual([
    {
      Number: 'INV-7',
      Client: '=Formula Ltd',
      'Client email': 'client@example.com',
      'Client tax ID': 'DE136695976',
      'Purchase order': 'PO 12',
      'Issue date': '2026-11-01',
      'Due date': '2026-11-15',
      Status: 'Overdue',
      Currency: 'KWD',
      Tax: 20.5,
      Total: 120.5,
      Credited: 10,
      'Early payment discount': 0,
      Received: 0.5,
      Waived: 0,
      Open: 110,
      'Sent on': '2026-11-02',
    },
  ])
  const [paid] = (await read({ status: 'paid' })).rows
  expect(paid).toMatchObject({ Status: 'Paid', Open: 0 })
  expect(paid?.['Paid on']).toMatch(/^\d{4}-\d\d-\d\d$/)
})

test('the rows are those of the list, on all its pages and in its order, whatever the filters', async () => {
  const { cookie, businessId, read } = await signUp()
  const stranger = await signUp()
  await addInvoiceRow(app.database, stranger.businessId, { clientName: 'Mill of others' })
  for (let index = 0; index < 130; index += 1) {
    await addInvoiceRow(app.database, businessId, {
      number: `INV-${index}`,
      numberScope: businessId,
      numberYear: 2026,
      sequenceNumber: index + 1,
      clientName: index % 3 === 0 ? 'Mill & Sons' : 'Other',
      dueDate: `2026-${String((index % 4) + 9).padStart(2, '0')}-15`,
      ...(index % 2 === 0 ? { subtotalMinor: 1250, totalMinor: 1250 } : {}),
      ...(index % 5 === 0 ? { status: 'paid' as const, paidAt: now } : {}),
    })
  }
  for (const filters of [
    {},
    { status: 'pending' },
    { status: 'overdue' },
    { status: 'paid' },
    { search: 'mill' },
    { search: 'MILL', status: 'overdue' },
    { search: 'inv-1' },
    { search: '1' },
    { search: '12.50' },
    { search: '1,250.00', status: 'pending' },
    { search: 'no client has this name' },
  ] as const) {
    const pages = await walkPages(
      async (cursor) =>
        answerOf(
          listInvoices,
          await app.send(listInvoices, { query: { ...filters, ...cursor } }, { cookie }),
        ),
      ({ invoices }) => invoices.map(({ number }) => number),
    )
    expect([filters, (await read(filters)).rows.map((row) => row['Number'])]).toEqual([filters, pages.flat()])
  }
})

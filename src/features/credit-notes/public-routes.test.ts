import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeInvoice } from '../../../test/support/fixtures/invoices.ts'
import { readPdf } from '../../../test/support/read-pdf.ts'
import { type TestApp, answerOf, createTestApp } from '../../../test/support/test-app.ts'
import { type Invoice } from '../invoices/contract.ts'
import { getInvoicePdf, getPublicInvoice } from '../invoices/public/contract.ts'
import * as contract from './contract.ts'
import type { CreditChoice } from './credit-rules.ts'

let app: TestApp
let cookie: string
beforeAll(async () => {
  app = await createTestApp({ now: () => new Date('2026-11-16T10:00:00Z') })
})
afterAll(() => app.close())
beforeEach(async () => {
  ;({ cookie } = await app.signUpAndIn())
})

async function credit({ id }: Invoice, choice: CreditChoice = { kind: 'rest' }) {
  const body = { requestId: randomUUID(), credit: choice, reason: 'Ordered twice', send: false }
  const response = await app.send(contract.createCreditNote, { params: { id }, body }, { cookie })
  return answerOf(contract.createCreditNote, response)
}
const view = (id: string) => app.send(contract.getPublicCreditNote, { params: { id } })
const pdfLinesOf = async (path: string) => {
  const response = await app.app.request(path)
  expect(response.status).toBe(200)
  return (await readPdf(Buffer.from(await response.arrayBuffer()))).pages[0]!.lines.join('\n')
}

test('whoever has the link sees the credit note and the invoice that it is for', async () => {
  const invoice = await makeInvoice(app, cookie, { purchaseOrder: 'PO 7' })
  const note = await credit(invoice)
  const response = await view(note.id)
  expect(response.headers.get('x-robots-tag')).toBe('noindex')
  expect(await answerOf(contract.getPublicCreditNote, response)).toMatchObject({
    invoiceId: invoice.id,
    document: {
      number: note.number,
      issueDate: '2026-11-16',
      creditedInvoice: { number: invoice.number, issueDate: invoice.issueDate },
      company: invoice.company,
      purchaseOrder: 'PO 7',
      notes: 'Ordered twice',
      totals: note.totals,
      amountDueMinor: 0,
      movements: [],
      creditNotes: [],
    },
  })
})

test('an unknown link, and the id of an invoice, lead to no credit note', async () => {
  const invoice = await makeInvoice(app, cookie)
  const note = await credit(invoice)
  for (const id of [randomUUID(), invoice.id]) expect((await view(id)).status).toBe(404)
  expect((await app.send(getPublicInvoice, { params: { id: note.id } })).status).toBe(404)
})

test('the PDF of fees alone has no empty table', async () => {
  const invoice = await makeInvoice(app, cookie)
  const note = await credit(invoice, { kind: 'lines', lines: [], fees: [0] })
  const lines = await pdfLinesOf(contract.getCreditNotePdf.path.replace('{id}', note.id))
  expect(lines).toMatch(/Delivery.*\$15\.00/)
  for (const missing of ['Qty', 'Subtotal', 'Discount', 'VAT']) expect(lines).not.toContain(missing)
})

test('the invoice tells the client what was credited, and that it was cancelled', async () => {
  const invoice = await makeInvoice(app, cookie, {
    currency: 'EUR',
    charge: { kind: 'amount', amountMinor: 100_000 },
  })
  const path = getInvoicePdf.path.replace('{id}', invoice.id)
  const first = await credit(invoice, { kind: 'amount', amountMinor: 20_000 })
  const part = await pdfLinesOf(path)
  expect(part).toMatch(new RegExp(`Credit note ${first.number}, Nov 16, 2026.*-€200\\.00`))
  expect(part).toMatch(/Amount due.*€800\.00/)
  const second = await credit(invoice)
  expect(
    await answerOf(getPublicInvoice, await app.send(getPublicInvoice, { params: { id: invoice.id } })),
  ).toMatchObject({
    status: 'cancelled',
    amountDueMinor: 0,
    creditNotes: [
      { id: first.id, number: first.number, on: '2026-11-16', amountMinor: 20_000 },
      { id: second.id, number: second.number, on: '2026-11-16', amountMinor: 80_000 },
    ],
  })
  const whole = await pdfLinesOf(path)
  expect(whole).toContain('Canceled')
  expect(whole).toContain('This invoice was canceled.')
  expect(whole).toMatch(/Amount due.*€0\.00/)
  expect(whole).not.toContain('Pay online')
})

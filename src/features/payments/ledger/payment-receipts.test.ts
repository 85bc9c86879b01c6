import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { amountOf, creditInput } from '../../../../test/support/fixtures/credit-notes.ts'
import { makeInvoice } from '../../../../test/support/fixtures/invoices.ts'
import { readPdf } from '../../../../test/support/read-pdf.ts'
import { type TestApp, answerOf, createTestApp, problemOf } from '../../../../test/support/test-app.ts'
import type { MailAttachment } from '../../../platform/db/tables/mail.ts'
import { createCreditNote } from '../../credit-notes/contract.ts'
import type { Invoice } from '../../invoices/contract.ts'
import { createInvoiceAttachments } from '../../invoices/mail/invoice-attachment.ts'
import * as contract from '../contract.ts'

let app: TestApp
let cookie: string
let businessId: string
let invoice: Invoice

beforeAll(async () => {
  app = await createTestApp({ now: () => new Date('2026-11-15T12:00:00Z') })
  app.deps.demoPayments = true
  app.deps.closeCheckouts = () => Promise.resolve()
})
afterAll(() => app.close())
beforeEach(async () => {
  const owner = await app.signUpAndIn()
  cookie = owner.cookie
  businessId = owner.session.business.id
  invoice = await makeInvoice(app, cookie, { charge: { kind: 'amount', amountMinor: 100_000 } })
})

/** Records a payment and returns its id. */
async function pay(amountMinor: number, receivedOn = '2026-11-10', sendReceipt = false): Promise<string> {
  const note = `Payment of ${amountMinor} on ${receivedOn}`
  const body = { method: 'transfer', amountMinor, receivedOn, note, sendReceipt } as const
  const request = { params: { id: invoice.id }, body: { ...body, requestId: randomUUID() } }
  await answerOf(contract.recordPayment, await app.send(contract.recordPayment, request, { cookie }))
  return (await ledger()).payments.find((payment) => payment.note === note)!.id
}

const ledger = async () =>
  answerOf(
    contract.listPayments,
    await app.send(contract.listPayments, { params: { id: invoice.id } }, { cookie }),
  )

const paramsOf = (paymentId: string) => ({ params: { id: invoice.id, paymentId } })
const draw = (paymentId: string, as = cookie) =>
  app.send(contract.getPaymentReceipt, paramsOf(paymentId), { cookie: as })
const email = (paymentId: string, as = cookie) =>
  app.send(contract.emailPaymentReceipt, paramsOf(paymentId), { cookie: as })

const flat = (text: string) => text.replaceAll(/\s+/g, ' ')
const textOf = async (response: Response) =>
  flat((await readPdf(Buffer.from(await response.arrayBuffer()))).text)

async function receiptMails() {
  const { rows } = await app.database.platform.query<{
    to: string
    subject: string
    text: string
    attachment: MailAttachment
  }>(
    `select to_address as to, subject, text, attachment from mails
     where invoice_id = $1 and kind = 'receipt' order by created_at`,
    [invoice.id],
  )
  return rows
}

test('a part payment has a receipt: amount, date, method, invoice and what is left to pay', async () => {
  const response = await draw(await pay(40_000))
  expect(response.headers.get('content-type')).toBe('application/pdf')
  expect(response.headers.get('content-disposition')).toBe(
    `attachment; filename="Receipt-${invoice.number}-2026-11-10.pdf"`,
  )
  const text = await textOf(response)
  expect(text).toContain(`Invoice ${invoice.number}`)
  expect(text).toContain('Paid on Nov 10, 2026')
  expect(text).toContain('Paid by Bank transfer')
  expect(text).toContain('Amount paid')
  expect(text).toContain('$400.00 was paid on Nov 10, 2026,')
  expect(text).toContain('Balance due $600.00')
  expect(text).not.toContain('PAID')
  expect(text).not.toContain('online')
})

test('each payment has its own, and the last says that nothing is left', async () => {
  const first = await pay(40_000, '2026-11-09')
  const last = await pay(60_000)
  expect(await textOf(await draw(first))).toContain('$400.00 was paid on Nov 9, 2026,')
  const text = await textOf(await draw(last))
  expect(text).toContain('$600.00 was paid on Nov 10, 2026,')
  expect(text).toContain('Nothing is left to pay')
  expect(text).toContain('PAID')
})

test('a receipt stays as it was when more is paid', async () => {
  const first = await pay(40_000, '2026-11-09')
  const before = await textOf(await draw(first))
  await pay(60_000)
  expect(await textOf(await draw(first))).toBe(before)
  expect(before).toContain('Balance due $600.00')
  expect(before).not.toContain('PAID')
})

test('payments of one day count in the order in which they were recorded', async () => {
  const ids = [await pay(50_000), await pay(30_000), await pay(20_000)]
  const texts = await Promise.all(ids.map(async (id) => textOf(await draw(id))))
  expect(texts[0]).toContain('Balance due $500.00')
  expect(texts[1]).toContain('Balance due $200.00')
  expect(texts[2]).toContain('Nothing is left to pay')
})

test('credit notes count from when they were made, whatever day a later payment was received', async () => {
  const first = await pay(20_000, '2026-11-09')
  const before = await textOf(await draw(first))
  const body = creditInput(amountOf(50_000))
  await answerOf(
    createCreditNote,
    await app.send(createCreditNote, { params: { id: invoice.id }, body }, { cookie }),
  )
  const last = await pay(30_000)
  const text = await textOf(await draw(last))
  expect(text).toContain('leaving nothing to pay.')
  expect(text).toMatch(/Credit note CN-\S+, \w+ \d+, \d+ -\$500\.00/)
  expect(text).not.toContain('Balance due $')
  await email(last)
  const [mail] = await receiptMails()
  expect(flat(mail!.text)).toContain('on Nov 10, 2026, leaving nothing to pay.')
  expect(await textOf(await draw(first))).toBe(before)
})

test('an undone payment is no part of the receipts of others', async () => {
  const undone = await pay(50_000, '2026-11-09')
  const kept = await pay(30_000)
  await app.send(contract.undoPayment, paramsOf(undone), { cookie })
  const text = await textOf(await draw(kept))
  expect(text).toContain('Balance due $700.00')
  expect(text).not.toContain('$500.00')
})

test('the receipt of an invoice that was paid in two payments lists both', async () => {
  await pay(40_000, '2026-11-09')
  await pay(60_000, '2026-11-10', true)
  const [mail] = await receiptMails()
  const text = flat(mail!.text)
  expect(text).toContain(
    `$1,000.00 was paid for invoice ${invoice.number} in 2 payments, the last on Nov 10, 2026. Nothing is left to pay.`,
  )
  expect(text).toContain('Paid Nov 9, 2026 (bank transfer): -$400.00')
  expect(text).not.toContain('Paid by')
})

test('the owner emails it to the client, with the same receipt attached', async () => {
  const paymentId = await pay(40_000)
  expect(await receiptMails()).toEqual([])
  expect(await answerOf(contract.emailPaymentReceipt, await email(paymentId))).toMatchObject({
    to: 'client@example.com',
  })
  const [mail] = await receiptMails()
  expect(mail).toMatchObject({
    to: 'client@example.com',
    subject: `Receipt for $400.00 paid on invoice ${invoice.number} from Test Business`,
  })
  const text = flat(mail!.text)
  expect(text).toContain(
    `$400.00 was paid for invoice ${invoice.number} on Nov 10, 2026, leaving $600.00 to pay.`,
  )
  expect(text).toContain('Paid by: Bank transfer')
  expect(text).toContain('Amount due: $600.00')
  const [pdf] = await createInvoiceAttachments(app.deps)({ businessId, attachment: mail!.attachment })
  expect(pdf?.filename).toBe(`Receipt-${invoice.number}-2026-11-10.pdf`)
  expect(flat((await readPdf(pdf!.content)).text)).toContain('Balance due $600.00')
})

test('a test payment is marked as one', async () => {
  expect((await app.send(contract.payDemo, { params: { id: invoice.id } })).status).toBe(204)
  const [payment] = (await ledger()).payments
  const text = await textOf(await draw(payment!.id))
  expect(text).toContain('Paid by Demo payment (no money moved)')
  expect(text).toContain('leaving nothing to pay. Test payment: no')
  await email(payment!.id)
  const mails = await receiptMails()
  expect(mails.at(-1)!.subject).toContain('Receipt for $1,000.00 paid on invoice')
  expect(mails.at(-1)!.text).toContain('Test payment: no money moved.')
})

test('an undone payment, one of another invoice and one of another business have none', async () => {
  const undone = await pay(40_000)
  await app.send(contract.undoPayment, paramsOf(undone), { cookie })
  const kept = await pay(30_000)
  const { cookie: stranger } = await app.signUpAndIn()
  const other = await makeInvoice(app, cookie)
  const ofOther = { params: { id: other.id, paymentId: kept } }
  const answers = [
    await draw(undone),
    await email(undone),
    await draw(kept, stranger),
    await email(kept, stranger),
    await app.send(contract.getPaymentReceipt, ofOther, { cookie }),
    await app.send(contract.emailPaymentReceipt, ofOther, { cookie }),
  ]
  for (const answer of answers) expect(await problemOf(answer)).toMatchObject({ code: 'NOT_FOUND' })
  expect(await receiptMails()).toEqual([])
})

test('ten go out for an invoice within an hour', async () => {
  const paymentId = await pay(40_000)
  for (let sent = 0; sent < 10; sent++) expect((await email(paymentId)).status).toBe(200)
  expect(await problemOf(await email(paymentId))).toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  expect(await receiptMails()).toHaveLength(10)
})

test('those sent by the owner leave room for the automatic receipt', async () => {
  const paymentId = await pay(40_000)
  for (let sent = 0; sent < 5; sent++) await email(paymentId)
  expect((await app.send(contract.payDemo, { params: { id: invoice.id } })).status).toBe(204)
  const subjects = (await receiptMails()).map(({ subject }) => subject)
  expect(subjects).toHaveLength(6)
  expect(subjects.at(-1)).toBe(`Receipt for invoice ${invoice.number} from Test Business`)
})

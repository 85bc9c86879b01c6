import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { asOwner, makeInvoice } from '../../../../test/support/fixtures/invoices.ts'
import { type TestApp, answerOf, createTestApp, problemOf } from '../../../../test/support/test-app.ts'
import { withTenant } from '../../../platform/db/transaction.ts'
import { type Invoice, getInvoice, getTimeline } from '../../invoices/contract.ts'
import type { InvoiceInput } from '../../invoices/document/input-rules.ts'
import { payDemo } from '../checkout/pay-demo.ts'
import * as contract from '../contract.ts'
import { applyRefunds } from '../refunds/sync-refunds.ts'
import { sendReceiptAgain } from './receipts.ts'
import { type NewPayment, receivePayment } from './receive-payment.ts'

let app: TestApp
let cookie: string
let businessId: string
const closed: string[] = []
const now = new Date('2026-11-05T09:00:00Z')

beforeAll(async () => {
  app = await createTestApp({ now: () => now })
  app.deps.closeCheckouts = async (_, { invoiceId }) => void closed.push(invoiceId)
})
afterAll(() => app.close())
beforeEach(async () => {
  const account = await app.signUpAndIn()
  cookie = account.cookie
  businessId = account.session.business.id
})

const make = (overrides: Partial<InvoiceInput> = {}) =>
  makeInvoice(app, cookie, { charge: { kind: 'amount', amountMinor: 10_000 }, ...overrides })
const receive = (invoice: Invoice, change: Partial<NewPayment> = {}) =>
  withTenant(app.database, businessId, (tx) =>
    receivePayment(tx, app.deps, {
      businessId,
      invoiceId: invoice.id,
      invoiceNumber: invoice.number,
      method: 'card',
      currency: invoice.currency,
      amountMinor: 10_000,
      creditedMinor: 0,
      receivedAt: now,
      providerPaymentId: randomUUID(),
      sendReceipt: true,
      notifyOwner: true,
      ...change,
    }),
  )
const read = async ({ id }: Invoice) =>
  answerOf(getInvoice, await app.send(getInvoice, { params: { id } }, { cookie }))
const eventsOf = async ({ id }: Invoice) => {
  const response = await app.send(getTimeline, { params: { id } }, { cookie })
  const { entries } = await answerOf(getTimeline, response)
  return entries.filter(({ mail }) => !mail).map(({ kind, amountMinor }) => [kind, amountMinor])
}
interface Row {
  kind: string
  to_address: string
  subject: string
  text: string
  html: string
}
const mailsOf = async (kind: string) => {
  const { rows } = await app.database.platform.query<Row>(
    'select kind, to_address, subject, text, html from mails where business_id = $1 and kind = $2 order by created_at',
    [businessId, kind],
  )
  return rows
}

describe('a card payment', () => {
  test('settles the invoice, sends the receipt and tells the owner, each once', async () => {
    const invoice = await make()
    closed.length = 0
    const providerPaymentId = 'pi_one'
    expect(await receive(invoice, { providerPaymentId })).toMatchObject({
      isNew: true,
      becamePaid: true,
      overpaidMinor: 0,
    })
    expect(await receive(invoice, { providerPaymentId })).toEqual({
      isNew: false,
      paymentId: null,
      becamePaid: false,
      overpaidMinor: 0,
    })
    expect(await read(invoice)).toMatchObject({ status: 'paid', receivedMinor: 10_000, sentAt: null })
    expect(await eventsOf(invoice)).toEqual([
      ['paid', 10_000],
      ['created', null],
    ])
    expect(await mailsOf('receipt')).toMatchObject([
      {
        to_address: 'client@example.com',
        subject: `Receipt for invoice ${invoice.number} from Test Business`,
      },
    ])
    const ownerMails = await mailsOf('payment-received')
    expect(ownerMails).toMatchObject([
      { to_address: 'billing@business.example', subject: `Payment received for invoice ${invoice.number}` },
    ])
    expect(ownerMails[0]?.text).toContain(
      `http://localhost:3000/invoices/${invoice.id}?business=${businessId}\n`,
    )
    // The page of this payment is over anyway.
    expect(closed).toEqual([])
  })

  test('that comes many times at once is written once', async () => {
    const invoice = await make()
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => receive(invoice, { providerPaymentId: 'pi_raced' })),
    )
    expect(answers.filter(({ isNew }) => isNew)).toHaveLength(1)
    expect(await read(invoice)).toMatchObject({ receivedMinor: 10_000 })
    expect(await mailsOf('receipt')).toHaveLength(1)
  })

  test('on a paid invoice is an overpayment, without a second receipt, and the owner is told so', async () => {
    const invoice = await make()
    await receive(invoice)
    expect(await receive(invoice, { amountMinor: 4000 })).toMatchObject({
      isNew: true,
      becamePaid: false,
      overpaidMinor: 4000,
    })
    expect((await eventsOf(invoice))[0]).toEqual(['overpaid', 4000])
    expect(await mailsOf('receipt')).toHaveLength(1)
    const [, second] = await mailsOf('payment-received')
    expect(second?.subject).toBe(`Please check: too much was paid for invoice ${invoice.number}`)
    expect(second?.text).toContain('Your client paid $40.00 more than was owed')
  })

  test('that exceeds what is open settles the invoice and names the excess', async () => {
    const invoice = await make()
    expect(await receive(invoice, { amountMinor: 12_500 })).toMatchObject({
      becamePaid: true,
      overpaidMinor: 2500,
    })
    expect((await eventsOf(invoice)).slice(0, 2).toSorted()).toEqual([
      ['overpaid', 2500],
      ['paid', 10_000 + 2500],
    ])
  })

  test('of a part is told to the owner with what is still open', async () => {
    const invoice = await make()
    expect(await receive(invoice, { amountMinor: 2500 })).toMatchObject({ becamePaid: false })
    expect(await mailsOf('receipt')).toEqual([])
    expect((await mailsOf('payment-received'))[0]?.text).toContain('$75.00 is still due.')
  })

  test('gets the discount for paying early only as far as it is then the whole', async () => {
    const settled = await make()
    await receive(settled, { amountMinor: 9800, creditedMinor: 200 })
    expect(await read(settled)).toMatchObject({ status: 'paid', receivedMinor: 9800, creditedMinor: 200 })
    const short = await make()
    await receive(short, { amountMinor: 9799, creditedMinor: 200 })
    expect(await read(short)).toMatchObject({ status: 'pending', creditedMinor: 0, openMinor: 201 })
    // The owner recorded a part by hand while the client paid the full amount, so that part is overpaid.
    const overtaken = await make()
    await receive(overtaken, { method: 'cash', amountMinor: 5000, providerPaymentId: undefined })
    expect(await receive(overtaken, { amountMinor: 9800, creditedMinor: 200 })).toMatchObject({
      becamePaid: true,
      overpaidMinor: 5000,
    })
  })

  test('twice at the reduced price stays paid, with the discount, when one of them is given back', async () => {
    const invoice = await make({ paymentTerms: '2_10_net_30' })
    const first = await receive(invoice, { amountMinor: 9800, creditedMinor: 200 })
    await receive(invoice, { amountMinor: 9800, creditedMinor: 200 })
    const list = async () =>
      answerOf(
        contract.listPayments,
        await app.send(contract.listPayments, { params: { id: invoice.id } }, { cookie }),
      )
    // Removing either payment would not lose the discount.
    expect(await list()).toMatchObject({
      creditedMinor: 200,
      overpaidMinor: 9800,
      payments: [{ creditedMinor: 0 }, { creditedMinor: 0 }],
    })
    const paymentId = first.paymentId ?? ''
    const link = { businessId, paymentId, providerPaymentId: 'pi' }
    const refunded = { providerRefundId: 're_twice', reference: null, currency: 'USD', amountMinor: 9800 }
    await applyRefunds(app.deps, link, [{ ...refunded, state: 'succeeded' }])
    expect(await read(invoice)).toMatchObject({ status: 'paid', receivedMinor: 9800, creditedMinor: 200 })
    expect(await list()).toMatchObject({ creditedMinor: 200, waivedMinor: 0, openMinor: 0, overpaidMinor: 0 })
  })

  test('is not told to an owner who was told of as many within the hour as the plan allows', async () => {
    await withTenant(app.database, businessId, ({ client }) =>
      client.query(
        `insert into mails (business_id, kind, from_address, to_address, subject, text, html)
         select $1, 'payment-received', 'a@example.com', 'b@example.com', 'Earlier', '', '' from generate_series(1, 49)`,
        [businessId],
      ),
    )
    await receive(await make())
    const other = await make()
    await receive(other)
    expect(await read(other)).toMatchObject({ status: 'paid' })
    await receive(other, { invoiceId: null })
    expect(await mailsOf('payment-received')).toHaveLength(50)
    expect(await mailsOf('receipt')).toHaveLength(2)
  })

  test('for an invoice that is gone is kept, and the business is told', async () => {
    const invoice = await make()
    const gone = { invoiceId: null, providerPaymentId: 'pi_orphan' }
    expect(await receive(invoice, gone)).toMatchObject({ isNew: true, becamePaid: false })
    expect(await receive(invoice, gone)).toMatchObject({ isNew: false })
    expect(await mailsOf('receipt')).toEqual([])
    expect(await mailsOf('payment-received')).toMatchObject([
      {
        to_address: 'billing@business.example',
        subject: `Please check: deleted invoice ${invoice.number} was paid`,
      },
    ])
    expect((await mailsOf('payment-received'))[0]?.text).toContain(
      'ask the operator of this installation to refund it',
    )
    await asOwner(app, 'businesses', `update businesses set email = null where id = '${businessId}'`)
    await receive(invoice, { ...gone, providerPaymentId: 'pi_untold' })
    expect(await mailsOf('payment-received')).toHaveLength(1)
  })

  test('in the currency that the invoice had before counts on no invoice, and the business is told', async () => {
    const invoice = await make()
    expect(await receive(invoice, { currency: 'EUR' })).toMatchObject({ isNew: true, becamePaid: false })
    expect(await read(invoice)).toMatchObject({ status: 'pending', receivedMinor: 0 })
    const [mail, ...others] = await mailsOf('payment-received')
    expect(others).toEqual([])
    expect(mail?.subject).toBe(`Please check: invoice ${invoice.number} was paid in its old currency`)
    expect(mail?.text).toContain(`€100.00 was paid for invoice ${invoice.number}, whose currency you changed`)
  })

  test('is not undone but refunded', async () => {
    const invoice = await make()
    const { paymentId } = await receive(invoice)
    const params = { id: invoice.id, paymentId: paymentId ?? '' }
    const response = await app.send(contract.undoPayment, { params }, { cookie })
    expect(response.status).toBe(409)
    expect(await problemOf(response)).toMatchObject({
      code: 'NOT_UNDOABLE',
      message: 'Card payments are refunded, not undone.',
    })
  })

  test('can be refunded as far as nothing of it went or goes back', async () => {
    const invoice = await make()
    const { paymentId } = await receive(invoice)
    await withTenant(app.database, businessId, ({ client }) =>
      client.query(
        `insert into refunds (business_id, payment_id, amount_minor, state)
         values ($1, $2, 1000, 'requested'), ($1, $2, 2000, 'succeeded'), ($1, $2, 3000, 'failed')`,
        [businessId, paymentId],
      ),
    )
    const listed = await app.send(contract.listPayments, { params: { id: invoice.id } }, { cookie })
    expect(await answerOf(contract.listPayments, listed)).toMatchObject({
      receivedMinor: 8000,
      payments: [{ refundedMinor: 2000, refundableMinor: 7000, canUndo: false }],
    })
  })
})

describe('a demo payment', () => {
  const demo = ({ id }: Invoice, deps = app.deps) => payDemo(deps, { businessId, invoiceId: id })

  test('pays what a card would be charged and says everywhere that no money moved', async () => {
    const invoice = await make({ paymentTerms: '2_10_net_30' })
    closed.length = 0
    await demo(invoice)
    expect(await read(invoice)).toMatchObject({
      status: 'paid',
      receivedMinor: 9800,
      creditedMinor: 200,
      movements: [{ method: 'demo', amountMinor: 9800, on: '2026-11-05' }],
    })
    for (const kind of ['receipt', 'payment-received']) {
      expect((await mailsOf(kind))[0]?.text).toContain('Demo payment (no money moved)')
    }
    expect(closed).toEqual([invoice.id])
  })

  test('is refused where it is turned off or real cards are charged', async () => {
    const invoice = await make()
    const off = { code: 'DEMO_PAYMENTS_OFF' }
    await expect(demo(invoice, { ...app.deps, demoPayments: false })).rejects.toMatchObject(off)
    const live = { ...app.deps, cards: { ...app.deps.cards, isLive: true } }
    await expect(demo(invoice, live)).rejects.toMatchObject(off)
    expect(await read(invoice)).toMatchObject({ status: 'pending', receivedMinor: 0 })
  })

  test('is refused when there is nothing to pay, and only one of many at once counts', async () => {
    const free = await make({ charge: { kind: 'amount', amountMinor: 0 } })
    await expect(demo(free)).rejects.toMatchObject({ code: 'NOTHING_TO_PAY' })
    const invoice = await make()
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => demo(invoice)))
    const codes = outcomes.map((outcome) =>
      outcome.status === 'fulfilled' ? 'paid' : (outcome.reason as { code: string }).code,
    )
    expect(codes.toSorted()).toEqual(['INVOICE_PAID', 'INVOICE_PAID', 'paid'])
    expect((await read(invoice)).receivedMinor).toBe(10_000)
  })

  test('waits while a payment that takes days is on its way', async () => {
    const invoice = await make()
    await withTenant(app.database, businessId, ({ client }) =>
      client.query(
        `insert into checkouts (business_id, invoice_id, invoice_number, amount_minor, request, state, expires_at)
         values ($1, $2, $3, 10000, '{}', 'processing', now())`,
        [businessId, invoice.id, invoice.number],
      ),
    )
    await expect(demo(invoice)).rejects.toMatchObject({ code: 'PAYMENT_UNDER_WAY' })
  })

  test('paid and taken back again and again sends five receipts a day and no more', async () => {
    const invoice = await make()
    for (let round = 0; round < 7; round++) {
      await demo(invoice)
      const listed = await app.send(contract.listPayments, { params: { id: invoice.id } }, { cookie })
      const { payments } = await answerOf(contract.listPayments, listed)
      const paymentId = payments.find(({ canUndo }) => canUndo)?.id ?? ''
      await app.send(contract.undoPayment, { params: { id: invoice.id, paymentId } }, { cookie })
    }
    expect(await mailsOf('receipt')).toHaveLength(5)
    expect(await mailsOf('payment-received')).toHaveLength(7)
  })
})

describe('the receipt sent again', () => {
  const again = ({ id }: Invoice, ip = '203.0.113.7') =>
    sendReceiptAgain(app.deps, ip, { businessId, invoiceId: id })

  test('goes to the client’s address, three times an hour for an invoice', async () => {
    const invoice = await make()
    await receive(invoice, { sendReceipt: false })
    for (const ip of ['203.0.113.1', '203.0.113.2', '203.0.113.3']) {
      expect(await again(invoice, ip)).toEqual({ state: 'queued' })
    }
    await expect(again(invoice, '203.0.113.4')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    const mails = await mailsOf('receipt')
    expect(mails.map(({ to_address: to }) => to)).toEqual(
      Array.from({ length: 3 }, () => 'client@example.com'),
    )
    for (const phrase of ['$100.00', 'Nov 5, 2026', 'Card', 'Nothing is left to pay.']) {
      expect(mails[0]?.text).toContain(phrase)
      expect(mails[0]?.html).toContain(phrase)
    }
  })

  test('is not there before the invoice is paid, and asking does not use up a try', async () => {
    const invoice = await make()
    await receive(invoice, { amountMinor: 9999 })
    const none = { code: 'NOT_FOUND', message: 'There is no receipt yet.' }
    for (let tries = 0; tries < 4; tries++) await expect(again(invoice)).rejects.toMatchObject(none)
    await receive(invoice, { amountMinor: 1, sendReceipt: false })
    expect(await again(invoice)).toEqual({ state: 'queued' })
  })

  test('waits like the invoice itself until the owner’s address is confirmed', async () => {
    const invoice = await make()
    await receive(invoice, { sendReceipt: false })
    const waiting = { ...app.deps, mailWaitsForVerification: true }
    expect(await sendReceiptAgain(waiting, '203.0.113.9', { businessId, invoiceId: invoice.id })).toEqual({
      state: 'held',
    })
  })
})

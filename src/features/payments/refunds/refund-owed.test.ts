import { eq } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { expectRightMoney } from '../../../../test/support/figures/money-books.ts'
import { addInvoiceRow } from '../../../../test/support/fixtures/invoice-rows.ts'
import { confirm, deliver, openPage, readLedger } from '../../../../test/support/fixtures/payments.ts'
import { type FakeCards, createFakeCards } from '../../../../test/support/providers/fake-cards.ts'
import { readPdf } from '../../../../test/support/read-pdf.ts'
import { type TestApp, answerOf, createTestApp, problemOf } from '../../../../test/support/test-app.ts'
import { mails } from '../../../platform/db/tables/mail.ts'
import { withTenant } from '../../../platform/db/transaction.ts'
import { getInvoice, getTimeline } from '../../invoices/contract.ts'
import { getPublicInvoice } from '../../invoices/public/contract.ts'
import { getPaymentReceipt, listPayments, refundPayment, sendReceipt, setRefundOwed } from '../contract.ts'

let app: TestApp
let cards: FakeCards
let owner: Awaited<ReturnType<TestApp['signUpAndIn']>>
let businessId: string
let id: string
let paymentId: string
let providerPaymentId: string
const now = new Date('2026-11-05T12:00:00Z')

beforeAll(async () => {
  cards = createFakeCards({ now: () => now, isLive: true })
  app = await createTestApp({ now: () => now, cards: cards.provider })
  owner = await app.signUpAndIn()
  businessId = owner.session.business.id
})
beforeEach(async () => {
  cards.losesAnswerTo = null
  cards.refundState = 'succeeded'
  id = await addInvoiceRow(app.database, businessId)
  const { sessionId } = await openPage(app, businessId, id)
  providerPaymentId = cards.pay(sessionId)
  await confirm(app, id, sessionId)
  paymentId = (await books()).payments[0]?.id ?? ''
})
afterAll(() => app.close())

const books = () => readLedger(app, businessId, id)
const signedIn = () => ({ cookie: owner.cookie })

function refund(amountMinor: number, wish: { stillOwed?: boolean; requestId?: string } = {}) {
  const body = { amountMinor, requestId: randomUUID(), ...wish }
  return app.send(refundPayment, { params: { id, paymentId }, body }, signedIn())
}

async function setOwed(stillOwed: boolean) {
  const refundId = (await books()).refunds[0]?.id ?? ''
  return app.send(setRefundOwed, { params: { id, refundId }, body: { stillOwed } }, signedIn())
}

async function readMails(kind: string) {
  const sent = await withTenant(app.database, businessId, ({ db }) =>
    db.select().from(mails).where(eq(mails.invoiceId, id)),
  )
  return sent.filter((mail) => mail.kind === kind)
}

describe('a refund that nobody says more about', () => {
  test('does not change the receipt of the payment', async () => {
    const drawReceipt = async () => {
      const response = await app.send(getPaymentReceipt, { params: { id, paymentId } }, signedIn())
      return (await readPdf(Buffer.from(await response.arrayBuffer()))).text
    }
    const before = await drawReceipt()
    await refund(10_000)
    expect(await drawReceipt()).toBe(before)
    expect(before).not.toContain('efunded')
  })

  test('leaves the invoice settled, and the documents say what was refunded', async () => {
    const invoice = await answerOf(refundPayment, await refund(125_000))
    expect(invoice).toMatchObject({ status: 'paid', openMinor: 0, receivedMinor: 0, waivedMinor: 125_000 })
    expect(invoice.paidAt).not.toBeNull()
    const document = await answerOf(getPublicInvoice, await app.send(getPublicInvoice, { params: { id } }))
    expect(document).toMatchObject({ status: 'paid', amountDueMinor: 0, waivedMinor: 125_000 })
    expect(document.movements.map(({ kind }) => kind)).toEqual(['payment', 'refund'])
    await answerOf(sendReceipt, await app.send(sendReceipt, { params: { id } }))
    const receipts = await readMails('receipt')
    const texts = receipts.map(({ text }) => text?.replaceAll(/\s+/g, ' ') ?? '')
    const refunded = 'Of this, $1,250.00 was refunded. Nothing is left to pay.'
    expect(texts.filter((text) => text.includes(refunded))).toHaveLength(1)
    expect(texts.every((text) => text.includes('$1,250.00 was paid'))).toBe(true)
    await expectRightMoney(app.database, businessId)
  })

  test('of a part leaves it settled, too', async () => {
    await refund(40_000)
    expect((await books()).invoice).toMatchObject({
      status: 'paid',
      receivedMinor: 85_000,
      waivedMinor: 40_000,
    })
    const ledger = await answerOf(listPayments, await app.send(listPayments, { params: { id } }, signedIn()))
    expect(ledger).toMatchObject({ waivedMinor: 40_000, openMinor: 0, overpaidMinor: 0 })
    expect(ledger.payments[0]?.refunds).toMatchObject([{ amountMinor: 40_000, stillOwed: false }])
  })
})

describe('whether the client still owes it', () => {
  test('can be changed afterwards, either way, and is noted', async () => {
    await refund(125_000)
    const owed = await answerOf(setRefundOwed, await setOwed(true))
    expect(owed).toMatchObject({ status: 'pending', openMinor: 125_000, waivedMinor: 0, paidAt: null })
    // Repeating the request changes nothing.
    await answerOf(setRefundOwed, await setOwed(true))
    await expectRightMoney(app.database, businessId)
    const waived = await answerOf(setRefundOwed, await setOwed(false))
    expect(waived).toMatchObject({ status: 'paid', openMinor: 0, waivedMinor: 125_000 })
    await expectRightMoney(app.database, businessId)
    const { events } = await books()
    expect(events).toEqual(['owed-again 125000', 'paid 125000', 'refunded 125000', 'waived 125000'])
    const timeline = await app.send(getTimeline, { params: { id } }, signedIn())
    const { entries } = await answerOf(getTimeline, timeline)
    expect(entries.map(({ kind }) => kind)).toContain('waived')
  })

  test('is not changed by another business, nor through another invoice', async () => {
    await refund(125_000)
    const made = (await books()).refunds[0]?.id ?? ''
    const stranger = await app.signUpAndIn()
    const body = { stillOwed: true }
    for (const [params, cookie] of [
      [{ id, refundId: made }, stranger.cookie],
      [{ id: await addInvoiceRow(app.database, businessId), refundId: made }, owner.cookie],
      [{ id, refundId: randomUUID() }, owner.cookie],
    ] as const) {
      expect(await problemOf(await app.send(setRefundOwed, { params, body }, { cookie }))).toMatchObject({
        code: 'NOT_FOUND',
      })
    }
    expect((await books()).invoice?.status).toBe('paid')
  })

  test('is the latest choice when the same refund is asked for again', async () => {
    const requestId = randomUUID()
    cards.losesAnswerTo = 'refund'
    await refund(125_000, { requestId, stillOwed: false })
    cards.losesAnswerTo = null
    await answerOf(refundPayment, await refund(125_000, { requestId, stillOwed: true }))
    expect(await books()).toMatchObject({ invoice: { status: 'pending' }, refunds: [{ stillOwed: true }] })
  })
})

describe('the mail to the client', () => {
  const event = () => cards.event('charge.refunded', { payment_intent: providerPaymentId })

  test('says how much, for which invoice, how long it takes and that it is not owed', async () => {
    await refund(40_000)
    const [mail, ...more] = await readMails('refund')
    const { invoice } = await books()
    expect(more).toEqual([])
    expect(mail).toMatchObject({ toAddress: invoice?.clientEmail, replyTo: invoice?.companyEmail })
    expect(mail?.subject).toBe(
      `Refund of $400.00 for invoice ${invoice?.number} from ${invoice?.companyName}`,
    )
    const text = mail?.text?.replaceAll(/\s+/g, ' ')
    expect(text).toContain('usually takes 5 to 10 business days')
    expect(text).toContain('You don’t need to pay this amount again.')
  })

  test('says what is open when it is still owed', async () => {
    await refund(40_000, { stillOwed: true })
    const [mail] = await readMails('refund')
    expect(mail?.text).toContain('$400.00 is still due. You can pay it online.')
  })

  test('goes out once, however often the provider tells of the refund', async () => {
    cards.refundState = 'pending'
    await refund(40_000)
    const [made] = cards.refunds.get(providerPaymentId) ?? []
    cards.setRefund(made?.providerRefundId ?? '', 'succeeded')
    await Promise.all([deliver(app, event()), deliver(app, event())])
    expect(await readMails('refund')).toHaveLength(1)
  })

  test('goes out for a refund that was made in the provider’s dashboard', async () => {
    cards.refundElsewhere(providerPaymentId, 10_000)
    await deliver(app, event())
    await deliver(app, event())
    expect(await readMails('refund')).toHaveLength(1)
  })

  test('does not go out for one that failed', async () => {
    cards.refundState = 'failed'
    await refund(40_000)
    expect(await readMails('refund')).toEqual([])
    expect((await books()).invoice?.status).toBe('paid')
  })
})

test('an invoice of which a part was waived has no offer for paying early', async () => {
  const run = (sql: string) => withTenant(app.database, businessId, ({ client }) => client.query(sql, [id]))
  await run(`update invoices set payment_terms = '2_10_net_30', issue_date = '2026-11-05' where id = $1`)
  await refund(125_000)
  await answerOf(setRefundOwed, await setOwed(true))
  await run('update invoices set waived_minor = 25000 where id = $1')
  const document = await answerOf(getPublicInvoice, await app.send(getPublicInvoice, { params: { id } }))
  expect(document).toMatchObject({ earlyPayment: null, amountDueMinor: 100_000 })
  const invoice = await answerOf(getInvoice, await app.send(getInvoice, { params: { id } }, signedIn()))
  expect(invoice.openMinor).toBe(100_000)
})

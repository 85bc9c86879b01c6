import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeInvoice } from '../../../../test/support/fixtures/invoices.ts'
import { confirm, openPage, readLedger } from '../../../../test/support/fixtures/payments.ts'
import { payByCard } from '../../../../test/support/providers/sandbox-checkout.ts'
import {
  type TestApp,
  answerOf,
  createTestApp,
  problemOf,
  testOrigin,
} from '../../../../test/support/test-app.ts'
import { confirmPayment, refundPayment, startCheckout } from '../contract.ts'

/** End to end: the provider's official client and the built-in sandbox, over a real socket. */
let app: TestApp
let owner: Awaited<ReturnType<TestApp['signUpAndIn']>>
let businessId: string
let id: string

beforeAll(async () => {
  app = await createTestApp()
  owner = await app.signUpAndIn()
  businessId = owner.session.business.id
})
beforeEach(async () => {
  const charge = { kind: 'amount', amountMinor: 123_456 } as const
  id = (await makeInvoice(app, owner.cookie, { charge })).id
})
afterAll(() => app.close())

const books = () => readLedger(app, businessId, id)
const open = () => openPage(app, businessId, id)

async function confirmation(sessionId: string) {
  return answerOf(confirmPayment, await confirm(app, id, sessionId))
}

test('a card is charged what is open, and the return page confirms it', async () => {
  const { url, sessionId } = await open()
  expect(new URL(url).origin).toBe(testOrigin)
  const { location } = await payByCard(app, url)
  expect(location).toBe(`${testOrigin}/payment-success?invoice_id=${id}&session_id=${sessionId}`)
  expect(await confirmation(sessionId)).toMatchObject({ state: 'confirmed', amountMinor: 123_456 })
  expect(await books()).toMatchObject({
    invoice: { status: 'paid', receivedMinor: 123_456 },
    checkout: { state: 'complete' },
    payments: [{ method: 'card', amountMinor: 123_456 }],
    mails: ['payment-received', 'receipt'],
  })
})

test('a declined card leaves the page open: the client sees why, and another card pays', async () => {
  const { url, sessionId } = await open()
  const declined = await payByCard(app, url, '4000000000000002')
  expect(declined.error).toContain('declined')
  const failed = await confirmation(sessionId)
  expect(failed.state).toBe('failed')
  expect(failed.reason).toContain('declined')
  expect((await open()).url).toBe(url)
  await payByCard(app, url)
  expect(await confirmation(sessionId)).toMatchObject({ state: 'confirmed' })
  expect((await books()).payments).toHaveLength(1)
})

test('a second tab gets the same page, and after paying there is none', async () => {
  const [first, second] = await Promise.all([open(), open()])
  expect(second.url).toBe(first.url)
  await payByCard(app, first.url)
  const response = await app.send(startCheckout, { params: { id }, body: { method: 'card' } })
  expect(await problemOf(response)).toMatchObject({ code: 'INVOICE_PAID' })
  expect((await books()).payments).toHaveLength(1)
})

describe('with events', () => {
  beforeAll(() => app.startPaymentJobs())

  test('a payment is noticed without anybody coming back, and coming back then finds it', async () => {
    const { url, sessionId } = await open()
    await payByCard(app, url, '4000002500003155')
    await expect.poll(async () => (await books()).invoice?.status).toBe('paid')
    expect(await confirmation(sessionId)).toMatchObject({ state: 'confirmed' })
    expect(await books()).toMatchObject({
      payments: [{ amountMinor: 123_456 }],
      events: expect.arrayContaining(['paid 123456']) as string[],
      mails: ['payment-received', 'receipt'],
    })
  })

  test('a refund in two parts gives back all and no more', async () => {
    const { url, sessionId } = await open()
    await payByCard(app, url)
    await confirmation(sessionId)
    const paymentId = (await books()).payments[0]?.id ?? ''
    const refund = (amountMinor: number) =>
      app.send(
        refundPayment,
        { params: { id, paymentId }, body: { amountMinor, requestId: randomUUID() } },
        { cookie: owner.cookie },
      )
    expect(await answerOf(refundPayment, await refund(100_000))).toMatchObject({ receivedMinor: 23_456 })
    expect(await answerOf(refundPayment, await refund(23_456))).toMatchObject({
      receivedMinor: 0,
      openMinor: 0,
      waivedMinor: 123_456,
    })
    expect(await problemOf(await refund(1))).toMatchObject({ code: 'NOT_REFUNDABLE' })
    // The events of these refunds change nothing when they arrive.
    const eventCount = async () => {
      const sql = `select from card_events where type like '%refund%'`
      return (await app.database.platform.query(sql)).rows.length
    }
    await expect.poll(eventCount).toBeGreaterThanOrEqual(2)
    expect((await books()).refunds).toHaveLength(2)
  })

  /** Pays with the card whose holder disputes it, and waits until the dispute is recorded. */
  async function payDisputed() {
    const { url } = await open()
    await payByCard(app, url, '4000000000000259')
    await expect.poll(async () => (await books()).invoice?.isDisputed).toBe(true)
    const { disputes } = await books()
    return disputes[0]!.url
  }

  const answer = (url: string, choice: 'evidence' | 'accept') =>
    app.app.request(url, {
      method: 'POST',
      headers: { origin: testOrigin },
      body: new URLSearchParams({ answer: choice }),
    })

  test('a payment that is disputed is won with evidence on the sandbox’s page', async () => {
    const url = await payDisputed()
    expect(await books()).toMatchObject({
      invoice: { status: 'pending', receivedMinor: 0 },
      disputes: [{ state: 'open', reason: 'fraudulent', needsResponse: true, amountMinor: 123_456 }],
    })
    const page = await app.app.request(url)
    expect(await page.text()).toContain('Disputed payment of $1,234.56')
    expect((await answer(url, 'evidence')).status).toBe(303)
    // A repeated submit changes nothing.
    expect((await answer(url, 'accept')).status).toBe(303)
    await expect.poll(async () => (await books()).invoice?.status).toBe('paid')
    expect((await books()).disputes).toMatchObject([{ state: 'won', needsResponse: false }])
    expect(await (await app.app.request(url)).text()).toContain('The bank decided in your favor.')
  })

  test('one that the owner accepts is lost', async () => {
    const url = await payDisputed()
    await answer(url, 'accept')
    await expect.poll(async () => (await books()).disputes[0]?.state).toBe('lost')
    expect((await books()).invoice).toMatchObject({
      status: 'pending',
      isDisputed: false,
      openMinor: 123_456,
    })
  })
})

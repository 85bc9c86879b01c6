import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addInvoiceRow } from '../../../test/support/fixtures/invoice-rows.ts'
import { markPaid } from '../../../test/support/fixtures/invoices.ts'
import { deliver, openPage, readLedger } from '../../../test/support/fixtures/payments.ts'
import { type FakeCards, createFakeCards } from '../../../test/support/providers/fake-cards.ts'
import { type TestApp, createTestApp } from '../../../test/support/test-app.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import { deleteInvoice } from '../invoices/contract.ts'
import { payDemo, startCheckout } from './contract.ts'
import { reconcile, reconcileAlone } from './reconcile-payments.ts'
import { startPaymentJobs } from './start-payment-jobs.ts'

let app: TestApp
let cards: FakeCards
let owner: Awaited<ReturnType<TestApp['signUpAndIn']>>
let businessId: string
let id: string
let now: Date
const minute = 60_000

beforeAll(async () => {
  cards = createFakeCards({ now: () => now })
  app = await createTestApp({ now: () => now, cards: cards.provider })
  owner = await app.signUpAndIn()
  businessId = owner.session.business.id
})
beforeEach(async () => {
  now = new Date('2026-11-05T12:00:00Z')
  cards.failure = null
  cards.losesAnswerTo = null
  cards.beforeAnswer = undefined
  id = await addInvoiceRow(app.database, businessId)
})
afterAll(() => app.close())

const books = (invoiceId = id) => readLedger(app, businessId, invoiceId)
const open = (invoiceId = id) => openPage(app, businessId, invoiceId)
const pass = (minutes: number) => (now = new Date(now.getTime() + minutes * minute))

describe('reconciling', () => {
  test('finds a payment of which no event told, once the visit is ten minutes old', async () => {
    const { sessionId } = await open()
    cards.pay(sessionId)
    pass(9)
    await reconcile(app.deps)
    expect((await books()).payments).toEqual([])
    pass(2)
    await reconcile(app.deps)
    await reconcile(app.deps)
    expect(await books()).toMatchObject({
      invoice: { status: 'paid' },
      payments: [{ amountMinor: 125_000 }],
      mails: ['payment-received', 'receipt'],
    })
  })

  test('leaves an open page open, and lets a closed one go', async () => {
    const { sessionId } = await open()
    pass(11)
    await reconcile(app.deps)
    expect((await books()).checkout?.state).toBe('open')
    cards.set(sessionId, { state: 'expired', declined: null })
    await reconcile(app.deps)
    expect((await books()).checkout?.state).toBe('expired')
  })

  test('one that fails does not stop the others', async () => {
    const other = await addInvoiceRow(app.database, businessId)
    const lost = await open()
    const good = await open(other)
    cards.sessions.delete(lost.sessionId)
    cards.pay(good.sessionId)
    pass(11)
    await reconcile(app.deps)
    expect((await books()).checkout?.state).toBe('open')
    expect((await books(other)).invoice?.status).toBe('paid')
    expect(app.log.join('')).toContain('could not reconcile')
    // A session that the provider does not know, and that would have expired by now, counts as over.
    pass(24 * 60)
    await reconcile(app.deps)
    expect((await books()).checkout?.state).toBe('expired')
  })

  test('asks again for a page that was never answered, and gives it up when it is too late for that', async () => {
    cards.losesAnswerTo = 'create'
    await app.send(startCheckout, { params: { id }, body: { method: 'card' } })
    const late = await addInvoiceRow(app.database, businessId)
    await app.send(startCheckout, { params: { id: late }, body: { method: 'card' } })
    cards.losesAnswerTo = null
    expect((await books()).checkout?.state).toBe('opening')
    pass(11)
    cards.calls.create.length = 0
    await reconcile(app.deps)
    const { checkout } = await books()
    expect(checkout?.state).toBe('open')
    expect(cards.calls.create).toContainEqual(checkout?.request)
    expect(cards.sessionOf(checkout?.sessionId ?? '').request.reference).toBe(checkout?.id)
  })

  test('gives up a page that was never answered when it is too late to ask', async () => {
    cards.losesAnswerTo = 'create'
    await app.send(startCheckout, { params: { id }, body: { method: 'card' } })
    cards.losesAnswerTo = null
    pass(24 * 60 - 30)
    cards.calls.create.length = 0
    await reconcile(app.deps)
    expect((await books()).checkout?.state).toBe('expired')
    expect(cards.calls.create).toEqual([])
  })

  test('does not take a payment for lost because its key is refused', async () => {
    const { sessionId } = await open()
    cards.pay(sessionId)
    pass(25 * 60)
    cards.failure = { kind: 'refused' }
    await reconcile(app.deps)
    expect((await books()).checkout?.state).toBe('open')
    cards.failure = null
    await reconcile(app.deps)
    expect(await books()).toMatchObject({ invoice: { status: 'paid' }, checkout: { state: 'complete' } })
  })

  test('ends early when nobody answers', async () => {
    for (let count = 0; count < 20; count++) await open(await addInvoiceRow(app.database, businessId))
    pass(11)
    cards.failure = { kind: 'unreachable' }
    cards.calls.read.length = 0
    await reconcile(app.deps)
    expect(cards.calls.read.length).toBeGreaterThanOrEqual(5)
    expect(cards.calls.read.length).toBeLessThan(10)
    cards.failure = null
    await reconcile(app.deps)
    expect(cards.calls.read.length).toBeGreaterThanOrEqual(20)
  })

  test('looks at five hundred visits at most, the oldest first', async () => {
    const { sessionId } = await open()
    await withTenant(app.database, businessId, ({ client }) =>
      client.query(
        `insert into checkouts (business_id, invoice_id, invoice_number, amount_minor, request, state, session_id,
           expires_at, created_at)
         select $1, gen_random_uuid(), 'OLDER', 100, '{}', 'open', 'cs_older_' || n, $2, $2 from generate_series(1, 500) n`,
        [businessId, new Date(now.getTime() - 24 * 60 * minute)],
      ),
    )
    pass(11)
    cards.calls.expire.length = 0
    cards.calls.read.length = 0
    await reconcile(app.deps)
    expect(cards.calls.expire).toHaveLength(500)
    expect(cards.calls.read).toEqual([])
    // The provider does not know those sessions, so they no longer block the run.
    await reconcile(app.deps)
    expect(cards.calls.read).toContain(sessionId)
  })

  test('a second run does nothing while the first is under way', async () => {
    const { sessionId } = await open()
    pass(11)
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    cards.calls.read.length = 0
    cards.beforeAnswer = () => held
    const first = reconcileAlone(app.deps)
    await expect.poll(() => cards.calls.read.length).toBeGreaterThan(0)
    // The first run waits for its responses, so a second run that asked anything would wait as well.
    await reconcileAlone(app.deps)
    expect(new Set(cards.calls.read).size).toBe(cards.calls.read.length)
    cards.beforeAnswer = undefined
    release()
    await first
    cards.calls.read.length = 0
    await expect
      .poll(async () => {
        await reconcileAlone(app.deps)
        return cards.calls.read
      })
      .toContain(sessionId)
  })

  test('closes a page that is not wanted any more', async () => {
    const { sessionId } = await open()
    await markPaid(app, businessId, id)
    pass(11)
    await reconcile(app.deps)
    expect(cards.sessionOf(sessionId).facts.state).toBe('expired')
  })
})

describe('by themselves', () => {
  beforeAll(() => startPaymentJobs(app.deps))

  test('what happened while nobody was there is asked for at the start', async () => {
    const { sessionId } = await open()
    cards.pay(sessionId)
    pass(11)
    await startPaymentJobs(app.deps)
    await expect.poll(async () => (await books()).payments.length).toBe(1)
  })

  test('a page is closed when the invoice is paid another way', async () => {
    const { sessionId } = await open()
    await app.send(payDemo, { params: { id } })
    await expect.poll(async () => (await books()).checkout?.state).toBe('expired')
    expect(cards.sessionOf(sessionId).facts.state).toBe('expired')
  })

  test('and when it is deleted; a client who was quicker has paid, and that is kept', async () => {
    const { sessionId } = await open()
    const quick = await addInvoiceRow(app.database, businessId)
    const paid = await open(quick)
    cards.pay(paid.sessionId)
    for (const gone of [id, quick]) {
      await app.send(deleteInvoice, { params: { id: gone } }, { cookie: owner.cookie })
    }
    await expect.poll(async () => (await books()).checkout?.state).toBe('expired')
    expect(cards.sessionOf(sessionId).facts.state).toBe('expired')
    await expect.poll(async () => (await books(quick)).payments).toHaveLength(1)
    expect(await books(quick)).toMatchObject({ payments: [{ invoiceId: null }] })
  })

  test('a refund of which word came before its payment is found', async () => {
    const { sessionId } = await open()
    const paymentId = cards.pay(sessionId)
    cards.refundElsewhere(paymentId, 25_000)
    const early = cards.event('refund.created', { id: 're_1', payment_intent: paymentId })
    expect((await deliver(app, early)).status).toBe(200)
    await deliver(app, cards.checkoutEvent(sessionId))
    await expect.poll(async () => (await books()).refunds).toHaveLength(1)
    expect(await books()).toMatchObject({ invoice: { status: 'paid', receivedMinor: 100_000 } })
  })
})

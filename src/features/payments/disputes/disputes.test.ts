import { eq } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { expectRightMoney } from '../../../../test/support/figures/money-books.ts'
import { addInvoiceRow } from '../../../../test/support/fixtures/invoice-rows.ts'
import { confirm, deliver, openPage, readLedger, start } from '../../../../test/support/fixtures/payments.ts'
import { type FakeCards, createFakeCards } from '../../../../test/support/providers/fake-cards.ts'
import { type TestApp, answerOf, createTestApp, problemOf } from '../../../../test/support/test-app.ts'
import { mails } from '../../../platform/db/tables/mail.ts'
import { withTenant } from '../../../platform/db/transaction.ts'
import { listInvoices } from '../../invoices/contract.ts'
import { getPublicInvoice } from '../../invoices/public/contract.ts'
import {
  getPaymentOptions,
  listPayments,
  payDemo,
  recordPayment,
  refundPayment,
  setDisputeOwed,
} from '../contract.ts'
import { reconcile } from '../reconcile-payments.ts'
import { syncPayment } from '../start-payment-jobs.ts'

let app: TestApp
let cards: FakeCards
let owner: Awaited<ReturnType<TestApp['signUpAndIn']>>
let businessId: string
let id: string
let sessionId: string
let providerPaymentId: string
let now: Date

beforeAll(async () => {
  cards = createFakeCards({ now: () => now })
  app = await createTestApp({ now: () => now, cards: cards.provider })
  owner = await app.signUpAndIn()
  businessId = owner.session.business.id
})
beforeEach(async () => {
  now = new Date('2026-11-05T12:00:00Z')
  cards.failure = null
  cards.beforeAnswer = undefined
  id = await addInvoiceRow(app.database, businessId)
  sessionId = (await openPage(app, businessId, id)).sessionId
  providerPaymentId = cards.pay(sessionId)
  await confirm(app, id, sessionId)
})
afterAll(() => app.close())

const books = () => readLedger(app, businessId, id)
const signedIn = () => ({ cookie: owner.cookie })
const later = (hours: number) => new Date(now.getTime() + hours * 3_600_000)

async function readMails() {
  const sent = await withTenant(app.database, businessId, ({ db }) =>
    db.select().from(mails).where(eq(mails.invoiceId, id)),
  )
  return sent.filter(({ kind }) => kind === 'dispute')
}

async function open(facts: Parameters<FakeCards['dispute']>[1] = {}) {
  const dispute = cards.dispute(providerPaymentId, facts)
  await deliver(app, cards.disputeEvent('created', dispute))
  return dispute
}

async function close(dispute: Awaited<ReturnType<typeof open>>, state: 'won' | 'lost') {
  cards.decide(dispute, state)
  await deliver(app, cards.disputeEvent('closed', dispute))
}

describe('the ledger', () => {
  test('a dispute takes the money back when it opens, and gives it back when it is won', async () => {
    const dispute = await open()
    expect(await books()).toMatchObject({
      invoice: { status: 'pending', receivedMinor: 0, openMinor: 125_000, isDisputed: true, paidAt: null },
      disputes: [{ state: 'open', amountMinor: 125_000, reason: 'fraudulent', openedOn: '2026-11-05' }],
      events: ['disputed 125000', 'paid 125000'],
    })
    await expectRightMoney(app.database, businessId)
    await close(dispute, 'won')
    expect(await books()).toMatchObject({
      invoice: { status: 'paid', receivedMinor: 125_000, openMinor: 0, isDisputed: false },
      disputes: [{ state: 'won', closedAt: now, needsResponse: false }],
      events: ['dispute-won 125000', 'disputed 125000', 'paid 125000'],
    })
    await expectRightMoney(app.database, businessId)
  })

  test('one that is lost leaves the invoice owed, until its owner marks it as no longer owed', async () => {
    await close(await open(), 'lost')
    expect((await books()).invoice).toMatchObject({
      status: 'pending',
      openMinor: 125_000,
      isDisputed: false,
    })
    await expectRightMoney(app.database, businessId)
    const disputeId = (await books()).disputes[0]?.id ?? ''
    const wish = { params: { id, disputeId }, body: { stillOwed: false } }
    const waived = await answerOf(setDisputeOwed, await app.send(setDisputeOwed, wish, signedIn()))
    expect(waived).toMatchObject({ status: 'paid', openMinor: 0, waivedMinor: 125_000 })
    const stranger = await app.signUpAndIn()
    expect(await problemOf(await app.send(setDisputeOwed, wish, stranger))).toMatchObject({
      code: 'NOT_FOUND',
    })
  })

  test('an inquiry moves nothing, and takes the money once it becomes a dispute', async () => {
    const dispute = await open({ state: 'inquiry', status: 'warning_needs_response' })
    expect((await books()).invoice).toMatchObject({ status: 'paid', isDisputed: false })
    Object.assign(dispute, { state: 'open', status: 'needs_response' })
    await deliver(app, cards.disputeEvent('updated', dispute))
    expect((await books()).invoice).toMatchObject({ status: 'pending', isDisputed: true })
    await expectRightMoney(app.database, businessId)
  })

  test('one in another currency counts as the whole payment', async () => {
    await open({ currency: 'EUR', amountMinor: 100 })
    expect((await books()).disputes).toMatchObject([{ currency: 'USD', amountMinor: 125_000 }])
  })

  test('one in a currency that is not known here counts as the whole payment', async () => {
    await open({ currency: 'XXX', amountMinor: null })
    expect((await books()).disputes).toMatchObject([{ amountMinor: 125_000 }])
  })

  test('a status that is not known here keeps what is known, and is looked at again', async () => {
    const dispute = await open()
    Object.assign(dispute, { state: null, status: 'escalated', isClosed: false, needsResponse: false })
    await deliver(app, cards.disputeEvent('updated', dispute))
    expect((await books()).disputes).toMatchObject([{ state: 'open', needsResponse: true }])
    cards.decide(dispute, 'lost')
    now = later(13)
    await reconcile(app.deps)
    expect((await books()).disputes).toMatchObject([{ state: 'lost' }])
  })

  test('one that is first seen with an unknown status moves nothing until it is understood', async () => {
    const dispute = await open({ state: null, status: 'prevented_somehow' })
    expect(await books()).toMatchObject({ invoice: { status: 'paid' }, disputes: [{ state: 'inquiry' }] })
    expect(await readMails()).toEqual([])
    Object.assign(dispute, { state: 'open', status: 'needs_response' })
    now = later(13)
    await reconcile(app.deps)
    expect((await books()).invoice).toMatchObject({ isDisputed: true })
  })
})

describe('events in any order', () => {
  test('the same twice and at once, and all kinds of them, count once', async () => {
    const dispute = cards.dispute(providerPaymentId)
    const created = cards.disputeEvent('created', dispute)
    const others = (['funds_withdrawn', 'updated'] as const).map((type) => cards.disputeEvent(type, dispute))
    await Promise.all([created, created, created, ...others].map(async (event) => deliver(app, event)))
    expect(await books()).toMatchObject({ disputes: [{ state: 'open' }] })
    expect((await books()).events).toEqual(['disputed 125000', 'paid 125000'])
    expect(await readMails()).toHaveLength(1)
    await expectRightMoney(app.database, businessId)
  })

  test('closed before created', async () => {
    const dispute = cards.dispute(providerPaymentId)
    const created = cards.disputeEvent('created', dispute)
    await close(dispute, 'lost')
    await deliver(app, created)
    expect(await books()).toMatchObject({ invoice: { isDisputed: false }, disputes: [{ state: 'lost' }] })
    expect((await books()).events).toEqual(['dispute-lost 125000', 'paid 125000'])
  })

  test('an answer that was given while it was open and comes after it was won takes nothing back', async () => {
    const dispute = cards.dispute(providerPaymentId)
    const created = cards.disputeEvent('created', dispute)
    let release: () => void = () => undefined
    let asked: () => void = () => undefined
    const isAsked = new Promise<void>((resolve) => {
      asked = resolve
    })
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    cards.beforeAnswer = () => {
      asked()
      return held
    }
    const late = deliver(app, created)
    await isAsked
    cards.beforeAnswer = undefined
    await close(dispute, 'won')
    release()
    await late
    expect(await books()).toMatchObject({ invoice: { status: 'paid' }, disputes: [{ state: 'won' }] })
  })

  test('before the payment is known: it is found when the payment is written', async () => {
    const other = await addInvoiceRow(app.database, businessId)
    const page = await openPage(app, businessId, other)
    const paid = cards.pay(page.sessionId)
    const dispute = cards.dispute(paid)
    expect((await deliver(app, cards.disputeEvent('created', dispute))).status).toBe(200)
    expect((await readLedger(app, businessId, other)).disputes).toEqual([])
    await confirm(app, other, page.sessionId)
    const { rows } = await app.database.platform.query<{ data: Parameters<typeof syncPayment>[1] }>(
      `select data from pgboss.job where name = 'sync-refunds' and data ->> 'providerPaymentId' = $1`,
      [paid],
    )
    expect(rows).toHaveLength(1)
    await syncPayment(app.deps, rows[0]!.data)
    expect(await readLedger(app, businessId, other)).toMatchObject({
      invoice: { status: 'pending', isDisputed: true },
      disputes: [{ state: 'open' }],
    })
  })

  test('an event that cannot be looked into is answered with an error, so that it comes again', async () => {
    const dispute = cards.dispute(providerPaymentId)
    const event = cards.disputeEvent('created', dispute)
    cards.failure = { kind: 'unreachable', only: 'listDisputes' }
    expect((await deliver(app, event)).status).toBe(502)
    cards.failure = null
    expect((await deliver(app, event)).status).toBe(200)
    expect((await books()).disputes).toHaveLength(1)
  })

  test('a key that may not read disputes is no reason to send the event again', async () => {
    const event = cards.disputeEvent('created', cards.dispute(providerPaymentId))
    cards.failure = { kind: 'refused', only: 'listDisputes', signs: { isForbidden: true } }
    expect((await deliver(app, event)).status).toBe(200)
  })
})

describe('without events', () => {
  test('reconciling finds new disputes, and how they were decided', async () => {
    const dispute = cards.dispute(providerPaymentId)
    await reconcile(app.deps)
    await reconcile(app.deps)
    expect((await books()).disputes).toMatchObject([{ state: 'open' }])
    expect(await readMails()).toHaveLength(1)
    cards.decide(dispute, 'won')
    now = later(13)
    await reconcile(app.deps)
    expect((await books()).disputes).toMatchObject([{ state: 'won' }])
    // Decided disputes are not polled any more.
    const asked = cards.calls.listDisputes.length
    now = later(13)
    await reconcile(app.deps)
    const since = cards.calls.listDisputes.slice(asked).filter((one) => one === providerPaymentId)
    expect(since).toEqual([])
  })

  test('it asks for what was opened since the last answer, with an hour to spare', async () => {
    await reconcile(app.deps)
    const first = now
    now = later(1)
    cards.failure = { kind: 'unreachable', only: 'listDisputes' }
    await reconcile(app.deps)
    cards.failure = null
    now = later(1)
    await reconcile(app.deps)
    const asked = cards.calls.listDisputes.findLast((one) => one instanceof Date)
    expect(asked).toEqual(new Date(first.getTime() - 3_600_000))
    now = later(1)
    await reconcile(app.deps)
    expect(cards.calls.listDisputes.findLast((one) => one instanceof Date)).toEqual(later(-2))
  })

  test('a look while the clock was ahead hides nothing once it is right again', async () => {
    const right = now
    now = later(24 * 365)
    await reconcile(app.deps)
    now = right
    cards.dispute(providerPaymentId)
    await reconcile(app.deps)
    expect((await books()).disputes).toMatchObject([{ state: 'open' }])
  })
})

describe('while it is open', () => {
  test('nothing can be paid, and the page says why', async () => {
    await open()
    const options = await answerOf(getPaymentOptions, await app.send(getPaymentOptions, { params: { id } }))
    expect(options).toMatchObject({ isDisputed: true, card: false, paypal: false, demo: false })
    expect(await problemOf(await start(app, id))).toMatchObject({ code: 'INVOICE_DISPUTED' })
    expect(await problemOf(await app.send(payDemo, { params: { id } }))).toMatchObject({
      code: 'INVOICE_DISPUTED',
    })
    const document = await answerOf(getPublicInvoice, await app.send(getPublicInvoice, { params: { id } }))
    expect(document).toMatchObject({ isDisputed: true, status: 'pending' })
    expect(document.movements.at(-1)).toMatchObject({ kind: 'dispute', amountMinor: 125_000 })
  })

  test('the payment is not refunded; after it is lost there is nothing left to refund', async () => {
    const paymentId = (await books()).payments[0]?.id ?? ''
    const refund = async (amountMinor = 100) =>
      app.send(
        refundPayment,
        { params: { id, paymentId }, body: { amountMinor, requestId: randomUUID() } },
        signedIn(),
      )
    const dispute = await open({ amountMinor: 100_000 })
    expect(await problemOf(await refund())).toMatchObject({
      code: 'NOT_REFUNDABLE',
      message: 'This payment is disputed, so it can’t be refunded until the bank has decided.',
    })
    await close(dispute, 'lost')
    expect(await problemOf(await refund(25_001))).toMatchObject({
      message: 'At most $250.00 can be refunded.',
    })
    await answerOf(refundPayment, await refund(25_000))
    await expectRightMoney(app.database, businessId)
  })

  test('the owner sees it in the ledger and in the list', async () => {
    await open()
    const ledger = await answerOf(listPayments, await app.send(listPayments, { params: { id } }, signedIn()))
    expect(ledger).toMatchObject({ receivedMinor: 0, openMinor: 125_000 })
    expect(ledger.payments[0]).toMatchObject({
      refundableMinor: 0,
      disputes: [
        {
          state: 'open',
          reason: 'fraudulent',
          needsResponse: true,
          evidenceDueAt: '2026-11-12T12:00:00.000Z',
          url: 'https://cards.example/disputes/1',
        },
      ],
    })
    const list = await answerOf(listInvoices, await app.send(listInvoices, { query: {} }, signedIn()))
    expect(list.invoices.find((one) => one.id === id)).toMatchObject({ isDisputed: true })
  })
})

describe('the mails to the owner', () => {
  test('say what happened, by when to answer and where', async () => {
    const dispute = await open()
    const [opened] = await readMails()
    const { invoice } = await books()
    expect(opened).toMatchObject({
      toAddress: invoice?.companyEmail,
      subject: `A payment for invoice ${invoice?.number} is disputed`,
    })
    const text = opened?.text?.replaceAll(/\s+/g, ' ')
    expect(text).toContain('Send evidence by Nov 12, 2026.')
    expect(text).toContain('The cardholder says that they didn’t make this payment.')
    expect(text).toContain('https://cards.example/disputes/1')
    await close(dispute, 'lost')
    await deliver(app, cards.disputeEvent('updated', dispute))
    const subjects = (await readMails()).map(({ subject }) => subject)
    expect(subjects).toHaveLength(2)
    expect(subjects).toContain(`You lost the dispute about invoice ${invoice?.number}`)
  })

  test('a lost one asks for nothing when the client has paid another way', async () => {
    const dispute = await open()
    const cash = { method: 'cash', amountMinor: 125_000, receivedOn: '2026-11-05', note: '' } as const
    const body = { ...cash, sendReceipt: false, requestId: randomUUID() }
    await answerOf(recordPayment, await app.send(recordPayment, { params: { id }, body }, signedIn()))
    await close(dispute, 'lost')
    const lost = (await readMails()).find(({ subject }) => subject.startsWith('You lost'))
    expect(lost?.text).not.toContain('still due')
  })
})

test('a dispute of a payment whose invoice is gone is money all the same', async () => {
  const gone = await addInvoiceRow(app.database, businessId)
  const page = await openPage(app, businessId, gone)
  await withTenant(app.database, businessId, ({ client }) =>
    client.query('delete from invoices where id = $1', [gone]),
  )
  const paid = cards.pay(page.sessionId)
  await deliver(app, cards.checkoutEvent(page.sessionId))
  await deliver(app, cards.disputeEvent('created', cards.dispute(paid)))
  expect((await readLedger(app, businessId, gone)).disputes).toMatchObject([{ state: 'open' }])
  await expectRightMoney(app.database, businessId)
})

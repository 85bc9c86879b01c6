import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { addInvoiceRow } from '../../../../test/support/fixtures/invoice-rows.ts'
import { confirm, deliver, openPage, readLedger } from '../../../../test/support/fixtures/payments.ts'
import { type FakeCards, createFakeCards } from '../../../../test/support/providers/fake-cards.ts'
import { type TestApp, createTestApp, problemOf } from '../../../../test/support/test-app.ts'
import { createStripeProvider } from '../../../platform/cards/stripe-provider.ts'
import { withTenant } from '../../../platform/db/transaction.ts'
import { deleteInvoice } from '../../invoices/contract.ts'
import { receiveStripeEvent } from '../contract.ts'

let app: TestApp
let cards: FakeCards
let owner: Awaited<ReturnType<TestApp['signUpAndIn']>>
let businessId: string
let id: string
let sessionId: string
let checkoutId: string

beforeAll(async () => {
  cards = createFakeCards()
  app = await createTestApp({ cards: cards.provider })
  owner = await app.signUpAndIn()
  businessId = owner.session.business.id
})
beforeEach(async () => {
  cards.failure = null
  id = await addInvoiceRow(app.database, businessId)
  ;({ sessionId, checkoutId } = await openPage(app, businessId, id))
  cards.calls.read.length = 0
})
afterAll(() => app.close())

const books = () => readLedger(app, businessId, id)

async function expectNothing() {
  expect(await books()).toMatchObject({
    invoice: { status: 'pending', receivedMinor: 0 },
    checkout: { state: 'open' },
    payments: [],
    mails: [],
  })
}

async function knownEvents(eventId: string) {
  const { rows } = await app.database.platform.query('select from card_events where id = $1', [eventId])
  return rows.length
}

describe('a signature that is not good', () => {
  beforeEach(() => cards.pay(sessionId))

  const refused = {
    code: 'INVALID_SIGNATURE',
    status: 400,
    message: 'The signature of this request was refused.',
  }
  async function answerTo(delivery: { body: string; signature?: string }) {
    const response = await deliver(app, delivery)
    expect(cards.calls.read).toEqual([])
    await expectNothing()
    return problemOf(response)
  }

  test('is absent or empty', async () => {
    const { body } = cards.checkoutEvent(sessionId)
    expect(await answerTo({ body })).toMatchObject(refused)
    expect(await answerTo({ body, signature: '' })).toMatchObject(refused)
  })

  test('is made up, or of another secret', async () => {
    const { body } = cards.checkoutEvent(sessionId)
    expect(await answerTo({ body, signature: 'malformed' })).toMatchObject(refused)
    expect(await answerTo({ body, signature: 't=1,v1=00' })).toMatchObject(refused)
    expect(await answerTo(cards.checkoutEvent(sessionId, { secret: 'whsec_other' }))).toMatchObject(refused)
  })

  test('is too old', async () => {
    expect(await answerTo(cards.checkoutEvent(sessionId, { age: 301 }))).toMatchObject(refused)
  })

  test('is that of another body', async () => {
    const { body, signature } = cards.checkoutEvent(sessionId)
    expect(await answerTo({ body: body.replace('completed', 'expired'), signature })).toMatchObject(refused)
    expect(await answerTo({ body: `${body} `, signature })).toMatchObject(refused)
    expect(await answerTo({ body: '', signature })).toMatchObject(refused)
  })

  test.each(['', undefined])(
    'is signed with nothing where there is no secret (%j)',
    async (webhookSecret) => {
      const { webhooks } = createStripeProvider({
        secretKey: 'sk_test_x',
        webhookSecret,
        prices: [],
        productName: 'Test',
      })
      vi.spyOn(cards.provider.webhooks, 'read').mockImplementation(webhooks.read)
      const { body } = cards.checkoutEvent(sessionId)
      const { signature } = cards.checkoutEvent(sessionId, { secret: ' ' })
      expect(await answerTo({ body, signature })).toMatchObject(refused)
    },
  )

  test('a body larger than an event is not even read', async () => {
    const response = await deliver(app, { body: 'x'.repeat(1024 * 1024 + 1), signature: 't=1,v1=00' })
    expect(response.status).toBe(413)
  })
})

describe('what an event says is not believed', () => {
  test('an amount or a state that was altered before it was signed has no effect', async () => {
    const { reference } = cards.sessionOf(sessionId).request
    const object = {
      id: sessionId,
      mode: 'payment',
      client_reference_id: reference,
      status: 'complete',
      payment_status: 'paid',
      amount_total: 1,
    }
    const claims = cards.event('checkout.session.completed', object)
    expect((await deliver(app, claims)).status).toBe(200)
    await expectNothing()
    cards.pay(sessionId)
    expect((await deliver(app, cards.event('checkout.session.completed', object))).status).toBe(200)
    expect(await books()).toMatchObject({ payments: [{ amountMinor: 125_000 }] })
  })

  test('it is the right one whatever it is called: a late one of opening brings the payment too', async () => {
    cards.pay(sessionId)
    const object = { id: sessionId, mode: 'payment', client_reference_id: checkoutId }
    await deliver(app, cards.event('checkout.session.expired', object))
    expect(await books()).toMatchObject({ invoice: { status: 'paid' }, checkout: { state: 'complete' } })
  })
})

describe('an event that is not about what is known here', () => {
  test.each([
    ['of a type that nobody asked for', 'customer.tax_id.created', { id: 'txi_1' }],
    ['without anything in it', 'checkout.session.completed', {}],
    [
      'of an unknown reference',
      'checkout.session.completed',
      { id: 'cs_x', mode: 'payment', client_reference_id: randomUUID() },
    ],
    [
      'of a reference that is none of ours',
      'checkout.session.completed',
      { id: 'cs_x', mode: 'payment', client_reference_id: "' or 1=1" },
    ],
    ['of an unknown payment', 'charge.refunded', { id: 'ch_x', payment_intent: 'pi_unknown' }],
  ])('%s: acknowledged, without effect', async (_, type, object) => {
    cards.pay(sessionId)
    const response = await deliver(app, cards.event(type, object))
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ received: true })
    await expectNothing()
  })

  test('another business’s session under this one’s reference, and the other way round', async () => {
    const other = await app.signUpAndIn()
    const otherId = other.session.business.id
    const otherInvoice = await addInvoiceRow(app.database, otherId)
    const theirs = await openPage(app, otherId, otherInvoice)
    cards.pay(theirs.sessionId)
    for (const [session, reference] of [
      [theirs.sessionId, checkoutId],
      [sessionId, theirs.checkoutId],
    ]) {
      const object = { id: session, mode: 'payment', client_reference_id: reference }
      const response = await deliver(app, cards.event('checkout.session.completed', object))
      expect(response.status).toBe(200)
    }
    await expectNothing()
    expect((await readLedger(app, otherId, otherInvoice)).payments).toEqual([])
    await deliver(app, cards.checkoutEvent(theirs.sessionId))
    expect((await readLedger(app, otherId, otherInvoice)).payments).toHaveLength(1)
    await expectNothing()
  })
})

describe('an event of a payment', () => {
  test('has its effect once, and its id is noted with it', async () => {
    cards.pay(sessionId)
    const event = cards.checkoutEvent(sessionId)
    for (let time = 0; time < 3; time += 1) expect((await deliver(app, event)).status).toBe(200)
    expect(cards.calls.read).toHaveLength(1)
    expect(await knownEvents(event.id)).toBe(1)
    expect(await books()).toMatchObject({
      payments: [{ amountMinor: 125_000 }],
      events: ['paid 125000'],
      mails: ['payment-received', 'receipt'],
    })
  })

  test.each(['unreachable', 'refused', 'malformed'] as const)(
    'is sent again when the provider cannot be asked (%s)',
    async (kind) => {
      cards.pay(sessionId)
      const event = cards.checkoutEvent(sessionId)
      cards.failure = { kind }
      expect((await deliver(app, event)).status).toBe(502)
      expect(await knownEvents(event.id)).toBe(0)
      await expectNothing()
      cards.failure = null
      expect((await deliver(app, event)).status).toBe(200)
      expect(await books()).toMatchObject({ payments: [{ amountMinor: 125_000 }] })
    },
  )

  test('finds the visit by its session where it carries no reference', async () => {
    cards.pay(sessionId)
    const object = { id: sessionId, mode: 'payment' }
    await deliver(app, cards.event('checkout.session.completed', object))
    expect((await books()).payments).toHaveLength(1)
  })

  test('tells of a session whose id was lost in a crash', async () => {
    await withTenant(app.database, businessId, ({ client }) =>
      client.query(`update checkouts set state = 'opening', session_id = null, url = null where id = $1`, [
        checkoutId,
      ]),
    )
    cards.pay(sessionId)
    await deliver(app, cards.checkoutEvent(sessionId))
    expect(await books()).toMatchObject({
      checkout: { state: 'complete', sessionId },
      payments: [{ amountMinor: 125_000 }],
    })
  })

  test('for an invoice that was deleted meanwhile keeps the money in the books and tells the owner', async () => {
    cards.pay(sessionId)
    const { number } = (await books()).invoice ?? {}
    await app.send(deleteInvoice, { params: { id } }, { cookie: owner.cookie })
    expect((await confirm(app, id, sessionId)).status).toBe(404)
    expect((await deliver(app, cards.checkoutEvent(sessionId))).status).toBe(200)
    expect((await deliver(app, cards.checkoutEvent(sessionId))).status).toBe(200)
    expect(await books()).toMatchObject({
      checkout: { state: 'complete' },
      payments: [{ invoiceId: null, invoiceNumber: number, amountMinor: 125_000 }],
    })
  })
})

test('the webhook’s address is the one that the provider is told', () => {
  expect(receiveStripeEvent.path).toBe('/api/v1/webhooks/stripe')
})

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addInvoiceRow } from '../../../../test/support/fixtures/invoice-rows.ts'
import { confirm, deliver, openPage, readLedger } from '../../../../test/support/fixtures/payments.ts'
import {
  type FakeCards,
  connectFakes,
  createFakeCards,
} from '../../../../test/support/providers/fake-cards.ts'
import {
  readAccesses,
  removeOwnAccount,
  saveOwnStripe,
  switchOwnAccounts,
} from '../../../../test/support/providers/own-accounts.ts'
import { type TestApp, createTestApp, problemOf } from '../../../../test/support/test-app.ts'
import { withTenant } from '../../../platform/db/transaction.ts'
import { receiveOwnStripeEvent } from '../contract.ts'
import { reconcile } from '../reconcile-payments.ts'

const secret = 'whsec_own1'
let app: TestApp
let platform: FakeCards
let own: FakeCards
let owner: Awaited<ReturnType<TestApp['signUpAndIn']>>
let businessId: string
let path: string
let id: string

beforeAll(async () => {
  platform = createFakeCards()
  own = createFakeCards({ webhookSecret: secret })
  app = await createTestApp({
    cards: platform.provider,
    connectOwnCards: connectFakes({ sk_test_own1: own }),
  })
})
beforeEach(async () => {
  own.failure = null
  owner = await app.signUpAndIn()
  businessId = owner.session.business.id
  path = await saveOwnStripe(app, owner.cookie, { secretKey: 'sk_test_own1', webhookSecret: secret })
  id = await addInvoiceRow(app.database, businessId)
  own.calls.read.length = 0
  own.calls.listRefunds.length = 0
})
afterAll(() => app.close())

const books = (business = businessId, invoiceId = id) => readLedger(app, business, invoiceId)
const open = () => openPage(app, businessId, id)
type Event = ReturnType<FakeCards['event']>
const receive = (event: Pick<Event, 'body'> & Partial<Event>, to = path) => deliver(app, event, to)
const refused = { code: 'INVALID_SIGNATURE', status: 400 }

async function knownEvents(eventId: string) {
  const sql = 'select business_id from card_events where id = $1'
  return (await app.database.platform.query(sql, [eventId])).rows
}

/** A business that is paid through the platform, with a checkout that is paid there. */
async function paidAtPlatform() {
  const stranger = await app.signUpAndIn()
  const strangerId = stranger.session.business.id
  const theirs = await addInvoiceRow(app.database, strangerId)
  const page = await openPage(app, strangerId, theirs)
  return { strangerId, theirs, ...page, paymentId: platform.pay(page.sessionId) }
}

describe('an event of the business’s own account', () => {
  test('has its effect once, also while the account is switched off', async () => {
    const { sessionId } = await open()
    own.pay(sessionId)
    await switchOwnAccounts(app, owner.cookie, false)
    const event = own.checkoutEvent(sessionId)
    for (let time = 0; time < 3; time += 1) {
      const response = await receive(event)
      expect(response.status).toBe(200)
      expect(await response.json()).toEqual({ received: true })
    }
    expect(own.calls.read).toHaveLength(1)
    expect(await knownEvents(event.id)).toEqual([{ business_id: businessId }])
    expect(await books()).toMatchObject({
      invoice: { status: 'paid' },
      payments: [{ isOwn: true, amountMinor: 125_000 }],
      mails: ['payment-received', 'receipt'],
    })
  })

  test('tells of refunds that were made in its dashboard', async () => {
    const { sessionId } = await open()
    const paymentId = own.pay(sessionId)
    await confirm(app, id, sessionId)
    own.refundElsewhere(paymentId, 5000)
    const event = own.event('charge.refunded', { id: 'ch_1', payment_intent: paymentId })
    expect((await receive(event)).status).toBe(200)
    expect((await books()).refunds).toMatchObject([{ amountMinor: 5000 }])
  })

  test('tells of disputes; without events, the account is asked for them once a day', async () => {
    const { sessionId } = await open()
    const paymentId = own.pay(sessionId)
    await confirm(app, id, sessionId)
    const dispute = own.dispute(paymentId, { amountMinor: 5000 })
    expect((await receive(own.disputeEvent('created', dispute))).status).toBe(200)
    expect((await books()).disputes).toMatchObject([{ state: 'open', amountMinor: 5000 }])
    // Events of the platform's account do not apply to it.
    platform.dispute(paymentId, { providerDisputeId: 'dp_claimed' })
    await deliver(app, platform.disputeEvent('created', dispute))
    expect((await books()).disputes).toHaveLength(1)

    own.dispute(paymentId, { amountMinor: 700 })
    const polls = () => own.calls.listDisputes.filter((one) => one instanceof Date).length
    await reconcile(app.deps)
    expect((await books()).disputes.map(({ amountMinor }) => amountMinor).toSorted((a, b) => a - b)).toEqual([
      700, 5000,
    ])
    const before = polls()
    await reconcile(app.deps)
    expect(polls()).toBe(before)
  })

  test('is sent again when the account cannot be asked', async () => {
    const { sessionId } = await open()
    own.pay(sessionId)
    own.failure = { kind: 'unreachable' }
    const event = own.checkoutEvent(sessionId)
    expect((await receive(event)).status).toBe(502)
    own.failure = null
    expect((await receive(event)).status).toBe(200)
    expect((await books()).payments).toHaveLength(1)
  })

  test('about a subscription has no effect', async () => {
    const customer = `cus_${randomUUID()}`
    await app.database.platform.query(
      `insert into subscriptions (business_id, customer_id) values ($1, $2)
       on conflict (business_id) do update set customer_id = $2`,
      [businessId, customer],
    )
    for (const event of [
      own.event('customer.subscription.updated', { id: 'sub_1', customer }),
      own.event('charge.refunded', { id: 'ch_1', payment_intent: 'pi_of_nobody', customer }),
    ]) {
      // The platform's fake account would throw if it were called.
      expect((await receive(event)).status).toBe(200)
      expect(await knownEvents(event.id)).toEqual([])
    }
  })
})

describe('refused', () => {
  test('signed with the platform’s secret, with another business’s, or not at all', async () => {
    const { sessionId } = await open()
    own.pay(sessionId)
    const { body } = own.checkoutEvent(sessionId)
    const stranger = await app.signUpAndIn()
    await saveOwnStripe(app, stranger.cookie, { secretKey: 'sk_test_own1', webhookSecret: 'whsec_strange' })
    for (const signing of ['whsec_for_tests', 'whsec_strange', ' ']) {
      const response = await receive(own.checkoutEvent(sessionId, { secret: signing }))
      expect(await problemOf(response)).toMatchObject(refused)
    }
    expect(await problemOf(await receive({ body }))).toMatchObject(refused)
    expect(await problemOf(await receive(own.checkoutEvent(sessionId, { age: 301 })))).toMatchObject(refused)
    expect(own.calls.read).toEqual([])
    expect((await books()).payments).toEqual([])
  })

  test('when no signing secret is saved, whatever it is signed with', async () => {
    const { sessionId } = await open()
    own.pay(sessionId)
    await saveOwnStripe(app, owner.cookie, { secretKey: 'sk_test_own1', webhookSecret: '' })
    for (const signing of [secret, ' ', 'undefined']) {
      const event = own.checkoutEvent(sessionId, { secret: signing })
      expect(await problemOf(await receive(event))).toMatchObject(refused)
    }
    await removeOwnAccount(app, owner.cookie, 'stripe')
    expect(await problemOf(await receive(own.checkoutEvent(sessionId)))).toMatchObject(refused)
  })

  test('without the key of the account having been opened for it', async () => {
    const { sessionId } = await open()
    const opened = async () => (await readAccesses(app, businessId)).map(({ secret: what }) => what)
    const before = (await opened()).length
    await receive(own.checkoutEvent(sessionId, { secret: 'whsec_wrong' }))
    await receive(own.checkoutEvent(sessionId, { age: 301 }))
    expect((await opened()).slice(0, -before)).toEqual(Array(2).fill('integrations.stripe_webhook_secret'))
    // Nor for a genuine event about an unknown checkout.
    expect(
      (await receive(own.event('checkout.session.completed', { id: 'cs_x', mode: 'payment' }))).status,
    ).toBe(200)
    expect((await opened()).slice(0, -before)).not.toContain('integrations.stripe_secret_key')
    expect((await receive(own.checkoutEvent(sessionId))).status).toBe(200)
    expect((await opened()).slice(0, -before)).toContain('integrations.stripe_secret_key')
  })

  test('at an address that is nobody’s', async () => {
    const { sessionId } = await open()
    const event = own.checkoutEvent(sessionId)
    const nobodys = path.replace(/[0-9a-f-]{36}$/, randomUUID())
    expect((await receive(event, nobodys)).status).toBe(404)
    expect((await receive(event, path.replace(/[0-9a-f-]{36}$/, 'x'))).status).toBe(404)
  })

  test('more than 600 a minute, before the keys are opened', async () => {
    const { sessionId } = await open()
    const before = await readAccesses(app, businessId)
    await app.database.platform.query(
      `insert into platform.rate_limits (key, count, window_ends_at) values ($1, 600, now() + interval '50 seconds')`,
      [`webhook:stripe:${path.split('/').at(-1)}`],
    )
    expect((await receive(own.checkoutEvent(sessionId))).status).toBe(429)
    expect(await readAccesses(app, businessId)).toEqual(before)
  })

  test('a body larger than an event', async () => {
    const response = await receive({ body: 'x'.repeat(1024 * 1024 + 1), signature: 't=1,v1=00' })
    expect(response.status).toBe(413)
  })
})

describe('signed well, it names what is not its own', () => {
  test('another business’s visit and payment through the platform', async () => {
    const { strangerId, theirs, sessionId, checkoutId, paymentId } = await paidAtPlatform()
    const object = { id: sessionId, mode: 'payment', client_reference_id: checkoutId }
    for (const claim of [object, { id: sessionId, mode: 'payment' }, { ...object, id: 'cs_x' }]) {
      expect((await receive(own.event('checkout.session.completed', claim))).status).toBe(200)
    }
    expect((await books(strangerId, theirs)).payments).toEqual([])
    await confirm(app, theirs, sessionId)
    platform.refundElsewhere(paymentId, 5000)
    expect((await receive(own.event('charge.refunded', { payment_intent: paymentId }))).status).toBe(200)
    expect((await books(strangerId, theirs)).refunds).toEqual([])
    expect(own.calls).toMatchObject({ read: [], listRefunds: [] })
  })

  test('another business’s visit through the very same account', async () => {
    const stranger = await app.signUpAndIn()
    const strangerId = stranger.session.business.id
    await saveOwnStripe(app, stranger.cookie, { secretKey: 'sk_test_own1' })
    const theirs = await addInvoiceRow(app.database, strangerId)
    const page = await openPage(app, strangerId, theirs)
    own.pay(page.sessionId)
    own.calls.read.length = 0
    expect((await receive(own.checkoutEvent(page.sessionId))).status).toBe(200)
    expect((await books(strangerId, theirs)).payments).toEqual([])
    expect(own.calls.read).toEqual([])
  })

  test('this business’s own visit through the platform, before and after its keys were saved', async () => {
    await switchOwnAccounts(app, owner.cookie, false)
    const { sessionId, checkoutId } = await open()
    const paymentId = platform.pay(sessionId)
    await switchOwnAccounts(app, owner.cookie, true)
    const object = { id: sessionId, mode: 'payment', client_reference_id: checkoutId }
    expect((await receive(own.event('checkout.session.completed', object))).status).toBe(200)
    expect(own.calls.read).toEqual([])
    expect(await books()).toMatchObject({ payments: [], checkout: { state: 'open' } })
    await deliver(app, platform.checkoutEvent(sessionId))
    expect((await books()).payments).toMatchObject([{ isOwn: false }])
    expect((await receive(own.event('charge.refunded', { payment_intent: paymentId }))).status).toBe(200)
    expect(own.calls.listRefunds).toEqual([])
  })

  test('a session of the account under the reference of a visit that has another', async () => {
    const second = await addInvoiceRow(app.database, businessId)
    const mine = await open()
    const elsewhere = await openPage(app, businessId, second)
    own.pay(elsewhere.sessionId)
    const forged = { id: elsewhere.sessionId, mode: 'payment', client_reference_id: mine.checkoutId }
    expect((await receive(own.event('checkout.session.completed', forged))).status).toBe(200)
    expect((await books()).payments).toEqual([])
    // Nor where the checkout has no session yet: the account itself reports whose session it is.
    await withTenant(app.database, businessId, ({ client }) =>
      client.query(`update checkouts set state = 'opening', session_id = null where id = $1`, [
        mine.checkoutId,
      ]),
    )
    expect((await receive(own.event('checkout.session.completed', forged))).status).toBe(502)
    expect((await books()).payments).toEqual([])
  })

  test('an event id that the platform’s account uses: that one still counts', async () => {
    const { sessionId } = await open()
    own.pay(sessionId)
    const event = own.checkoutEvent(sessionId)
    await receive(event)
    const { strangerId, theirs, ...page } = await paidAtPlatform()
    expect((await deliver(app, platform.checkoutEvent(page.sessionId, { id: event.id }))).status).toBe(200)
    expect((await books(strangerId, theirs)).payments).toHaveLength(1)
    expect(await knownEvents(event.id)).toHaveLength(2)
  })
})

describe('the platform’s own webhook', () => {
  test('has no say about what is paid through a business’s own account', async () => {
    const { sessionId, checkoutId } = await open()
    const paymentId = own.pay(sessionId)
    platform.calls.read.length = 0
    const object = { id: sessionId, mode: 'payment', client_reference_id: checkoutId }
    const checkoutEvent = platform.event('checkout.session.completed', object)
    expect((await deliver(app, checkoutEvent)).status).toBe(200)
    expect((await books()).payments).toEqual([])
    await confirm(app, id, sessionId)
    const refund = platform.event('charge.refunded', { payment_intent: paymentId })
    expect((await deliver(app, refund)).status).toBe(200)
    expect(platform.calls).toMatchObject({ read: [], listRefunds: [] })
    expect(await knownEvents(checkoutEvent.id)).toEqual([])
  })

  test('does not take what a business has signed with its own secret', async () => {
    const { sessionId } = await open()
    own.pay(sessionId)
    expect(await problemOf(await deliver(app, own.checkoutEvent(sessionId)))).toMatchObject(refused)
  })
})

test('the address is the one that the settings show', () => {
  const pathPattern = receiveOwnStripeEvent.path.replace('{webhookId}', '[0-9a-f-]{36}')
  expect(path).toMatch(new RegExp(`^${pathPattern}$`))
})

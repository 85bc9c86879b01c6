import { eq } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addInvoiceRow } from '../../../../test/support/fixtures/invoice-rows.ts'
import { markPaid } from '../../../../test/support/fixtures/invoices.ts'
import { type FakeCards, createFakeCards } from '../../../../test/support/providers/fake-cards.ts'
import {
  type TestApp,
  answerOf,
  createTestApp,
  problemOf,
  testOrigin,
} from '../../../../test/support/test-app.ts'
import { invoices } from '../../../platform/db/tables/invoices.ts'
import { checkouts, payments } from '../../../platform/db/tables/payments.ts'
import { withTenant } from '../../../platform/db/transaction.ts'
import { deleteInvoice } from '../../invoices/contract.ts'
import { getPaymentOptions, startCheckout } from '../contract.ts'
import { runCloseCheckout } from './close-checkout.ts'

let app: TestApp
let cards: FakeCards
let owner: Awaited<ReturnType<TestApp['signUpAndIn']>>
let businessId: string
let id: string
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
  cards.losesAnswerTo = null
  cards.beforeAnswer = undefined
  for (const list of Object.values(cards.calls)) list.length = 0
  id = await addInvoiceRow(app.database, businessId)
})
afterAll(() => app.close())

/** Each request comes from another IP address. */
function start(invoiceId = id, ip: string = randomUUID()) {
  const request = { params: { id: invoiceId }, body: { method: 'card' as const } }
  return app.send(startCheckout, request, { headers: { 'x-forwarded-for': ip } })
}

async function urlOf(response: Promise<Response>) {
  return (await answerOf(startCheckout, await response)).url
}

async function rows() {
  return withTenant(app.database, businessId, ({ db }) =>
    db.select().from(checkouts).where(eq(checkouts.invoiceId, id)).orderBy(checkouts.createdAt),
  )
}

async function paymentsOf(invoiceId = id) {
  return withTenant(app.database, businessId, ({ db }) =>
    db.select().from(payments).where(eq(payments.invoiceId, invoiceId)),
  )
}

async function changeTotal(totalMinor: number) {
  await withTenant(app.database, businessId, ({ db }) =>
    db.update(invoices).set({ subtotalMinor: totalMinor, totalMinor }).where(eq(invoices.id, id)),
  )
}

function onlySession() {
  const [request] = cards.calls.create
  const session = [...cards.sessions.values()].find((one) => one.request.reference === request?.reference)
  if (!session) throw new Error('no session was opened')
  return session
}

describe('a first visit', () => {
  test('asks for what is open, with our own addresses and names, and leads to the provider’s page', async () => {
    const url = await urlOf(start())
    const session = onlySession()
    expect(url).toBe(session.url)
    const [row] = await rows()
    expect(row).toMatchObject({ state: 'open', sessionId: session.id, url, amountMinor: 125_000 })
    expect(cards.calls.create).toEqual([
      {
        reference: row?.id,
        currency: 'USD',
        amountMinor: 125_000,
        description: `Invoice ${id.slice(0, 8).toUpperCase()} from Riverside Studio`,
        email: 'client@example.com',
        successUrl: `${testOrigin}/payment-success?invoice_id=${id}&session_id={CHECKOUT_SESSION_ID}`,
        cancelUrl: `${testOrigin}/invoices/${id}/view?canceled=true`,
        expiresAt: Date.parse('2026-11-06T11:59:00Z') / 1000,
        metadata: { business_id: businessId, invoice_id: id, checkout_id: row?.id },
      },
    ])
  })

  test('whatever is sent along changes neither addresses nor amount', async () => {
    const send = (body: object) =>
      app.app.request(`/api/v1/public/invoices/${id}/checkout?success_url=https://evil.example`, {
        method: 'POST',
        headers: {
          origin: testOrigin,
          host: 'evil.example',
          'x-forwarded-host': 'evil.example',
          'x-forwarded-for': randomUUID(),
          'content-type': 'application/json',
        },
        body: JSON.stringify(body),
      })
    for (const more of [{ amountMinor: 1 }, { successUrl: 'https://evil.example' }, { isOwn: true }]) {
      expect((await send({ method: 'card', ...more })).status).toBe(422)
    }
    expect(cards.calls.create).toEqual([])
    expect((await send({ method: 'card' })).status).toBe(200)
    const [request] = cards.calls.create
    expect(request?.amountMinor).toBe(125_000)
    expect(JSON.stringify(request)).not.toContain('evil.example')
    expect(new URL(request?.successUrl ?? '').origin).toBe(testOrigin)
    expect(new URL(request?.cancelUrl ?? '').origin).toBe(testOrigin)
  })

  test('an answer without an address is passed on as such', async () => {
    const create = cards.provider.checkouts.create
    cards.provider.checkouts.create = async (request) => ({ ...(await create(request)), url: null })
    try {
      expect(await urlOf(start())).toBeNull()
    } finally {
      cards.provider.checkouts.create = create
    }
  })

  test('paying early costs less, and the page closes when the offer ends', async () => {
    id = await addInvoiceRow(app.database, businessId, { paymentTerms: '2_10_net_30' })
    // The last day of the offer, in Zurich, one hour ahead of UTC in winter.
    now = new Date('2026-11-11T20:00:00Z')
    await urlOf(start())
    expect(await rows()).toMatchObject([{ amountMinor: 122_500, creditedMinor: 2500 }])
    expect(cards.calls.create).toMatchObject([{ expiresAt: Date.parse('2026-11-11T23:00:00Z') / 1000 }])
  })
})

describe('a second visit', () => {
  test('gets the page that is open', async () => {
    const first = await urlOf(start())
    expect(await urlOf(start())).toBe(first)
    expect(cards.calls.create).toHaveLength(1)
  })

  test('many tabs at once share one session', async () => {
    const urls = await Promise.all(Array.from({ length: 12 }, () => urlOf(start())))
    expect(new Set(urls).size).toBe(1)
    expect(new Set(cards.calls.create.map(({ reference }) => reference)).size).toBe(1)
    expect(await rows()).toHaveLength(1)
  })

  test('after the page has expired, gets a new one', async () => {
    const first = await urlOf(start())
    cards.set(onlySession().id, { state: 'expired', declined: null })
    const second = await urlOf(start())
    expect(second).not.toBe(first)
    expect((await rows()).map(({ state }) => state).toSorted()).toEqual(['expired', 'open'])
  })

  test('after paying in another tab, is told so, and the payment is written', async () => {
    await urlOf(start())
    cards.pay(onlySession().id)
    expect(await problemOf(await start())).toMatchObject({ code: 'INVOICE_PAID' })
    expect(await paymentsOf()).toMatchObject([{ amountMinor: 125_000, method: 'card' }])
  })

  test('while a payment takes its days, is told so', async () => {
    await urlOf(start())
    cards.set(onlySession().id, { state: 'processing' })
    expect(await problemOf(await start())).toMatchObject({ code: 'PAYMENT_UNDER_WAY' })
    expect(await rows()).toMatchObject([{ state: 'processing' }])
    const options = await app.send(getPaymentOptions, { params: { id } })
    expect(await answerOf(getPaymentOptions, options)).toMatchObject({ isProcessing: true })
    cards.set(onlySession().id, { state: 'expired', declined: 'The bank said no.' })
    expect(await urlOf(start())).not.toBeNull()
  })

  test('a page of a provider that is not in use any more is in nobody’s way', async () => {
    await urlOf(start())
    cards.sessions.delete(onlySession().id)
    expect(await urlOf(start())).not.toBeNull()
    expect((await rows()).map(({ state }) => state).toSorted()).toEqual(['expired', 'open'])
  })
})

describe('another amount is due than when the page was opened', () => {
  test('that page is closed first, and a new one asks for what is open now', async () => {
    const first = await urlOf(start())
    const { id: closed } = onlySession()
    await changeTotal(90_000)
    const second = await urlOf(start())
    expect(second).not.toBe(first)
    expect(cards.sessionOf(closed).facts.state).toBe('expired')
    expect(cards.calls.create.map(({ amountMinor }) => amountMinor)).toEqual([125_000, 90_000])
  })

  test('a client who was quicker has paid a part, and the new page asks for the rest', async () => {
    await urlOf(start())
    cards.pay(onlySession().id)
    await changeTotal(200_000)
    await urlOf(start())
    expect(cards.calls.create.map(({ amountMinor }) => amountMinor)).toEqual([125_000, 75_000])
    expect(await paymentsOf()).toHaveLength(1)
  })

  test('a visit that is just beginning is given up, and what comes of it is closed', async () => {
    let changed = false
    cards.beforeAnswer = async (name) => {
      if (name !== 'create' || changed) return
      changed = true
      await changeTotal(80_000)
      const [row] = await rows()
      await runCloseCheckout(app.deps, { businessId, checkoutId: row?.id ?? '' })
    }
    const url = await urlOf(start())
    const [stale, current] = cards.calls.create
    expect([stale?.amountMinor, current?.amountMinor]).toEqual([125_000, 80_000])
    expect(onlySession().facts.state).toBe('expired')
    expect(url).not.toBe(onlySession().url)
  })
})

describe('refused', () => {
  test('a paid invoice, one without an amount, and amounts that no card takes', async () => {
    await markPaid(app, businessId, id)
    expect(await problemOf(await start())).toMatchObject({ code: 'INVOICE_PAID', status: 409 })
    for (const minor of [0, 49, 100_000_000]) {
      const other = await addInvoiceRow(app.database, businessId, { subtotalMinor: minor, totalMinor: minor })
      expect(await problemOf(await start(other))).toMatchObject({ code: 'NOTHING_TO_PAY', status: 409 })
    }
    expect(cards.calls.create).toEqual([])
  })

  test('an invoice that is not there, or not any more', async () => {
    expect((await start(randomUUID())).status).toBe(404)
    await urlOf(start())
    const response = await app.send(deleteInvoice, { params: { id } }, { cookie: owner.cookie })
    expect(response.status).toBe(204)
    expect(await problemOf(await start())).toMatchObject({ message: 'This invoice could not be found.' })
  })

  test('more than 30 an hour for an invoice, and 60 from one place', async () => {
    const useUp = (key: string, count: number) =>
      app.database.platform.query(
        `insert into platform.rate_limits (key, count, window_ends_at) values ($1, $2, now() + interval '5 minutes')`,
        [key, count],
      )
    await useUp(`checkout:invoice:${id}`, 30)
    expect((await start()).status).toBe(429)
    const other = await addInvoiceRow(app.database, businessId)
    await useUp('checkout:ip:192.0.2.77', 60)
    expect((await start(other, '192.0.2.77')).status).toBe(429)
    expect((await start(other)).status).toBe(200)
  })
})

describe('the provider fails', () => {
  const kinds = ['unreachable', 'refused', 'declined', 'malformed'] as const

  test.each(kinds)('%s: the client is told, nothing is paid, and the next try works', async (kind) => {
    cards.failure = { kind }
    const problem = await problemOf(await start())
    expect(problem).toMatchObject({
      code: 'CARD_PROVIDER_FAILED',
      status: 502,
      message: 'There was a problem processing your payment',
    })
    expect(app.log.join('')).toContain('create failed')
    expect(await paymentsOf()).toEqual([])
    cards.failure = null
    expect(await urlOf(start())).not.toBeNull()
  })

  test('an answer that was lost is asked for again, and it is the same session', async () => {
    cards.losesAnswerTo = 'create'
    expect((await start()).status).toBe(502)
    expect(await rows()).toMatchObject([{ state: 'opening', sessionId: null, url: null }])
    cards.losesAnswerTo = null
    const url = await urlOf(start())
    const [first, second] = cards.calls.create
    expect(second).toEqual(first)
    expect(url).toBe(onlySession().url)
  })

  test('one that keeps failing for the same question is asked another after a minute', async () => {
    cards.failure = { kind: 'unreachable' }
    await start()
    now = new Date(now.getTime() + 61_000)
    await start()
    cards.failure = null
    await urlOf(start())
    const references = cards.calls.create.map(({ reference }) => reference)
    expect(references[0]).toBe(references[1])
    expect(references[2]).not.toBe(references[0])
  })

  test('a visit that was never answered is not asked for when it is too late for it', async () => {
    cards.losesAnswerTo = 'create'
    await start()
    cards.losesAnswerTo = null
    now = new Date(now.getTime() + 23.6 * 3_600_000)
    await urlOf(start())
    expect((await rows()).map(({ state }) => state)).toEqual(['expired', 'open'])
    const [first, second] = cards.calls.create
    expect(second?.reference).not.toBe(first?.reference)
  })

  test('while the open page cannot be asked about, none other is opened', async () => {
    await urlOf(start())
    cards.failure = { kind: 'unreachable' }
    expect((await start()).status).toBe(502)
    cards.failure = null
    expect(cards.calls.create).toHaveLength(1)
    expect(await urlOf(start())).toBe(onlySession().url)
  })
})

describe('what the client can choose', () => {
  async function options(invoiceId = id) {
    const response = await app.send(getPaymentOptions, { params: { id: invoiceId } })
    expect(response.headers.get('x-robots-tag')).toBe('noindex')
    return answerOf(getPaymentOptions, response)
  }

  test('card and demo for what is open', async () => {
    expect(await options()).toEqual({
      currency: 'USD',
      locale: 'en-US',
      amountMinor: 125_000,
      wholeMinor: null,
      card: true,
      cardProblem: null,
      paypal: false,
      paypalProblem: null,
      isSandbox: true,
      isPaypalSandbox: false,
      demo: true,
      isProcessing: false,
      isDisputed: false,
      savedCard: null,
      offersAutopay: false,
    })
  })

  test('nothing for one that is paid or asks for nothing', async () => {
    await markPaid(app, businessId, id)
    expect(await options()).toMatchObject({ amountMinor: 0, card: false, demo: false })
    const free = await addInvoiceRow(app.database, businessId, { subtotalMinor: 0, totalMinor: 0 })
    expect(await options(free)).toMatchObject({ amountMinor: 0, card: false, demo: false })
  })

  test('no card for what is too little or too much for one', async () => {
    const small = await addInvoiceRow(app.database, businessId, { subtotalMinor: 49, totalMinor: 49 })
    expect(await options(small)).toMatchObject({ amountMinor: 49, card: false, demo: true })
  })
})

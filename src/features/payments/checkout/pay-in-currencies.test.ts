import { eq } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asOwner, makeInvoice, setPlan } from '../../../../test/support/fixtures/invoices.ts'
import { confirm, openPage, readLedger, start } from '../../../../test/support/fixtures/payments.ts'
import { saveOwnPaypal } from '../../../../test/support/providers/own-accounts.ts'
import { payByCard } from '../../../../test/support/providers/sandbox-checkout.ts'
import {
  type TestApp,
  answerOf,
  createTestApp,
  problemOf,
  testOrigin,
} from '../../../../test/support/test-app.ts'
import { mails } from '../../../platform/db/tables/mail.ts'
import { withCardSandbox, withTenant } from '../../../platform/db/transaction.ts'
import { addDays, dateIn } from '../../../shared/dates.ts'
import { demoPaypalAccount } from '../../integrations/rules.ts'
import * as contract from '../contract.ts'

/** End to end in many currencies: the provider's official client, our own for PayPal, and the built-in sandboxes. */
let app: TestApp
let owner: Awaited<ReturnType<TestApp['signUpAndIn']>>
let businessId: string

beforeAll(async () => {
  app = await createTestApp()
  owner = await app.signUpAndIn()
  businessId = owner.session.business.id
  await setPlan(app, businessId, 'enterprise')
  // A German number format on documents. The home currency is the US dollar.
  await asOwner(app, 'businesses', `update businesses set locale = 'de-DE' where id = '${businessId}'`)
  await saveOwnPaypal(app, owner.cookie, { ...demoPaypalAccount, mode: 'demo' })
  await app.database.platform.query(
    `insert into platform.reference_rates (currency, day, rate, source) values ('USD', $1, 1.0843, 'Test Bank')`,
    [addDays(dateIn('UTC', new Date()), -2)],
  )
})
afterAll(() => app.close())

const asThem = () => ({ cookie: owner.cookie })
const books = (id: string) => readLedger(app, businessId, id)

async function newInvoice(currency: string, amountMinor: number): Promise<string> {
  const charge = { kind: 'amount', amountMinor } as const
  return (await makeInvoice(app, owner.cookie, { currency, charge })).id
}

async function optionsOf(id: string) {
  const response = await app.send(contract.getPaymentOptions, { params: { id } })
  return answerOf(contract.getPaymentOptions, response)
}

async function ledgerOf(id: string) {
  const response = await app.send(contract.listPayments, { params: { id } }, asThem())
  return answerOf(contract.listPayments, response)
}

async function refund(id: string, amountMinor: number) {
  const paymentId = (await books(id)).payments[0]?.id ?? ''
  const request = { params: { id, paymentId }, body: { amountMinor, requestId: randomUUID() } }
  return app.send(contract.refundPayment, request, asThem())
}

async function mailsOf(id: string): Promise<Record<string, string>> {
  const sent = await withTenant(app.database, businessId, ({ db }) =>
    db.select().from(mails).where(eq(mails.invoiceId, id)),
  )
  return Object.fromEntries(sent.map(({ kind, text }) => [kind, text ?? '']))
}

/** Pays by card on the sandbox's page, and returns what the page showed and the sandbox charged. */
async function payCard(id: string) {
  const { url, sessionId } = await openPage(app, businessId, id)
  const page = await (await app.app.request(url)).text()
  await payByCard(app, url)
  const { rows } = await withCardSandbox(app.database, ({ client }) =>
    client.query<{ charged: string }>(
      `select concat(body->>'amount_total', ' ', body->>'currency') as charged from card_sandbox.objects where id = $1`,
      [sessionId],
    ),
  )
  const answer = await answerOf(contract.confirmPayment, await confirm(app, id, sessionId))
  return { page, charged: rows[0]?.charged, answer }
}

async function payPaypal(id: string) {
  const { url, sessionId } = await openPage(app, businessId, id, 'paypal')
  const page = await (await app.app.request(url)).text()
  const body = new URLSearchParams({ pay: 'balance' })
  await app.app.request(url, { method: 'POST', headers: { origin: testOrigin }, body })
  return { page, answer: await answerOf(contract.confirmPayment, await confirm(app, id, sessionId)) }
}

describe('by card', () => {
  test('an invoice in euros is paid, refunded in part and receipted in euros', async () => {
    const id = await newInvoice('EUR', 123_456)
    const { page, charged, answer } = await payCard(id)
    expect(page).toContain('Pay €1,234.56')
    expect(charged).toBe('123456 eur')
    expect(answer).toMatchObject({
      state: 'confirmed',
      currency: 'EUR',
      locale: 'de-DE',
      amountMinor: 123_456,
    })
    expect(await answerOf(contract.refundPayment, await refund(id, 23_456))).toMatchObject({
      currency: 'EUR',
      receivedMinor: 100_000,
      waivedMinor: 23_456,
    })
    const { receipt, refund: refunded, 'payment-received': noticed } = await mailsOf(id)
    expect(receipt).toContain('1.234,56\u00a0€ was paid for invoice')
    expect(receipt).toContain('0,00\u00a0€')
    expect(refunded).toContain('234,56\u00a0€')
    expect(noticed).toContain('paid 1.234,56\u00a0€ for invoice')
    for (const text of [receipt, refunded, noticed]) expect(text).not.toContain('$')
  })

  test('the ledger says what a payment was worth in the home currency, at which rate', async () => {
    const id = await newInvoice('EUR', 123_456)
    await payCard(id)
    const { payments, ...ledger } = await ledgerOf(id)
    expect(ledger).toMatchObject({ currency: 'EUR', locale: 'de-DE', homeCurrency: 'USD' })
    expect(payments).toMatchObject([
      { amountMinor: 123_456, homeMinor: 133_863, rate: '1.0843', rateSource: 'Test Bank' },
    ])
    const dollars = await newInvoice('USD', 5000)
    await payCard(dollars)
    expect((await ledgerOf(dollars)).payments).toMatchObject([{ homeMinor: null, rate: null }])
  })

  test.each([
    ['JPY', 500, '500 jpy', 'Pay ¥500'],
    ['KWD', 5120, '5120 kwd', 'Pay KWD\u00a05.120'],
    // Stripe counts kronas in hundredths.
    ['ISK', 1500, '150000 isk', 'Pay ISK\u00a01,500'],
    // Stripe counts whole ariary.
    ['MGA', 150_000, '1500 mga', 'Pay MGA\u00a01,500.00'],
  ])('%s %i is charged as %s', async (currency, amountMinor, charged, button) => {
    const id = await newInvoice(currency, amountMinor)
    const paid = await payCard(id)
    expect(paid.charged).toBe(charged)
    expect(paid.page).toContain(button)
    expect(paid.answer).toMatchObject({ state: 'confirmed', currency, amountMinor })
    expect((await books(id)).payments).toMatchObject([{ currency, amountMinor }])
    expect(await answerOf(contract.refundPayment, await refund(id, amountMinor))).toMatchObject({
      receivedMinor: 0,
      waivedMinor: amountMinor,
    })
  })

  test.each([
    ['GBP', 29],
    ['JPY', 49],
    ['CZK', 1499],
    ['USD', 49],
  ])('%s %i is below the minimum of its currency', async (currency, amountMinor) => {
    const id = await newInvoice(currency, amountMinor)
    expect(await optionsOf(id)).toMatchObject({ card: false, cardProblem: 'too-small' })
    expect(await problemOf(await start(app, id))).toMatchObject({
      code: 'NOTHING_TO_PAY',
      message: 'This amount can’t be paid by card.',
    })
    const above = await newInvoice(currency, amountMinor + 1)
    expect(await optionsOf(above)).toMatchObject({ card: true, cardProblem: null })
  })

  test('a currency that Stripe does not take has no button, and documents do not ask to pay online', async () => {
    const id = await newInvoice('GHS', 10_000)
    expect(await optionsOf(id)).toMatchObject({
      card: false,
      cardProblem: 'currency',
      paypal: false,
      paypalProblem: 'currency',
      demo: true,
    })
    expect(await problemOf(await start(app, id))).toMatchObject({
      code: 'NOTHING_TO_PAY',
      message: 'Invoices in Ghanaian Cedi can’t be paid by card.',
    })
    await withTenant(app.database, businessId, async (tx) => {
      expect(await app.deps.canPayOnline(tx, { minor: 10_000, currency: 'GHS' })).toBe(false)
      expect(await app.deps.canPayOnline(tx, { minor: 10_000, currency: 'EUR' })).toBe(true)
    })
  })

  test('a refund that Stripe can’t express is refused before it is asked for', async () => {
    const id = await newInvoice('KWD', 5120)
    await payCard(id)
    expect(await problemOf(await refund(id, 1234))).toMatchObject({
      code: 'NOT_REFUNDABLE',
      fields: { amountMinor: 'Stripe refunds Kuwaiti Dinar only with a 0 as the last decimal.' },
    })
    expect((await books(id)).refunds).toEqual([])
  })
})

describe('with PayPal', () => {
  test.each([
    ['EUR', 123_456, '€1,234.56'],
    ['JPY', 500, '¥500'],
    ['HUF', 125_000, 'HUF\u00a01,250.00'],
  ])('%s %i is paid and refunded', async (currency, amountMinor, shown) => {
    const id = await newInvoice(currency, amountMinor)
    const { page, answer } = await payPaypal(id)
    expect(page).toContain(shown)
    expect(answer).toMatchObject({ state: 'confirmed', currency, amountMinor })
    expect((await books(id)).payments).toMatchObject([{ method: 'paypal', currency, amountMinor }])
    expect(await answerOf(contract.refundPayment, await refund(id, amountMinor))).toMatchObject({
      waivedMinor: amountMinor,
    })
  })

  test('decimals of a currency that PayPal counts in whole units have no button', async () => {
    const id = await newInvoice('HUF', 125_050)
    expect(await optionsOf(id)).toMatchObject({ card: true, paypal: false, paypalProblem: 'decimals' })
    expect(await problemOf(await start(app, id, 'paypal'))).toMatchObject({
      message: 'This amount can’t be paid with PayPal.',
    })
  })

  test('a currency that PayPal does not have has no button', async () => {
    const id = await newInvoice('ISK', 1500)
    expect(await optionsOf(id)).toMatchObject({ card: true, paypal: false, paypalProblem: 'currency' })
    expect(await problemOf(await start(app, id, 'paypal'))).toMatchObject({
      message: 'Invoices in Icelandic Króna can’t be paid with PayPal.',
    })
  })
})

test('a demo payment and one recorded by hand are in the currency of the invoice', async () => {
  const demo = await newInvoice('CHF', 10_000)
  expect((await app.send(contract.payDemo, { params: { id: demo } })).ok).toBe(true)
  expect((await books(demo)).payments).toMatchObject([
    { method: 'demo', currency: 'CHF', amountMinor: 10_000 },
  ])
  const byHand = await newInvoice('CHF', 10_000)
  const record = (amountMinor: number) => {
    const receivedOn = dateIn('Europe/Zurich', new Date())
    const paid = { method: 'cash', receivedOn, note: '', sendReceipt: false } as const
    const body = { ...paid, amountMinor, requestId: randomUUID() }
    return app.send(contract.recordPayment, { params: { id: byHand }, body }, asThem())
  }
  expect(await problemOf(await record(10_001))).toMatchObject({
    fields: { amountMinor: 'This is more than the balance due of 100,00\u00a0CHF.' },
  })
  await answerOf(contract.recordPayment, await record(10_000))
  expect((await books(byHand)).payments).toMatchObject([{ method: 'cash', currency: 'CHF' }])
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withCardSandbox } from '../../../src/platform/db/transaction.ts'
import { type JobQueue, startJobQueue } from '../../../src/platform/jobs/job-queue.ts'
import { createLog } from '../../../src/platform/log.ts'
import { type TestDatabase, createTestDatabase } from '../../../test/support/test-database.ts'
import { accountOf } from '../card-sandbox.ts'
import { listObjects } from '../object-store.ts'
import { type RunningCardSandbox, startCardSandbox } from '../start-card-sandbox.ts'

const origin = 'http://localhost:3000'
const success = `${origin}/payment-success?session_id=`
const start = new Date('2026-11-15T12:00:00Z')
const card = { number: '4242 4242 4242 4242', expiry: '12 / 40', cvc: '123', name: 'Test Owner' }

let testDatabase: TestDatabase
let jobs: JobQueue
let running: RunningCardSandbox
let now = start

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  const log = createLog('error', { write: () => undefined })
  jobs = await startJobQueue({ database: testDatabase.database, log, runsJobs: false })
  running = await startCardSandbox({
    database: testDatabase.database,
    jobs,
    log,
    appUrl: origin,
    webhookUrl: `${origin}/webhook`,
    secret: 'a secret for the sandbox of tests',
    now: () => now,
  })
})

afterAll(async () => {
  await running.close()
  await jobs.stop()
  await testDatabase.drop()
})

async function api(path: string, params: Record<string, string>): Promise<Record<string, string>> {
  const { protocol, host, port } = running.address
  const response = await fetch(`${protocol}://${host}:${port}/v1/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${running.secretKey}` },
    body: new URLSearchParams(params),
  })
  if (!response.ok) throw new Error(await response.text())
  return (await response.json()) as Record<string, string>
}

async function readSession(id: string): Promise<Record<string, string>> {
  const { protocol, host, port } = running.address
  const response = await fetch(`${protocol}://${host}:${port}/v1/checkout/sessions/${id}`, {
    headers: { authorization: `Bearer ${running.secretKey}` },
  })
  return (await response.json()) as Record<string, string>
}

async function newPayment(params: Record<string, string> = {}): Promise<string> {
  const session = await api('checkout/sessions', {
    mode: 'payment',
    success_url: `${success}{CHECKOUT_SESSION_ID}`,
    cancel_url: `${origin}/invoices/1/view?canceled=true`,
    customer_email: 'client@example.com',
    'line_items[0][quantity]': '1',
    'line_items[0][price_data][currency]': 'usd',
    'line_items[0][price_data][unit_amount]': '123400',
    'line_items[0][price_data][product_data][name]': 'Invoice INV-0042',
    ...params,
  })
  return session['id'] ?? ''
}

async function newSubscription(params: Record<string, string>): Promise<string> {
  const customer = await api('customers', { name: 'Test Business', email: 'owner@example.com' })
  const product = await api('products', { name: 'Professional' })
  const price = await api('prices', {
    currency: 'usd',
    unit_amount: '2900',
    product: product['id'] ?? '',
    'recurring[interval]': 'month',
  })
  const session = await api('checkout/sessions', {
    mode: 'subscription',
    success_url: `${success}{CHECKOUT_SESSION_ID}`,
    cancel_url: `${origin}/settings?canceled=true`,
    customer: customer['id'] ?? '',
    'line_items[0][quantity]': '1',
    'line_items[0][price]': price['id'] ?? '',
    ...params,
  })
  return session['id'] ?? ''
}

const trial = {
  payment_method_collection: 'if_required',
  'subscription_data[trial_period_days]': '14',
  'subscription_data[trial_settings][end_behavior][missing_payment_method]': 'cancel',
}

async function open(path: string) {
  const response = await running.pages.request(`/checkout/${path}`)
  return { status: response.status, headers: response.headers, text: await response.text() }
}

async function post(path: string, form: Record<string, string>) {
  const response = await running.pages.request(`/checkout/${path}`, {
    method: 'POST',
    body: new URLSearchParams(form),
  })
  return {
    status: response.status,
    location: response.headers.get('location'),
    text: await response.text(),
  }
}

describe('paying once', () => {
  test('the page says what is paid, by whom, and that no money moves', async () => {
    const page = await open(await newPayment())
    expect(page.status).toBe(200)
    expect(page.headers.get('cache-control')).toBe('no-store')
    for (const text of [
      'Invoice INV-0042',
      'client@example.com',
      'Pay $1,234.00',
      'no money moves',
      'noindex',
    ]) {
      expect(page.text).toContain(text)
    }
    expect(page.text).toContain(`href="${origin}/invoices/1/view?canceled=true">Cancel</a>`)
    expect(page.text).not.toContain('<script')
  })

  test('hostile words stay words', async () => {
    const hostile = '<script>alert(1)</script>"\'&'
    const page = await open(
      await newPayment({
        'line_items[0][price_data][product_data][name]': hostile,
        cancel_url: `${origin}/"onclick="alert(1)`,
      }),
    )
    expect(page.text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;')
    expect(page.text).not.toContain('<script')
    expect(page.text).not.toContain('"onclick="')
  })

  test('a good card pays and leads back', async () => {
    const id = await newPayment()
    expect(await post(id, card)).toMatchObject({ status: 303, location: success + id })
    expect(await readSession(id)).toMatchObject({ status: 'complete', payment_status: 'paid' })
  })

  test.each([
    ['4000000000000002', 'Your card was declined.'],
    ['4000000000009995', 'Your card has insufficient funds.'],
  ])('card %s is declined, says why, and leaves another try', async (number, message) => {
    const id = await newPayment()
    const page = await post(id, { ...card, number })
    expect(page.status).toBe(402)
    const advice = 'Nothing was charged. Try another card, or cancel to go back.'
    expect(page.text).toMatch(new RegExp(`role="alert"[^]*${message} ${advice}`))
    expect(page.text).toContain('value="12 / 40"')
    expect(page.text).toContain('value="Test Owner"')
    expect(page.text).not.toContain(`value="${number}"`)
    expect(page.text).not.toContain('value="123"')
    expect(await readSession(id)).toMatchObject({ status: 'open', payment_status: 'unpaid' })
    expect((await open(id)).text).toContain(message)
    expect(await post(id, card)).toMatchObject({ status: 303, location: success + id })
  })

  test('a card that asks is paid once the cardholder confirms', async () => {
    const id = await newPayment()
    const asked = await post(id, { ...card, number: '4000002500003155' })
    expect(asked).toMatchObject({ status: 303, location: `/sandbox/cards/checkout/${id}/confirm` })
    expect(await readSession(id)).toMatchObject({ status: 'open', payment_status: 'unpaid' })
    expect((await open(`${id}/confirm`)).text).toContain('$1,234.00')
    expect(await post(`${id}/confirm`, { answer: 'complete' })).toMatchObject({ location: success + id })
    expect(await readSession(id)).toMatchObject({ status: 'complete', payment_status: 'paid' })
  })

  test('a card that asks is not paid when the cardholder does not confirm', async () => {
    const id = await newPayment()
    await post(id, { ...card, number: '4000002500003155' })
    const page = await post(`${id}/confirm`, { answer: 'fail' })
    expect(page.status).toBe(402)
    expect(page.text).toContain('We are unable to authenticate your payment method.')
    expect(page.text).toContain('try again. Nothing was charged.</p>')
    expect(await readSession(id)).toMatchObject({ status: 'open', payment_status: 'unpaid' })
  })

  test('nothing is paid by a confirmation that nobody asked for', async () => {
    const id = await newPayment()
    expect((await open(`${id}/confirm`)).headers.get('location')).toBe(`/sandbox/cards/checkout/${id}`)
    expect((await post(`${id}/confirm`, { answer: 'complete' })).status).toBe(402)
    expect(await readSession(id)).toMatchObject({ status: 'open', payment_status: 'unpaid' })
  })

  test('any other number is refused, neither shown again nor kept', async () => {
    const id = await newPayment()
    const page = await post(id, { ...card, number: '4111 1111 1111 1111' })
    expect(page.status).toBe(422)
    expect(page.text).toContain('Use one of the test cards below. Never type a real card number here.')
    expect(page.text).not.toMatch(/4111 ?1111/)
    expect(await readSession(id)).toMatchObject({ status: 'open' })
    const { rows } = await withCardSandbox(testDatabase.database, ({ client }) =>
      client.query("select 1 from card_sandbox.objects where body::text ~ '4111 ?1111'"),
    )
    expect(rows).toEqual([])
  })

  test('a payment cannot be had without a card', async () => {
    const id = await newPayment()
    expect((await post(id, { card: 'none' })).status).toBe(422)
    expect(await readSession(id)).toMatchObject({ status: 'open' })
  })

  test('pressing twice pays once and leads both to the same place', async () => {
    const id = await newPayment({ 'line_items[0][price_data][unit_amount]': '777700' })
    const answers = await Promise.all([post(id, card), post(id, card)])
    expect(answers.map(({ location }) => location)).toEqual([success + id, success + id])
    expect((await post(id, card)).location).toBe(success + id)
    const charges = await withCardSandbox(testDatabase.database, (tx) =>
      listObjects({ tx, account: accountOf(running.secretKey) }, 'charge'),
    )
    expect(charges.filter(({ paid, amount }) => paid && amount === 777_700)).toHaveLength(1)
  })

  test('what is paid already says so and leads onwards', async () => {
    const id = await newPayment()
    await post(id, card)
    const page = await open(id)
    expect(page.status).toBe(200)
    expect(page.text).toContain('Already paid')
    expect(page.text).toContain(`href="${success}${id}"`)
  })

  test('an expired checkout takes no card and leads back', async () => {
    const id = await newPayment()
    await api(`checkout/sessions/${id}/expire`, {})
    for (const page of [await open(id), await post(id, card)]) {
      expect(page.status).toBe(410)
      expect(page.text).toContain('Checkout expired')
      expect(page.text).toContain(`href="${origin}/invoices/1/view?canceled=true"`)
    }
    expect(await readSession(id)).toMatchObject({ status: 'expired', payment_status: 'unpaid' })
  })

  test('a checkout whose time is over is expired, noticed or not', async () => {
    const id = await newPayment()
    now = new Date(start.getTime() + 25 * 3_600_000)
    try {
      expect((await open(id)).status).toBe(410)
      expect((await post(id, card)).status).toBe(410)
    } finally {
      now = start
    }
  })

  test('an unknown checkout is not found', async () => {
    for (const page of [await open('cs_test_unknown'), await post('cs_test_unknown', card)]) {
      expect(page.status).toBe(404)
      expect(page.text).toContain('Checkout not found')
    }
  })

  test('a body larger than a card can be is refused', async () => {
    const id = await newPayment()
    expect((await post(id, { ...card, name: 'x'.repeat(20_000) })).status).toBe(413)
    expect(await readSession(id)).toMatchObject({ status: 'open' })
  })
})

describe('subscribing', () => {
  test('a trial says when it ends, what comes then, and starts without a card', async () => {
    const id = await newSubscription(trial)
    const page = await open(id)
    for (const text of [
      '14 days free',
      '$29.00 a month',
      'Nov 29, 2026',
      'Without a card, it simply ends',
      'owner@example.com',
    ]) {
      expect(page.text).toContain(text)
    }
    expect(await post(id, { card: 'none' })).toMatchObject({ status: 303, location: success + id })
    expect(await readSession(id)).toMatchObject({ status: 'complete', payment_status: 'no_payment_required' })
    expect((await open(id)).text).toContain('All done')
  })

  test('a trial can be started with a card too', async () => {
    const id = await newSubscription(trial)
    expect((await post(id, {})).status).toBe(422)
    expect(await post(id, card)).toMatchObject({ status: 303, location: success + id })
  })

  test('a trial with a card can require it', async () => {
    const id = await newSubscription({ ...trial, payment_method_collection: 'always' })
    expect((await open(id)).text).toMatch(/<button class="button wide">\s*Start trial/)
    expect((await post(id, { card: 'none' })).status).toBe(422)
    expect((await post(id, { ...card, number: '4000002500003155' })).location).toMatch(/\/confirm$/)
    expect((await open(`${id}/confirm`)).text).toContain('the card. Here, you choose')
    expect((await post(`${id}/confirm`, { answer: 'complete' })).location).toBe(success + id)
  })

  test('without a trial, subscribing takes a card', async () => {
    const id = await newSubscription({})
    const page = await open(id)
    expect(page.text).toContain('$29.00')
    expect(page.text).toMatch(/<button class="button wide">\s*Subscribe/)
    expect((await post(id, { card: 'none' })).status).toBe(422)
    expect((await post(id, { ...card, number: '4000000000000002' })).status).toBe(402)
    expect(await post(id, card)).toMatchObject({ status: 303, location: success + id })
    expect(await readSession(id)).toMatchObject({ status: 'complete', payment_status: 'paid' })
  })
})

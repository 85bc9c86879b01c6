import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoPaypalAccount } from '../../src/shared/demo-paypal-account.ts'
import { type TestPaypal, createTestPaypal } from '../../test/support/providers/paypal-sandbox.ts'

const day = 86_400_000
let sandbox: TestPaypal
beforeAll(async () => {
  sandbox = await createTestPaypal()
})
afterAll(() => sandbox.close())

interface Refusal {
  name: string
  message: string
  debug_id: string
  details: { issue: string; field?: string }[]
}

async function tokenOf(authorization: string, grant = 'client_credentials') {
  return fetch(`${sandbox.address}/v1/oauth2/token`, {
    method: 'POST',
    headers: { authorization },
    body: new URLSearchParams({ grant_type: grant }),
  })
}

const basic = ({ clientId, clientSecret }: { clientId: string; clientSecret: string } = demoPaypalAccount) =>
  `Basic ${btoa(`${clientId}:${clientSecret}`)}`

async function bearer(): Promise<string> {
  const { access_token: token } = (await (await tokenOf(basic())).json()) as { access_token: string }
  return `Bearer ${token}`
}

async function ask(
  path: string,
  options: { body?: unknown; authorization?: string; requestId?: string } = {},
) {
  const { body, requestId } = options
  const response = await fetch(sandbox.address + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: options.authorization ?? (await bearer()),
      'content-type': 'application/json',
      ...(requestId === undefined ? {} : { 'paypal-request-id': requestId }),
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  return { status: response.status, body: (await response.json()) as Refusal & Record<string, unknown> }
}

const orders = '/v2/checkout/orders'
const unit = { custom_id: 'ours', amount: { currency_code: 'USD', value: '12.34' } }
const order = {
  intent: 'CAPTURE',
  purchase_units: [unit],
  payment_source: {
    paypal: {
      experience_context: {
        return_url: 'http://localhost:3000/done',
        cancel_url: 'http://localhost:3000/back',
      },
    },
  },
}

test('a token is given for the demo’s keys, and says when it ends', async () => {
  const response = await tokenOf(basic())
  expect(response.status).toBe(200)
  expect(await response.json()).toMatchObject({ token_type: 'Bearer', expires_in: 32_400 })
  expect((await tokenOf(basic(), 'password')).status).toBe(400)
  for (const wrong of ['', 'Basic', 'Basic %%%', basic({ clientId: 'a', clientSecret: 'b' }), 'Bearer x']) {
    const refused = await tokenOf(wrong)
    expect([wrong, refused.status]).toEqual([wrong, 401])
    expect(await refused.json()).toMatchObject({ error: 'invalid_client' })
  }
})

test('nothing is answered without a token that holds', async () => {
  const good = await bearer()
  const head = good.slice(0, good.lastIndexOf('.'))
  const signature = good.slice(head.length + 1)
  const later = head.replace(/\d+$/, (until) => String(Number(until) + 1))
  for (const authorization of ['', 'Bearer x', `${later}.${signature}`, `${head}.x`, basic()]) {
    const { status, body } = await ask(`${orders}/X`, { authorization })
    expect([status, body.name]).toEqual([401, 'AUTHENTICATION_FAILURE'])
  }
  sandbox.letPass(32_300_000)
  expect((await ask(`${orders}/X`, { authorization: good })).status).toBe(404)
  sandbox.letPass(200_000)
  expect((await ask(`${orders}/X`, { authorization: good })).status).toBe(401)
})

test('a refusal has PayPal’s form', async () => {
  const { status, body } = await ask(`${orders}/5O190127TN364715T`)
  expect(status).toBe(404)
  expect(body).toMatchObject({ name: 'RESOURCE_NOT_FOUND', details: [{ issue: 'INVALID_RESOURCE_ID' }] })
  expect(body.debug_id).toMatch(/^[0-9a-f]{13}$/)
  expect((await ask('/v1/anything')).body.name).toBe('RESOURCE_NOT_FOUND')
})

test.each([
  ['no JSON', '{', undefined],
  ['another intent', { ...order, intent: 'AUTHORIZE' }, '/intent'],
  ['two units', { ...order, purchase_units: [unit, unit] }, '/purchase_units'],
  ['no unit', { ...order, purchase_units: [] }, '/purchase_units'],
  ['nothing to pay', withAmount('0.00'), '/purchase_units/0/amount'],
  ['parts of a cent', withAmount('1.001'), '/purchase_units/0/amount/value'],
  ['a number', withAmount(1), '/purchase_units/0/amount/value'],
  ['too much', withAmount('10000000.00'), '/purchase_units/0/amount/value'],
  [
    'a long name',
    { ...order, purchase_units: [{ ...unit, custom_id: 'x'.repeat(128) }] },
    '/purchase_units/0/custom_id',
  ],
  ['a field that nobody knows', { ...order, surprise: true }, '/'],
])('an order with %s is refused, and says where', async (_, body, field) => {
  const refused = await ask(orders, { body })
  expect([refused.status, refused.body.name]).toEqual([400, 'INVALID_REQUEST'])
  expect(refused.body.details[0]?.field).toBe(field)
})

function withAmount(value: unknown, currency_code = 'USD') {
  return { ...order, purchase_units: [{ ...unit, amount: { currency_code, value } }] }
}

test('an order is in a currency that PayPal has, with the decimals that it has there', async () => {
  const issueOf = async (value: string, currency: string) =>
    (await ask(orders, { body: withAmount(value, currency) })).body.details?.[0]?.issue
  expect(await issueOf('12.34', 'EUR')).toBeUndefined()
  expect(await issueOf('500', 'JPY')).toBeUndefined()
  expect(await issueOf('1250', 'HUF')).toBeUndefined()
  expect(await issueOf('500.00', 'JPY')).toBe('DECIMALS_NOT_SUPPORTED')
  expect(await issueOf('12.50', 'TWD')).toBe('DECIMALS_NOT_SUPPORTED')
  expect(await issueOf('12.50', 'INR')).toBe('CURRENCY_NOT_SUPPORTED')
  expect(await issueOf('12.50', 'XXX')).toBe('CURRENCY_NOT_SUPPORTED')
})

test('a refund is in the currency of its payment', async () => {
  const { body } = await ask(orders, { body: withAmount('500', 'JPY') })
  const id = String(body['id'])
  await sandbox.choose(`http://localhost:3000/sandbox/paypal/checkoutnow?token=${id}`, 'balance')
  await ask(`${orders}/${id}/capture`, { body: {} })
  const refund = (amount: object) =>
    sandbox
      .paymentOf(id)
      .then((payment) => ask(`/v2/payments/captures/${payment}/refund`, { body: { amount } }))
  expect((await refund({ currency_code: 'USD', value: '1.00' })).body.details[0]?.issue).toBe(
    'REFUND_CAPTURE_CURRENCY_MISMATCH',
  )
  expect((await refund({ currency_code: 'JPY', value: '200' })).body).toMatchObject({
    status: 'COMPLETED',
    amount: { currency_code: 'JPY', value: '200' },
  })
})

test('a request id gets its first answer again, and no other', async () => {
  const first = await ask(orders, { body: order, requestId: 'one' })
  expect(first.status).toBe(201)
  const again = await ask(orders, { body: order, requestId: 'one' })
  expect(again).toEqual({ status: 200, body: first.body })
  const other = await ask(orders, { body: withAmount('1.00'), requestId: 'one' })
  expect([other.status, other.body.details[0]?.issue]).toEqual([422, 'PAYPAL_REQUEST_ID_PREVIOUSLY_USED'])
  // A corrected request may use the same id.
  expect((await ask(orders, { body: withAmount('0.00'), requestId: 'two' })).status).toBe(400)
  expect((await ask(orders, { body: order, requestId: 'two' })).status).toBe(201)
  expect((await ask(orders, { body: order, requestId: 'x'.repeat(109) })).status).toBe(400)
})

test('a way to pay that was refused stays refused under the same request id', async () => {
  const { body } = await ask(orders, { body: order })
  const id = String(body['id'])
  const url = `http://localhost:3000/sandbox/paypal/checkoutnow?token=${id}`
  const capture = (requestId: string) => ask(`${orders}/${id}/capture`, { body: {}, requestId })
  expect((await capture('a')).body.details[0]?.issue).toBe('ORDER_NOT_APPROVED')
  await sandbox.choose(url, 'refused-card')
  expect((await capture('b')).body.details[0]?.issue).toBe('INSTRUMENT_DECLINED')
  await sandbox.choose(url, 'balance')
  expect((await capture('b')).body.details[0]?.issue).toBe('INSTRUMENT_DECLINED')
  expect((await capture('c')).body['status']).toBe('COMPLETED')
  expect((await capture('d')).body.details[0]?.issue).toBe('ORDER_ALREADY_CAPTURED')
  expect((await capture('c')).body['status']).toBe('COMPLETED')
})

test('what another account made is not there', async () => {
  const { body } = await ask(orders, { body: order })
  await sandbox.giveAway(String(body['id']))
  expect((await ask(`${orders}/${String(body['id'])}`)).status).toBe(404)
  expect((await ask(`${orders}/${String(body['id'])}/capture`, { body: {} })).status).toBe(404)
})

test('orders and answers are forgotten after thirty days', async () => {
  const { body } = await ask(orders, { body: order, requestId: 'old' })
  const path = `${orders}/${String(body['id'])}`
  sandbox.letPass(29 * day)
  await ask(orders, { body: order })
  expect((await ask(path)).status).toBe(200)
  sandbox.letPass(2 * day)
  await ask(orders, { body: order })
  expect((await ask(path)).status).toBe(404)
  expect((await ask(orders, { body: order, requestId: 'old' })).body['id']).not.toBe(body['id'])
})

test('nothing went wrong inside', () => {
  expect(sandbox.log).toEqual([])
})

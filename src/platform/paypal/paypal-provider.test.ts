import { afterEach, describe, expect, test } from 'vitest'
import {
  type Asked,
  account,
  approved,
  capture,
  closePaypals,
  failureOf,
  hangUp,
  inTurn,
  now,
  order,
  paypalAnswering,
  refused,
  sending,
  unknown,
} from '../../../test/support/providers/answering-paypal.ts'
import { createPaypalProvider } from './paypal-provider.ts'

afterEach(closePaypals)

const request = {
  reference: 'ours',
  currency: 'USD',
  amountMinor: 12_300,
  description: 'Invoice 1A2B3C4D from Test Business',
  email: 'client@example.com',
  successUrl: 'http://localhost:3000/payment-success?invoice_id=1',
  cancelUrl: 'http://localhost:3000/?canceled=true',
  expiresAt: 1_800_000_000,
  metadata: {},
}

describe('a PayPal that cannot be relied on is never taken for one that was paid', () => {
  test.each([
    ['is down', sending(500, { name: 'INTERNAL_SERVER_ERROR' }), 'unreachable'],
    ['asks for patience', sending(429, { name: 'RATE_LIMIT_REACHED' }), 'unreachable'],
    ['is busy with the same', sending(409, refused('PREVIOUS_REQUEST_IN_PROGRESS')), 'unreachable'],
    ['never answers', () => undefined, 'unreachable'],
    ['hangs up', hangUp, 'unreachable'],
    ['answers with a page', sending(200, '<html>Welcome</html>'), 'malformed'],
    ['refuses with a page', sending(403, '<html>Blocked</html>'), 'malformed'],
    ['answers with nothing', sending(200, {}), 'malformed'],
    ['leads elsewhere', sending(302, '', { location: 'http://127.0.0.1:1/' }), 'malformed'],
    ['does not know the order', sending(404, unknown), 'refused'],
    ['does not know the keys', sending(401, { name: 'AUTHENTICATION_FAILURE' }), 'refused'],
  ])('one that %s', async (_, answer, kind) => {
    const { paypal } = await paypalAnswering(answer)
    const { create, read, expire } = paypal.checkouts
    const failures = await Promise.all([read('ORDER'), expire('ORDER'), create(request)].map(failureOf))
    expect(failures).toEqual([kind, kind, kind])
  })

  test.each([
    ['of another order', order({ id: 'OTHER' })],
    [
      'in a currency that PayPal does not have',
      order({ captures: [{ ...capture, amount: { currency_code: 'GHS', value: '123.00' } }] }),
    ],
    [
      'of parts of a cent',
      order({ captures: [{ ...capture, amount: { currency_code: 'USD', value: '123.001' } }] }),
    ],
    ['of a payment in two parts', order({ purchase_units: [{}, {}] })],
    ['of an order that only reserves money', order({ intent: 'AUTHORIZE' })],
    ['of a payment at no time', order({ captures: [{ ...capture, create_time: 'noon' }] })],
    ['of a completed order without a payment', order({ captures: [] })],
  ])('one that tells %s', async (_, body) => {
    const { paypal } = await paypalAnswering(sending(200, body))
    expect(await failureOf(paypal.checkouts.read('ORDER'))).toBe('malformed')
  })

  test('one that is not there', async () => {
    const paypal = createPaypalProvider(account, { demo: 'http://127.0.0.1:1' })
    expect(await failureOf(paypal.checkouts.create(request))).toBe('unreachable')
    expect(await failureOf(paypal.refunds.list('CAPTURE'))).toBe('unreachable')
    expect(await failureOf(paypal.check())).toBe('unreachable')
  })

  test('one that takes the money and then says it did not', async () => {
    const { paypal } = await paypalAnswering(sending(201, approved))
    expect(await failureOf(paypal.checkouts.read('ORDER'))).toBe('malformed')
  })
})

describe('how an order stands', () => {
  const paid = {
    state: 'paid',
    paymentId: 'CAPTURE',
    currency: 'USD',
    amountMinor: 12_300,
    paidAt: new Date(capture.create_time),
  }
  const declined = 'PayPal couldn’t charge the payment method you chose.'
  const waiting = { status: 'PAYER_ACTION_REQUIRED', captures: [] }
  test.each([
    [order(), paid],
    [order({ captures: [{ ...capture, status: 'PARTIALLY_REFUNDED' }] }), paid],
    [order({ captures: [{ ...capture, status: 'REFUNDED' }] }), paid],
    // A smaller amount than requested is reported as it is.
    [
      order({ captures: [{ ...capture, amount: { currency_code: 'USD', value: '1.05' } }] }),
      { ...paid, amountMinor: 105 },
    ],
    [order({ captures: [{ ...capture, status: 'PENDING' }] }), { state: 'processing' }],
    [order({ captures: [{ ...capture, status: 'DECLINED' }] }), { state: 'expired', declined }],
    [order({ captures: [{ ...capture, status: 'FAILED' }] }), { state: 'expired', declined }],
    [order(waiting), { state: 'open', declined: null }],
    [order({ ...waiting, status: 'CREATED' }), { state: 'open', declined: null }],
    [
      order({ status: 'CREATED', captures: [{ ...capture, status: 'DECLINED' }] }),
      { state: 'open', declined },
    ],
    [order({ ...waiting, status: 'VOIDED' }), { state: 'expired', declined: null }],
    // Without a timestamp.
    [order({ ...waiting, create_time: undefined }), { state: 'open', declined: null }],
    [
      order({ create_time: undefined, captures: [{ ...capture, create_time: undefined }] }),
      { ...paid, paidAt: now },
    ],
    [
      order({ update_time: '2026-11-05T11:45:00Z', captures: [{ ...capture, create_time: undefined }] }),
      { ...paid, paidAt: new Date('2026-11-05T11:45:00Z') },
    ],
    [order({ ...waiting, create_time: '2026-11-05T09:00:01Z' }), { state: 'open', declined: null }],
    [order({ ...waiting, create_time: '2026-11-05T08:59:59Z' }), { state: 'expired', declined: null }],
  ])('%#', async (body, facts) => {
    const { paypal } = await paypalAnswering(sending(200, body))
    expect(await paypal.checkouts.read('ORDER')).toEqual({ reference: 'ours', ...facts })
  })

  test('one that is not ours is told as such', async () => {
    const body = order({ purchase_units: [{ custom_id: 'another', payments: { captures: [capture] } }] })
    const { paypal } = await paypalAnswering(sending(200, body))
    expect(await paypal.checkouts.read('ORDER')).toMatchObject({ reference: 'another' })
  })

  test.each([
    ['INSTRUMENT_DECLINED', approved, { state: 'open', declined }],
    ['PAYER_CANNOT_PAY', approved, { state: 'open', declined }],
    ['ORDER_NOT_APPROVED', approved, { state: 'open', declined: null }],
    ['ORDER_EXPIRED', approved, { state: 'expired', declined: null }],
    // No client waits forever, whatever it is.
    [
      'PAYEE_ACCOUNT_RESTRICTED',
      { ...approved, create_time: '2026-11-05T05:00:00Z' },
      { state: 'expired', declined: null },
    ],
  ])('a capture that is refused for %s', async (issue, body, facts) => {
    const { paypal } = await paypalAnswering(inTurn(sending(200, body), sending(422, refused(issue))))
    expect(await paypal.checkouts.read('ORDER')).toEqual({ reference: 'ours', ...facts })
  })

  test.each([
    ['PAYEE_ACCOUNT_RESTRICTED', 'account-restricted'],
    ['PAYEE_ACCOUNT_LOCKED_OR_CLOSED', 'account-closed'],
    ['PAYEE_ACCOUNT_NOT_VERIFIED', 'account-unverified'],
    ['PAYEE_NOT_ENABLED_FOR_CARD_PROCESSING', 'not-enabled'],
    ['PAYEE_BLOCKED_TRANSACTION', 'blocked-by-settings'],
    ['TRANSACTION_RECEIVING_LIMIT_EXCEEDED', 'receiving-limit'],
    ['TRANSACTION_LIMIT_EXCEEDED', 'receiving-limit'],
    ['CURRENCY_NOT_SUPPORTED', 'currency'],
  ])(
    'a capture refused for %s ends the checkout, and names what its owner has to see to',
    async (issue, problem) => {
      const { paypal } = await paypalAnswering(inTurn(sending(200, approved), sending(422, refused(issue))))
      expect(await paypal.checkouts.read('ORDER')).toMatchObject({
        state: 'expired',
        problem,
        declined: expect.stringMatching(/Please pay another way\.$/),
      })
    },
  )

  test('a capture refused for a reason that is not known is a failure, and is tried again later', async () => {
    const refusal = sending(422, refused('BRAND_NEW_WORD'))
    const { paypal } = await paypalAnswering(inTurn(sending(200, approved), refusal))
    await expect(paypal.checkouts.read('ORDER')).rejects.toMatchObject({ kind: 'refused', isMissing: false })
  })

  test.each([
    ['RECEIVING_PREFERENCE_MANDATES_MANUAL_ACTION', { problem: 'accept-payment' }],
    ['INTERNATIONAL_WITHDRAWAL', { problem: 'accept-payment' }],
    ['UNILATERAL', { problem: 'payment-unclaimed' }],
    ['VERIFICATION_REQUIRED', { problem: 'payment-unverified' }],
    ['ECHECK', {}],
    ['BRAND_NEW_WORD', {}],
  ])('a capture that is pending for %s', async (reason, problem) => {
    const pending = { ...capture, status: 'PENDING', status_details: { reason } }
    const { paypal } = await paypalAnswering(sending(200, order({ captures: [pending] })))
    expect(await paypal.checkouts.read('ORDER')).toEqual({
      state: 'processing',
      reference: 'ours',
      ...problem,
    })
  })

  test('one that somebody else has captured meanwhile is paid', async () => {
    const answers = [
      sending(200, approved),
      sending(422, refused('ORDER_ALREADY_CAPTURED')),
      sending(200, order()),
    ]
    const { paypal } = await paypalAnswering(inTurn(...answers))
    expect(await paypal.checkouts.read('ORDER')).toMatchObject(paid)
  })

  test('to close an order is to let it be, paid or not', async () => {
    const { paypal, asked } = await paypalAnswering(inTurn(sending(200, approved), sending(200, order())))
    expect(await paypal.checkouts.expire('ORDER')).toEqual({
      state: 'expired',
      reference: 'ours',
      declined: null,
    })
    expect(await paypal.checkouts.expire('ORDER')).toMatchObject(paid)
    const orders = asked.filter(({ what }) => what.includes('/v2/'))
    expect(orders.map(({ what }) => what)).toEqual(Array(2).fill('GET /v2/checkout/orders/ORDER'))
  })
})

describe('what is asked', () => {
  const opened = {
    id: 'ORDER',
    links: [
      { rel: 'self', href: 'http://localhost/self' },
      { rel: 'payer-action', href: 'http://localhost:3000/sandbox/paypal/checkoutnow?token=ORDER' },
    ],
  }

  test('an order for exactly the amount, to be found again by our own id', async () => {
    const { paypal, asked } = await paypalAnswering(sending(201, opened))
    const description = `Invoice 1A2B3C4D from ${'x'.repeat(100)}🧾${'y'.repeat(50)}`
    const answer = await paypal.checkouts.create({ ...request, amountMinor: 110_029, description })
    expect(answer).toEqual({ sessionId: 'ORDER', url: opened.links[1]?.href })
    const [, create] = asked
    expect(create?.what).toBe('POST /v2/checkout/orders')
    expect(create?.headers).toMatchObject({ 'paypal-request-id': 'ours', authorization: 'Bearer good' })
    expect(JSON.parse(create?.body ?? '')).toEqual({
      intent: 'CAPTURE',
      purchase_units: [
        {
          reference_id: 'ours',
          custom_id: 'ours',
          invoice_id: 'ours',
          description: `Invoice 1A2B3C4D from ${'x'.repeat(100)}🧾${'y'.repeat(2)}…`,
          amount: { currency_code: 'USD', value: '1100.29' },
        },
      ],
      payment_source: {
        paypal: {
          experience_context: {
            return_url: request.successUrl,
            cancel_url: request.cancelUrl,
            user_action: 'PAY_NOW',
            shipping_preference: 'NO_SHIPPING',
          },
        },
      },
    })
  })

  test('no half of a character is left of a long description', async () => {
    const { paypal, asked } = await paypalAnswering(sending(201, opened))
    await paypal.checkouts.create({ ...request, description: `${'x'.repeat(125)}🧾🧾` })
    expect(JSON.parse(asked[1]?.body ?? '').purchase_units[0].description).toBe(`${'x'.repeat(125)}…`)
  })

  test('an answer without a page to pay on is passed on as one', async () => {
    const { paypal } = await paypalAnswering(sending(201, { id: 'ORDER', links: [] }))
    expect(await paypal.checkouts.create(request)).toEqual({ sessionId: 'ORDER', url: null })
  })

  test('nobody is sent to what is no page', async () => {
    const links = [{ rel: 'approve', href: 'javascript:alert(1)' }]
    const { paypal } = await paypalAnswering(sending(201, { id: 'ORDER', links }))
    expect(await failureOf(paypal.checkouts.create(request))).toBe('malformed')
  })

  test.each([
    ['is lost', hangUp],
    ['is an error of theirs', sending(503, '')],
  ])('a question whose answer %s is put again under the same request id', async (_, lost) => {
    const { paypal, asked } = await paypalAnswering(inTurn(lost, sending(201, opened)))
    await paypal.checkouts.create(request)
    const ids = asked.slice(1).map(({ headers }) => headers['paypal-request-id'])
    expect(ids).toEqual(['ours', 'ours'])
  })

  test('an approval is captured under one id, another one after another approval or a minute', async () => {
    const again = { ...approved, update_time: '2026-11-05T11:30:00Z' }
    const ids: unknown[] = []
    let reported: object = approved
    const { address } = await paypalAnswering(({ what, headers }, response) => {
      const isCapture = what.endsWith('/capture')
      if (isCapture) ids.push(headers['paypal-request-id'])
      sending(isCapture ? 422 : 200, isCapture ? refused('INSTRUMENT_DECLINED') : reported)(
        {} as Asked,
        response,
      )
    })
    const readAt = (seconds: number) => {
      const moment = new Date(now.getTime() + seconds * 1000)
      return createPaypalProvider(account, { ...address, now: () => moment }).checkouts.read('ORDER')
    }
    await readAt(0)
    await readAt(59)
    await readAt(60)
    reported = again
    await readAt(60)
    expect(ids[1]).toBe(ids[0])
    expect(new Set(ids).size).toBe(3)
    for (const id of ids) expect(id).toMatch(/^ORDER-[0-9a-z]+-[0-9a-z]+$/)
  })

  test('an id from outside stays one part of the address', async () => {
    const { paypal, asked } = await paypalAnswering(sending(404, unknown))
    await failureOf(paypal.checkouts.read('../../v1/x?y#z'))
    expect(asked[1]?.what).toBe('GET /v2/checkout/orders/..%2F..%2Fv1%2Fx%3Fy%23z')
  })
})

test('only the live mode moves real money, and it is asked where PayPal is', () => {
  for (const [mode, isLive] of [
    ['live', true],
    ['sandbox', false],
    ['demo', false],
  ] as const) {
    expect(createPaypalProvider({ ...account, mode }, { demo: 'http://127.0.0.1:1' }).isLive).toBe(isLive)
  }
})

test.each([
  ['an account without the right to do it', 403, { name: 'NOT_AUTHORIZED' }, { isForbidden: true }],
  [
    'an account that may not be paid',
    422,
    refused('PAYEE_ACCOUNT_RESTRICTED'),
    { problem: 'account-restricted' },
  ],
  [
    'a question that is wrong',
    422,
    refused('AMOUNT_MISMATCH'),
    { isForbidden: false, isWrongKey: false, problem: null },
  ],
  [
    'keys that are unknown',
    401,
    { name: 'AUTHENTICATION_FAILURE' },
    { isWrongKey: true, isForbidden: false },
  ],
])('%s is told apart from other refusals', async (_, status, answer, signs) => {
  const { paypal } = await paypalAnswering(sending(status, answer))
  await expect(paypal.checkouts.create(request)).rejects.toMatchObject({ kind: 'refused', ...signs })
})

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestPaypal, createTestPaypal } from '../../test/support/providers/paypal-sandbox.ts'

const minute = 60_000
const hour = 60 * minute
const declined = 'PayPal couldn’t charge the payment method you chose.'
let sandbox: TestPaypal
beforeAll(async () => {
  sandbox = await createTestPaypal()
})
afterAll(() => sandbox.close())

function requestOf(amountMinor: number, reference: string = randomUUID(), currency = 'USD') {
  return {
    reference,
    currency,
    amountMinor,
    description: 'Invoice 1A2B3C4D from Test Business',
    email: 'client@example.com',
    successUrl: 'http://localhost:3000/payment-success?invoice_id=1',
    cancelUrl: 'http://localhost:3000/invoices/1/view?canceled=true',
    expiresAt: Math.floor(Date.now() / 1000) + 86_340,
    metadata: {},
  }
}

async function newOrder(amountMinor = 12_345) {
  const request = requestOf(amountMinor)
  const { sessionId, url } = await sandbox.paypal.checkouts.create(request)
  return { sessionId, url: url ?? '', reference: request.reference }
}

async function newPayment(amountMinor: number, funding: 'balance' | 'bank' = 'balance'): Promise<string> {
  const { sessionId, url } = await newOrder(amountMinor)
  await sandbox.choose(url, funding)
  if (funding === 'bank') {
    await sandbox.paypal.checkouts.read(sessionId)
    sandbox.letPass(minute)
  }
  const facts = await sandbox.paypal.checkouts.read(sessionId)
  if (facts.state !== 'paid') throw new Error(facts.state)
  return facts.paymentId
}

describe('paying', () => {
  test.each([1, 29, 110_029, 99_999_999])(
    '%i cents are asked for and taken, to the cent',
    async (amountMinor) => {
      const { sessionId, url, reference } = await newOrder(amountMinor)
      const { paypal } = sandbox
      expect(url).toBe(`http://localhost:3000/sandbox/paypal/checkoutnow?token=${sessionId}`)
      expect(await paypal.checkouts.read(sessionId)).toEqual({ state: 'open', reference, declined: null })
      expect(await sandbox.choose(url, 'balance')).toBe(
        `http://localhost:3000/payment-success?invoice_id=1&token=${sessionId}&PayerID=DEMOPAYER0001`,
      )
      const facts = await paypal.checkouts.read(sessionId)
      expect(facts).toMatchObject({ state: 'paid', reference, amountMinor })
      // A caller that crashed before it stored the result reads the same, however often it asks, and nothing
      // more is charged.
      expect(await paypal.checkouts.read(sessionId)).toEqual(facts)
      expect(await paypal.checkouts.expire(sessionId)).toEqual(facts)
      const again = await sandbox.startAgain()
      expect(await sandbox.connect(again).checkouts.read(sessionId)).toEqual(facts)
      await again.close()
    },
  )

  test('many who ask at once take the money once', async () => {
    const { sessionId, url } = await newOrder()
    await sandbox.choose(url, 'balance')
    const results = await Promise.allSettled(
      Array.from({ length: 6 }, () => sandbox.paypal.checkouts.read(sessionId)),
    )
    const answers = results.flatMap((item) => (item.status === 'fulfilled' ? [item.value] : []))
    // Some may be asked to retry while the first request is in progress.
    for (const item of results)
      if (item.status === 'rejected') expect(item.reason).toMatchObject({ kind: 'unreachable' })
    const facts = await sandbox.paypal.checkouts.read(sessionId)
    expect(facts).toMatchObject({ state: 'paid' })
    expect(answers.length).toBeGreaterThan(0)
    for (const item of answers) expect(item).toEqual(facts)
  })

  test('the same question gets the same order, another one under its name is refused', async () => {
    const request = requestOf(500)
    const { create } = sandbox.paypal.checkouts
    const first = await create(request)
    expect(await create(request)).toEqual(first)
    await expect(create({ ...request, amountMinor: 501 })).rejects.toMatchObject({ kind: 'refused' })
    expect((await create(requestOf(500))).sessionId).not.toBe(first.sessionId)
  })

  test('a card that is refused takes nothing, and the client can choose another way on the same page', async () => {
    const { sessionId, url, reference } = await newOrder()
    const { read } = sandbox.paypal.checkouts
    await sandbox.choose(url, 'refused-card')
    expect(await read(sessionId)).toEqual({ state: 'open', reference, declined })
    expect(await read(sessionId)).toEqual({ state: 'open', reference, declined })
    await sandbox.choose(url, 'balance')
    expect(await read(sessionId)).toMatchObject({ state: 'paid' })
  })

  test('money from a bank is on its way, and then there', async () => {
    const { sessionId, url, reference } = await newOrder()
    const { read, expire } = sandbox.paypal.checkouts
    await sandbox.choose(url, 'bank')
    expect(await read(sessionId)).toEqual({ state: 'processing', reference })
    expect(await expire(sessionId)).toEqual({ state: 'processing', reference })
    sandbox.letPass(minute)
    expect(await read(sessionId)).toMatchObject({ state: 'paid', reference })
  })

  test.each([
    ['held', { state: 'paid' }],
    ['held-denied', { state: 'expired' }],
  ] as const)('a payment that is %s waits for the business, and then ends', async (funding, end) => {
    const { sessionId, url, reference } = await newOrder()
    const { read, expire } = sandbox.paypal.checkouts
    await sandbox.choose(url, funding)
    const facts = { state: 'processing', reference, problem: 'accept-payment' }
    expect(await read(sessionId)).toEqual(facts)
    expect(await expire(sessionId)).toEqual(facts)
    sandbox.letPass(2 * minute)
    expect(await read(sessionId)).toMatchObject({ ...end, reference })
  })

  test.each([
    ['over-limit', 'receiving-limit'],
    ['restricted', 'account-restricted'],
  ] as const)('a payment that the account may not take (%s) takes nothing', async (funding, problem) => {
    const { sessionId, url } = await newOrder()
    await sandbox.choose(url, funding)
    expect(await sandbox.paypal.checkouts.read(sessionId)).toMatchObject({ state: 'expired', problem })
    expect(await sandbox.paymentOf(sessionId)).toBeNull()
  })

  test('to close an order takes nothing, also when it is approved', async () => {
    const { sessionId, url, reference } = await newOrder()
    const over = { state: 'expired', reference, declined: null }
    const { expire } = sandbox.paypal.checkouts
    expect(await expire(sessionId)).toEqual(over)
    await sandbox.choose(url, 'balance')
    expect(await expire(sessionId)).toEqual(over)
    expect(await sandbox.paymentOf(sessionId)).toBeNull()
  })

  test('an order that nobody approves is over after three hours, an approved one three hours later', async () => {
    const [forgotten, approved] = [await newOrder(), await newOrder()]
    const { read } = sandbox.paypal.checkouts
    sandbox.letPass(3 * hour - minute)
    expect(await read(forgotten.sessionId)).toMatchObject({ state: 'open' })
    await sandbox.choose(approved.url, 'balance')
    sandbox.letPass(2 * minute)
    expect(await read(forgotten.sessionId)).toMatchObject({ state: 'expired' })
    sandbox.letPass(3 * hour)
    expect(await read(approved.sessionId)).toMatchObject({ state: 'expired', reference: approved.reference })
  })

  test('an order of nobody is missing', async () => {
    for (const id of ['5O190127TN364715T', 'x', '\0', 'a/b']) {
      await expect(sandbox.paypal.checkouts.read(id)).rejects.toMatchObject({ isMissing: true })
      await expect(sandbox.paypal.checkouts.expire(id)).rejects.toMatchObject({ isMissing: true })
    }
  })
})

describe('giving back', () => {
  const refundRequest = (paymentId: string, amountMinor: number) => ({
    reference: randomUUID(),
    paymentId,
    currency: 'USD',
    amountMinor,
  })

  test.each(['balance', 'bank'] as const)('in parts and in full, to the cent, from %s', async (funding) => {
    const { refunds } = sandbox.paypal
    // PayPal names the order of one in supplementary_data, of the other by a link alone.
    const paymentId = await newPayment(110_029, funding)
    const [first, second] = [refundRequest(paymentId, 29), refundRequest(paymentId, 110_000)]
    const made = await refunds.create(first)
    expect(made).toMatchObject({ reference: first.reference, amountMinor: 29, state: 'succeeded' })
    // A repeated request returns the same refund.
    expect(await refunds.create(first)).toEqual(made)
    await expect(refunds.create(refundRequest(paymentId, 110_001))).rejects.toMatchObject({ kind: 'refused' })
    const rest = await refunds.create(second)
    await expect(refunds.create(refundRequest(paymentId, 1))).rejects.toMatchObject({
      kind: 'refused',
      isMissing: false,
    })
    expect(await refunds.list(paymentId)).toEqual([made, rest])
  })

  test('what is not there yet is not given back', async () => {
    const { sessionId, url } = await newOrder()
    await sandbox.choose(url, 'bank')
    expect(await sandbox.paypal.checkouts.read(sessionId)).toMatchObject({ state: 'processing' })
    const paymentId = (await sandbox.paymentOf(sessionId)) ?? ''
    const refund = sandbox.paypal.refunds.create(refundRequest(paymentId, 1))
    await expect(refund).rejects.toMatchObject({ kind: 'refused' })
  })

  test('a payment stays paid whatever of it was given back', async () => {
    const { sessionId, url } = await newOrder(1000)
    await sandbox.choose(url, 'balance')
    const facts = await sandbox.paypal.checkouts.read(sessionId)
    if (facts.state !== 'paid') throw new Error(facts.state)
    for (const minor of [400, 600]) {
      await sandbox.paypal.refunds.create(refundRequest(facts.paymentId, minor))
      expect(await sandbox.paypal.checkouts.read(sessionId)).toEqual(facts)
    }
  })

  test('a payment of nobody is missing', async () => {
    const { refunds } = sandbox.paypal
    await expect(refunds.list('5O190127TN364715T')).rejects.toMatchObject({ isMissing: true })
    await expect(refunds.create(refundRequest('5O190127TN364715T', 1))).rejects.toMatchObject({
      isMissing: true,
    })
  })
})

describe('keys', () => {
  test('those of the demo are taken, no others', async () => {
    await sandbox.paypal.check()
    for (const wrong of [
      { clientSecret: 'wrong' },
      { clientId: 'demo' },
      { clientId: '', clientSecret: '' },
    ]) {
      await expect(sandbox.connect(undefined, wrong).check()).rejects.toMatchObject({
        kind: 'refused',
        isMissing: false,
        isWrongKey: true,
      })
    }
  })

  test('a token that has ended, or that a restart has ended, is replaced without a word', async () => {
    const { sessionId } = await newOrder()
    sandbox.letPass(10 * hour)
    expect(await sandbox.paypal.checkouts.read(sessionId)).toMatchObject({ state: 'expired' })
  })
})

test('nothing went wrong inside', () => {
  expect(sandbox.log).toEqual([])
})

import type { Stripe } from 'stripe'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { withCardSandbox } from '../../src/platform/db/transaction.ts'
import { eventually } from '../../test/support/eventually.ts'
import { type TestSandbox, createTestSandbox } from '../../test/support/providers/card-sandbox.ts'
import { accountOf } from './card-sandbox.ts'
import { deliverEvent, emitEvent } from './events.ts'

interface Delivery {
  body: string
  signature: string
  url: string
}

let sandbox: TestSandbox
let stripe: Stripe
let deliveries: Delivery[] = []
let statuses: number[] = []

beforeAll(async () => {
  sandbox = await createTestSandbox({
    // Far from the real time, which signatures use anyway.
    now: () => new Date('2031-01-01T00:00:00Z'),
    send: async (url, { headers, body }) => {
      const signature = new Headers(headers).get('stripe-signature') ?? ''
      deliveries.push({ url, signature, body: body as string })
      return new Response(null, { status: statuses.shift() ?? 200 })
    },
  })
  stripe = sandbox.stripe
})
beforeEach(() => {
  deliveries = []
  statuses = []
})
afterAll(() => sandbox.close())

async function makeEvent(): Promise<string> {
  const { customers, events } = stripe
  const object = { ...(await customers.create({ name: 'A' })), _secret: 'x' }
  const account = accountOf(sandbox.secretKey)
  await withCardSandbox(sandbox.database, (tx) =>
    emitEvent({ sandbox: sandbox.sandbox, tx, account }, 'customer.created', object),
  )
  const [event] = (await events.list({ type: 'customer.created', limit: 1 })).data
  return event?.id ?? ''
}

const verify = ({ body, signature }: Delivery, secret = sandbox.webhookSecret) =>
  stripe.webhooks.constructEvent(body, signature, secret)

test('what is delivered bears a signature that the official client accepts, and no other secret does', async () => {
  const id = await makeEvent()
  await deliverEvent(sandbox.sandbox, id)
  const [delivery] = deliveries
  if (!delivery) throw new Error('nothing was delivered')
  expect(delivery.url).toBe('http://localhost:3000/webhook')
  const event = verify(delivery)
  expect(event).toMatchObject({ id, type: 'customer.created', api_version: '2026-10-28.endive' })
  expect(event.data.object).not.toHaveProperty('_secret')
  expect(() => verify(delivery, 'whsec_other')).toThrow('signature')
  expect(() => verify({ ...delivery, body: `${delivery.body} ` })).toThrow('signature')
})

test('an event stays pending until it is taken, and is not sent after that', async () => {
  const id = await makeEvent()
  statuses = [500, 302]
  await expect(deliverEvent(sandbox.sandbox, id)).rejects.toThrow('500')
  await expect(deliverEvent(sandbox.sandbox, id)).rejects.toThrow('302')
  expect(await stripe.events.retrieve(id)).toMatchObject({ pending_webhooks: 1 })
  await deliverEvent(sandbox.sandbox, id)
  await deliverEvent(sandbox.sandbox, id)
  expect(deliveries).toHaveLength(3)
  expect(await stripe.events.retrieve(id)).toMatchObject({ pending_webhooks: 0 })
})

test('an event of work that is undone does not exist', async () => {
  const account = accountOf(sandbox.secretKey)
  const work = withCardSandbox(sandbox.database, async (tx) => {
    await emitEvent({ sandbox: sandbox.sandbox, tx, account }, 'customer.undone', { id: 'cus_undone' })
    throw new Error('undone')
  })
  await expect(work).rejects.toThrow('undone')
  expect((await stripe.events.list({ type: 'customer.undone' })).data).toEqual([])
})

test('the jobs deliver what happened, again when the receiver failed', async () => {
  statuses = [503]
  await sandbox.startJobs()
  const { id } = await stripe.paymentIntents.create({
    amount: 500,
    currency: 'usd',
    confirm: true,
    payment_method: 'pm_card_visa',
  })
  const typesOf = () =>
    deliveries
      .map((delivery) => verify(delivery))
      .filter(({ data }) => JSON.stringify(data).includes(id))
      .map(({ type }) => type)
  const wanted = ['charge.succeeded', 'payment_intent.created', 'payment_intent.succeeded']
  await eventually(async () => {
    const { data } = await stripe.events.list({ limit: 100 })
    expect(data.filter(({ pending_webhooks: pending }) => pending > 0)).toEqual([])
  })
  expect([...new Set(typesOf())].toSorted()).toEqual(wanted)
  expect(deliveries.length).toBeGreaterThan(new Set(deliveries.map(({ body }) => body)).size)
})

test('a restart keeps the key, the secret, the data and the answers', async () => {
  const options = { idempotencyKey: 'before the restart' }
  const customer = await stripe.customers.create({ name: 'Kept' }, options)
  const second = await sandbox.startAgain()
  try {
    expect(second.secretKey).toBe(sandbox.secretKey)
    expect(second.webhookSecret).toBe(sandbox.webhookSecret)
    const client = sandbox.connect({}, second)
    expect(await client.customers.retrieve(customer.id)).toMatchObject({ name: 'Kept' })
    expect((await client.customers.create({ name: 'Kept' }, options)).id).toBe(customer.id)
  } finally {
    await second.close()
  }
})

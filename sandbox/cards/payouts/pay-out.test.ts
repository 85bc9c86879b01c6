import { Stripe } from 'stripe'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createStripeProvider } from '../../../src/platform/cards/stripe-provider.ts'
import { type JobQueue, startJobQueue } from '../../../src/platform/jobs/job-queue.ts'
import { createLog } from '../../../src/platform/log.ts'
import { type TestDatabase, createTestDatabase } from '../../../test/support/test-database.ts'
import { advance } from '../advance-card-sandbox.ts'
import { type RunningCardSandbox, startCardSandbox } from '../start-card-sandbox.ts'

const origin = 'http://localhost:3000'
const today = '2026-11-15'
let testDatabase: TestDatabase
let jobs: JobQueue
let running: RunningCardSandbox
let stripe: Stripe
let now = new Date(`${today}T12:00:00Z`)

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  const { database } = testDatabase
  const log = createLog('error', { write: () => undefined })
  jobs = await startJobQueue({ database, log, runsJobs: false })
  running = await startCardSandbox({
    database,
    jobs,
    log,
    appUrl: origin,
    webhookUrl: `${origin}/webhook`,
    secret: 'a secret for the sandbox of tests',
    now: () => now,
  })
  stripe = new Stripe(running.secretKey, { ...running.address, maxNetworkRetries: 0, telemetry: false })
})
beforeEach(() => {
  now = new Date(`${today}T12:00:00Z`)
})
afterAll(async () => {
  await running.close()
  await jobs.stop()
  await testDatabase.drop()
})

const pay = (amount: number, currency: string, business: string, method = 'pm_card_visa') =>
  stripe.paymentIntents.create({
    amount,
    currency,
    confirm: true,
    payment_method: method,
    description: 'Invoice 7',
    metadata: { business_id: business },
  })

function connect() {
  const { secretKey, webhookSecret, address } = running
  const provider = createStripeProvider({
    secretKey,
    webhookSecret,
    address,
    prices: [],
    productName: 'Millrace',
  })
  return provider.payouts
}

async function tomorrow(): Promise<void> {
  now = new Date(now.getTime() + 86_400_000)
  await advance(running.sandbox)
}

/** The payouts of this business: those whose entries carry its payments. */
async function payoutsWith(paymentId: string) {
  const payouts = connect()
  const all = await payouts.listSince(new Date(0))
  const itemized = await Promise.all(
    all.map(async (payout) => ({ payout, entries: await payouts.entries(payout) })),
  )
  return itemized.filter(({ entries }) => entries.some((entry) => entry.paymentId === paymentId))
}

test('payments less fees and refunds are paid out on the next day, each business apart', async () => {
  const first = await pay(10_000, 'usd', 'one')
  await pay(2000, 'usd', 'one')
  const other = await pay(5000, 'usd', 'two')
  const refund = await stripe.refunds.create({ payment_intent: first.id, amount: 2500 })
  await advance(running.sandbox)
  expect(await payoutsWith(first.id)).toEqual([])

  await tomorrow()
  await advance(running.sandbox)
  const found = await payoutsWith(first.id)
  expect(found).toHaveLength(1)
  const { payout, entries } = found[0]!
  // 2.9 % and 30 cents of each payment.
  const fees = [320, 88]
  expect(payout).toMatchObject({
    currency: 'USD',
    amountMinor: 10_000 + 2000 - 2500 - 320 - 88,
    state: 'paid',
    arrivesOn: '2026-11-16',
    isItemized: true,
  })
  expect(entries).toHaveLength(3)
  expect(entries.find(({ kind }) => kind === 'refund')).toMatchObject({
    amountMinor: -2500,
    feeMinor: 0,
    paymentId: first.id,
    refundId: refund.id,
    description: 'Invoice 7',
  })
  expect(entries.filter(({ kind }) => kind === 'payment').map(({ feeMinor }) => feeMinor)).toEqual(fees)
  expect(await payoutsWith(other.id)).toMatchObject([{ payout: { amountMinor: 5000 - 175 } }])
  await tomorrow()
  expect(await payoutsWith(first.id)).toEqual(found)
})

test.each([
  ['jpy', 10_000, 'JPY', 10_000, 320],
  ['kwd', 10_000, 'KWD', 10_000, 590],
  ['isk', 1_000_000, 'ISK', 10_000, 320],
])(
  'in %s the amounts have the decimals of the currency',
  async (code, charged, currency, amountMinor, feeMinor) => {
    const { id } = await pay(charged, code, 'one')
    await tomorrow()
    const [found] = await payoutsWith(id)
    expect(found).toMatchObject({
      payout: { currency, amountMinor: amountMinor - feeMinor },
      entries: [{ kind: 'payment', amountMinor, feeMinor }],
    })
  },
)

test('a dispute takes the payment and a fee; what is owed waits until there is more', async () => {
  const disputed = await pay(5000, 'eur', 'one', 'pm_card_createDispute')
  await tomorrow()
  expect(await payoutsWith(disputed.id)).toEqual([])
  const next = await pay(50_000, 'eur', 'one')
  await tomorrow()
  const [found] = await payoutsWith(disputed.id)
  expect(found?.payout.amountMinor).toBe(5000 - 175 - 5000 - 1500 + 50_000 - 1480)
  expect(found?.entries.map(({ kind }) => kind).toSorted()).toEqual(['dispute', 'payment', 'payment'])
  expect(found?.entries.some(({ paymentId }) => paymentId === next.id)).toBe(true)
})

import { Stripe } from 'stripe'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type JobQueue, startJobQueue } from '../../../src/platform/jobs/job-queue.ts'
import { createLog } from '../../../src/platform/log.ts'
import { type TestDatabase, createTestDatabase } from '../../../test/support/test-database.ts'
import { type RunningCardSandbox, startCardSandbox } from '../start-card-sandbox.ts'

const origin = 'http://localhost:3000'
let testDatabase: TestDatabase
let jobs: JobQueue
let running: RunningCardSandbox
let stripe: Stripe
let now = new Date('2026-11-15T12:00:00Z')
let intent: Stripe.PaymentIntent
let dispute: Stripe.Dispute

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
beforeEach(async () => {
  intent = await stripe.paymentIntents.create({
    amount: 5000,
    currency: 'usd',
    confirm: true,
    payment_method: 'pm_card_createDispute',
  })
  const { data } = await stripe.disputes.list({ payment_intent: intent.id })
  dispute = data[0]!
})
afterAll(async () => {
  await running.close()
  await jobs.stop()
  await testDatabase.drop()
})

async function eventsOf(id: string): Promise<string[]> {
  const types: string[] = []
  for await (const { type, data } of stripe.events.list({ limit: 100 })) {
    if ((data.object as { id?: string }).id === id) types.push(type)
  }
  return types.toReversed()
}

test('a payment with the card of a cardholder who disputes it succeeds and is taken back', async () => {
  expect(intent.status).toBe('succeeded')
  expect(dispute).toMatchObject({
    object: 'dispute',
    amount: 5000,
    currency: 'usd',
    reason: 'fraudulent',
    status: 'needs_response',
    payment_intent: intent.id,
    evidence_details: { has_evidence: false, due_by: Math.floor(now.getTime() / 1000) + 7 * 86_400 },
  })
  expect(await stripe.charges.retrieve(intent.latest_charge as string)).toMatchObject({ disputed: true })
  expect(await eventsOf(dispute.id)).toEqual(['charge.dispute.created', 'charge.dispute.funds_withdrawn'])
  await expect(stripe.refunds.create({ payment_intent: intent.id })).rejects.toMatchObject({
    code: 'charge_disputed',
  })
})

test('evidence wins or loses by its words, and other words are reviewed', async () => {
  const reviewed = await stripe.disputes.update(dispute.id, { evidence: { uncategorized_text: 'A letter.' } })
  expect(reviewed).toMatchObject({ status: 'under_review', evidence_details: { submission_count: 1 } })
  const won = await stripe.disputes.update(dispute.id, {
    evidence: { uncategorized_text: 'winning_evidence' },
  })
  expect(won.status).toBe('won')
  expect(await eventsOf(dispute.id)).toEqual([
    'charge.dispute.created',
    'charge.dispute.funds_withdrawn',
    'charge.dispute.updated',
    'charge.dispute.updated',
    'charge.dispute.closed',
    'charge.dispute.funds_reinstated',
  ])
  await expect(stripe.disputes.close(dispute.id)).rejects.toMatchObject({ statusCode: 400 })
  await stripe.refunds.create({ payment_intent: intent.id })
})

test('one that is closed is lost, and so is one with losing evidence', async () => {
  expect((await stripe.disputes.close(dispute.id)).status).toBe('lost')
  expect(await stripe.disputes.retrieve(dispute.id)).toMatchObject({ status: 'lost' })
  const other = await stripe.paymentIntents.create({
    amount: 700,
    currency: 'usd',
    confirm: true,
    payment_method: 'pm_card_createDispute',
  })
  const { data } = await stripe.disputes.list({ payment_intent: other.id })
  const evidence = { uncategorized_text: 'losing_evidence' }
  expect((await stripe.disputes.update(data[0]!.id, { evidence })).status).toBe('lost')
})

test('those that were opened since a moment are listed', async () => {
  now = new Date('2026-11-16T12:00:00Z')
  const { created } = await stripe.paymentIntents.create({
    amount: 900,
    currency: 'usd',
    confirm: true,
    payment_method: 'pm_card_createDispute',
  })
  const since = await stripe.disputes.list({ created: { gte: created } })
  expect(since.data.map(({ amount }) => amount)).toEqual([900])
  const before = await stripe.disputes.list({ created: { lte: created - 1 } })
  expect(before.data.every(({ amount }) => amount !== 900)).toBe(true)
})

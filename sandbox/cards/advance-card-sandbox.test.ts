import type Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withCardSandbox } from '../../src/platform/db/transaction.ts'
import {
  type SubscriptionSandbox,
  cards,
  createSubscriptionSandbox,
  momentOf,
  ownerOf,
  periodOf,
} from '../../test/support/providers/sandbox-subscriptions.ts'
import { advance, moveClock } from './advance-card-sandbox.ts'

const day = 86_400
const start = '2026-01-31T10:00:00.000Z'
let sandbox: SubscriptionSandbox

beforeAll(async () => {
  sandbox = await createSubscriptionSandbox(start)
})
afterAll(() => sandbox.close())

/** Each customer has its own clock, so that tests do not affect each other. */
async function pass(subscription: Stripe.Subscription, seconds: number): Promise<void> {
  await moveClock(sandbox.sandbox, ownerOf(subscription), seconds)
}

describe('a trial', () => {
  test('without a card ends by itself, and nothing is charged', async () => {
    const trial = await sandbox.subscribe({ price: sandbox.plans.small.month, trialDays: 14 })
    expect(trial.status).toBe('trialing')
    expect(periodOf(trial)).toEqual([start, '2026-02-14T10:00:00.000Z'])
    await pass(trial, 14 * day - 1)
    expect((await sandbox.read(trial.id)).status).toBe('trialing')
    await pass(trial, 1)
    const ended = await sandbox.read(trial.id)
    expect(ended.status).toBe('canceled')
    expect(momentOf(ended.ended_at)).toBe('2026-02-14T10:00:00.000Z')
    expect(await sandbox.chargesOf(ownerOf(trial))).toEqual([])
    expect(await sandbox.eventsOf(trial.id)).toEqual([
      'customer.subscription.created',
      'invoice.paid',
      'checkout.session.completed',
      'customer.subscription.trial_will_end',
      'customer.subscription.deleted',
    ])
  })

  test('is announced three days before its end, once', async () => {
    const trial = await sandbox.subscribe({ price: sandbox.plans.small.month, trialDays: 14 })
    const announced = async () =>
      (await sandbox.eventsOf(trial.id)).filter((type) => type.endsWith('trial_will_end')).length
    await pass(trial, 11 * day - 1)
    expect(await announced()).toBe(0)
    await pass(trial, 1)
    expect(await announced()).toBe(1)
    await pass(trial, day)
    expect(await announced()).toBe(1)
  })

  test('with a card is charged at its end and goes on from there', async () => {
    const trial = await sandbox.subscribe({
      price: sandbox.plans.small.month,
      trialDays: 14,
      card: cards.good,
    })
    expect(await sandbox.chargesOf(ownerOf(trial))).toEqual([])
    await pass(trial, 14 * day)
    const running = await sandbox.read(trial.id)
    expect(running.status).toBe('active')
    expect(periodOf(running)).toEqual(['2026-02-14T10:00:00.000Z', '2026-03-14T10:00:00.000Z'])
    expect(await sandbox.chargesOf(ownerOf(trial))).toEqual([1000])
  })

  test('without a card may also pause the subscription or leave it past due', async () => {
    const price = sandbox.plans.small.month
    const pausing = await sandbox.subscribe({ price, trialDays: 1, without: 'pause' })
    const billing = await sandbox.subscribe({ price, trialDays: 1, without: 'create_invoice' })
    await pass(pausing, day)
    await pass(billing, day)
    expect((await sandbox.read(pausing.id)).status).toBe('paused')
    expect((await sandbox.read(billing.id)).status).toBe('past_due')
  })
})

describe('a period', () => {
  test('ends on the day of the first one, or on the last of a shorter month', async () => {
    const monthly = await sandbox.subscribe({ price: sandbox.plans.small.month, card: cards.good })
    const ends: (string | null)[] = []
    for (const days of [0, 28, 31, 30]) {
      await pass(monthly, days * day)
      ends.push(periodOf(await sandbox.read(monthly.id))[1] ?? null)
    }
    expect(ends).toEqual([
      '2026-02-28T10:00:00.000Z',
      '2026-03-31T10:00:00.000Z',
      '2026-04-30T10:00:00.000Z',
      '2026-05-31T10:00:00.000Z',
    ])
    expect(await sandbox.chargesOf(ownerOf(monthly))).toEqual([1000, 1000, 1000, 1000])
  })

  test('after another is made up for, however long nobody looked', async () => {
    const monthly = await sandbox.subscribe({ price: sandbox.plans.small.month, card: cards.good })
    await pass(monthly, 100 * day)
    expect(await sandbox.chargesOf(ownerOf(monthly))).toEqual([1000, 1000, 1000, 1000])
    expect(periodOf(await sandbox.read(monthly.id))[1]).toBe('2026-05-31T10:00:00.000Z')
  })

  test('is the last one where that was asked for', async () => {
    const monthly = await sandbox.subscribe({ price: sandbox.plans.small.month, card: cards.good })
    await sandbox.stripe.subscriptions.update(monthly.id, { cancel_at_period_end: true })
    await pass(monthly, 28 * day)
    const ended = await sandbox.read(monthly.id)
    expect(ended.status).toBe('canceled')
    expect(momentOf(ended.ended_at)).toBe('2026-02-28T10:00:00.000Z')
    expect(momentOf(ended.canceled_at)).toBe(start)
    expect(await sandbox.chargesOf(ownerOf(monthly))).toEqual([1000])
  })

  test('is not the last one when that was taken back', async () => {
    const monthly = await sandbox.subscribe({ price: sandbox.plans.small.month, card: cards.good })
    const canceling = await sandbox.stripe.subscriptions.update(monthly.id, { cancel_at_period_end: true })
    expect(momentOf(canceling.cancel_at)).toBe('2026-02-28T10:00:00.000Z')
    const kept = await sandbox.stripe.subscriptions.update(monthly.id, { cancel_at_period_end: false })
    expect(kept).toMatchObject({ cancel_at: null, canceled_at: null })
    await pass(monthly, 28 * day)
    expect((await sandbox.read(monthly.id)).status).toBe('active')
  })
})

describe('a declined card', () => {
  async function withDeclinedCard() {
    const trial = await sandbox.subscribe({
      price: sandbox.plans.small.month,
      trialDays: 1,
      card: cards.declined,
    })
    await pass(trial, day)
    return trial
  }

  test('leaves the subscription past due, is tried after 1, 3 and 5 days, then ends it', async () => {
    const trial = await withDeclinedCard()
    expect((await sandbox.read(trial.id)).status).toBe('past_due')
    const failures = async () =>
      (await sandbox.eventsOf(trial.id)).filter((type) => type === 'invoice.payment_failed').length
    const seen: [string, number][] = []
    for (const days of [1, 1, 1, 2]) {
      await pass(trial, days * day)
      seen.push([(await sandbox.read(trial.id)).status, await failures()])
    }
    expect(seen).toEqual([
      ['past_due', 2],
      ['past_due', 2],
      ['past_due', 3],
      ['canceled', 4],
    ])
    expect((await sandbox.eventsOf(trial.id)).at(-1)).toBe('customer.subscription.deleted')
    expect(await sandbox.chargesOf(ownerOf(trial))).toEqual([])
  })

  test('is forgotten once another card pays', async () => {
    const trial = await withDeclinedCard()
    const customer = ownerOf(trial)
    const good = await sandbox.stripe.paymentMethods.attach('pm_card_visa', { customer })
    await sandbox.stripe.subscriptions.update(trial.id, { default_payment_method: good.id })
    await pass(trial, day)
    expect((await sandbox.read(trial.id)).status).toBe('active')
    expect(await sandbox.chargesOf(customer)).toEqual([1000])
    await pass(trial, 27 * day)
    expect(await sandbox.chargesOf(customer)).toEqual([1000, 1000])
  })
})

describe('time', () => {
  test('moved for one customer is the same as before for all others', async () => {
    const mine = await sandbox.subscribe({ price: sandbox.plans.small.month, trialDays: 14 })
    const theirs = await sandbox.subscribe({ price: sandbox.plans.small.month, trialDays: 14 })
    await pass(mine, 20 * day)
    await advance(sandbox.sandbox)
    expect((await sandbox.read(mine.id)).status).toBe('canceled')
    expect((await sandbox.read(theirs.id)).status).toBe('trialing')
  })

  test('does not go back', async () => {
    const trial = await sandbox.subscribe({ price: sandbox.plans.small.month, trialDays: 14 })
    await expect(moveClock(sandbox.sandbox, ownerOf(trial), -1)).rejects.toThrow('only moves ahead')
  })

  test('that passes by itself ends periods, which several processes at once charge once', async () => {
    const other = await createSubscriptionSandbox(start)
    try {
      const subscribe = () => other.subscribe({ price: other.plans.small.month, card: cards.good })
      const ahead = await subscribe()
      const all = [ahead, await subscribe(), await subscribe(), await subscribe()]
      // It is due a day earlier than the others.
      await moveClock(other.sandbox, ownerOf(ahead), day)
      await other.travelTo('2026-02-27T10:00:00.000Z')
      expect(await other.chargesOf(ownerOf(ahead))).toEqual([1000, 1000])
      other.setTime('2026-02-28T10:00:00.000Z')
      await Promise.all([1, 2, 3].map(() => advance(other.sandbox)))
      for (const one of all) expect(await other.chargesOf(ownerOf(one))).toEqual([1000, 1000])
    } finally {
      await other.close()
    }
  })

  test('goes on for the others when one subscription cannot', async () => {
    const other = await createSubscriptionSandbox(start)
    try {
      const price = other.plans.small.month
      const broken = await other.subscribe({ price, trialDays: 1 })
      const sound = await other.subscribe({ price, trialDays: 1 })
      await withCardSandbox(other.database, ({ client }) =>
        client.query('delete from card_sandbox.objects where id = $1', [broken.customer]),
      )
      await other.travelTo('2026-02-02T10:00:00.000Z')
      expect((await other.read(broken.id)).status).toBe('trialing')
      expect((await other.read(sound.id)).status).toBe('canceled')
    } finally {
      await other.close()
    }
  })
})

import type { Stripe } from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type SubscriptionSandbox,
  cards,
  createSubscriptionSandbox,
  momentOf,
  ownerOf,
  periodOf,
} from '../../../test/support/providers/sandbox-subscriptions.ts'

const start = '2026-06-01T00:00:00.000Z'
const returnUrl = 'http://localhost:3000/settings?tab=subscription'
const pagesPath = '/sandbox/cards'
let sandbox: SubscriptionSandbox
let configuration: string
let endingTrials: string

beforeAll(async () => {
  sandbox = await createSubscriptionSandbox(start)
  const { small, large } = sandbox.plans
  const configure = async (trial?: 'continue_trial') => {
    const made = await sandbox.stripe.billingPortal.configurations.create({
      features: {
        payment_method_update: { enabled: true },
        subscription_cancel: { enabled: true },
        subscription_update: {
          enabled: true,
          default_allowed_updates: ['price'],
          products: [small, large].map(({ product, month, year }) => ({ product, prices: [month, year] })),
          ...(trial ? { trial_update_behavior: trial } : {}),
        },
      },
    })
    return made.id
  }
  configuration = await configure('continue_trial')
  endingTrials = await configure()
})
afterAll(() => sandbox.close())

function typed(number: string): Record<string, string> {
  return { number, expiry: '12 / 40', cvc: '123' }
}

/** The portal of a subscription, used like a browser: reads pages, submits forms, follows redirects. */
async function openPortal(
  subscription: Stripe.Subscription,
  extra: Partial<Stripe.BillingPortal.SessionCreateParams> = {},
) {
  const { url } = await sandbox.stripe.billingPortal.sessions.create({
    customer: ownerOf(subscription),
    return_url: returnUrl,
    configuration,
    ...extra,
  })
  const root = new URL(url).pathname.slice(pagesPath.length)
  const see = async (path = '') => {
    const response = await sandbox.pages.request(root + path)
    const source = await response.text()
    const hidden = [...source.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)]
    return {
      status: response.status,
      location: response.headers.get('location'),
      source,
      text: source.replaceAll(/<style>.*?<\/style>|<[^>]+>/gs, ' ').replaceAll(/\s+/g, ' '),
      form: Object.fromEntries(hidden.map(([, name, value]) => [name, value])) as Record<string, string>,
    }
  }
  return {
    see,
    send: async (path: string, form: Record<string, string> = {}) => {
      const answer = await sandbox.post(root + path, form)
      if (!answer.location?.startsWith(pagesPath)) return answer
      const { text } = await see(answer.location.slice(pagesPath.length + root.length))
      return { ...answer, text }
    },
    /** Opens the form and submits it unchanged. */
    async choose(price: string) {
      const { form } = await see(`/plan?price=${price}`)
      return this.send('/plan', form)
    },
  }
}

describe('the overview', () => {
  test('says which plan runs, how it goes on, and which others there are', async () => {
    const trial = await sandbox.subscribe({ price: sandbox.plans.small.month, trialDays: 14 })
    const portal = await openPortal(trial)
    const { text, source } = await portal.see()
    expect(text).toContain('Small, monthly $10.00 a month')
    expect(text).toContain(
      'The trial ends on Jun 15, 2026. Without a card, the subscription ends with the trial',
    )
    expect(text).toContain('There’s no card yet. Add card')
    expect(text).toContain('Small, yearly $100.00 a year')
    expect(text).toContain('Large, monthly $30.00 a month')
    expect(text).toContain('Return to Millrace')
    expect(source).toContain(`href="${returnUrl}"`)
    expect(source).not.toContain('<script')
  })

  test('shows what a customer is called as text', async () => {
    const { id: customer } = await sandbox.stripe.customers.create({ name: '<b>Bold</b>' })
    const trial = await sandbox.subscribe({ price: sandbox.plans.small.month, customer, trialDays: 14 })
    expect((await (await openPortal(trial)).see()).source).toContain('&lt;b&gt;Bold&lt;/b&gt;')
  })

  test('is gone with its session, after a day of our time', async () => {
    const other = await createSubscriptionSandbox(start)
    try {
      const { id: customer } = await other.stripe.customers.create({})
      await other.stripe.billingPortal.configurations.create({ features: {} })
      const { id } = await other.stripe.billingPortal.sessions.create({ customer, return_url: returnUrl })
      other.setTime('2026-06-01T23:59:59.000Z')
      const path = `/portal/${id}`
      expect((await other.pages.request(path)).status).toBe(200)
      expect((await other.post(`${path}/clock`, { move: 'month' })).status).toBe(303)
      expect((await other.pages.request(path)).status).toBe(200)
      other.setTime('2026-06-02T00:00:00.000Z')
      const gone = await other.pages.request(path)
      expect(gone.status).toBe(404)
      expect(await gone.text()).toContain('This page has expired')
      expect((await other.post(`${path}/cancel`)).status).toBe(404)
      expect((await other.post('/portal/bps_none/clock', { move: 'day' })).status).toBe(404)
    } finally {
      await other.close()
    }
  })
})

describe('the card', () => {
  test('is added, shown by its last digits, and charged when the trial ends', async () => {
    const trial = await sandbox.subscribe({ price: sandbox.plans.small.month, trialDays: 14 })
    const portal = await openPortal(trial)
    const saved = await portal.send('/card', typed(cards.good))
    expect(saved.status).toBe(303)
    expect(saved.text).toContain('Your card was saved.')
    expect(saved.text).toContain('Visa ending in 4242')
    const moved = await portal.send('/clock', { move: 'goal' })
    expect(moved.text).toContain('It renews on Jul 15, 2026 for $10.00.')
    expect(await sandbox.chargesOf(ownerOf(trial))).toEqual([1000])
  })

  test('that is no test card is refused at its field and not repeated', async () => {
    const trial = await sandbox.subscribe({ price: sandbox.plans.small.month, trialDays: 14 })
    const refused = await (await openPortal(trial)).send('/card', typed('4111111111111111'))
    expect(refused.status).toBe(422)
    expect(refused.text).toContain('Use one of the test cards')
    expect((await sandbox.read(trial.id)).default_payment_method).toBeNull()
  })

  test('whose bank asks is used only once its holder has said yes', async () => {
    const trial = await sandbox.subscribe({ price: sandbox.plans.small.month, trialDays: 14 })
    const portal = await openPortal(trial)
    const { source } = await portal.send('/card', typed(cards.asks))
    const card = /name="card" value="(\w+)"/.exec(source)?.[1] ?? ''
    const failed = await portal.send('/card/confirm', { card, answer: 'fail' })
    expect(failed.text).toContain('The card was not confirmed')
    expect((await sandbox.read(trial.id)).default_payment_method).toBeNull()
    const stranger = await openPortal(
      await sandbox.subscribe({ price: sandbox.plans.small.month, trialDays: 14 }),
    )
    expect((await stranger.send('/card/confirm', { card, answer: 'complete' })).status).toBe(422)
    const confirmed = await portal.send('/card/confirm', { card, answer: 'complete' })
    expect(confirmed.text).toContain('Visa ending in 3155')
    await portal.send('/clock', { move: 'goal' })
    expect((await sandbox.read(trial.id)).status).toBe('active')
  })

  test('pays at once what is past due', async () => {
    const trial = await sandbox.subscribe({
      price: sandbox.plans.small.month,
      trialDays: 14,
      card: cards.declined,
    })
    const portal = await openPortal(trial)
    expect((await portal.send('/clock', { move: 'goal' })).text).toContain(
      'It will be retried on Jun 16, 2026',
    )
    const again = await portal.send('/card', typed(cards.declined))
    expect(again.text).toContain('could not be charged: Your card was declined.')
    expect(again.text).toContain('It replaces Visa ending in 0002.')
    expect((await sandbox.read(trial.id)).status).toBe('past_due')
    expect((await portal.send('/card', typed(cards.good))).text).toContain(
      'the past-due amount has been paid',
    )
    expect((await sandbox.read(trial.id)).status).toBe('active')
    expect(await sandbox.chargesOf(ownerOf(trial))).toEqual([1000])
  })
})

describe('another plan', () => {
  test('costs what the question says, once, however often the button is pressed', async () => {
    const made = await sandbox.subscribe({ price: sandbox.plans.small.month, card: cards.good })
    const portal = await openPortal(made)
    for (let days = 0; days < 15; days += 1) await portal.send('/clock', { move: 'day' })
    const { text, form } = await portal.see(`/plan?price=${sandbox.plans.large.month}`)
    expect(text).toContain('Charged now $10.00')
    expect(text).toContain('Starting Jul 1, 2026, the price is $30.00 a month.')
    const answers = await Promise.all([portal.send('/plan', form), portal.send('/plan', form)])
    for (const answer of answers) expect(answer.text).toContain('Large, monthly')
    expect(await sandbox.chargesOf(ownerOf(made))).toEqual([1000, 1000])
  })

  test('asks again when the amount is not the one that was shown', async () => {
    const made = await sandbox.subscribe({ price: sandbox.plans.small.month, card: cards.good })
    const portal = await openPortal(made)
    const { form } = await portal.see(`/plan?price=${sandbox.plans.large.month}`)
    const forged = await portal.send('/plan', { ...form, charge: '0' })
    expect(forged.status).toBe(422)
    expect(forged.text).toContain('The amount has changed')
    await portal.send('/clock', { move: 'day' })
    expect((await portal.send('/plan', form)).status).toBe(422)
    expect(await sandbox.chargesOf(ownerOf(made))).toEqual([1000])
  })

  test('leaves everything as it is when the card is declined', async () => {
    const made = await sandbox.subscribe({ price: sandbox.plans.small.month, card: cards.good })
    const portal = await openPortal(made)
    await portal.send('/card', typed(cards.declined))
    const declined = await portal.choose(sandbox.plans.large.month)
    expect(declined.status).toBe(422)
    expect(declined.text).toContain('Your card was declined. Nothing was charged')
    expect((await sandbox.read(made.id)).items.data[0]?.price.id).toBe(sandbox.plans.small.month)
  })

  test('cannot be one that is not offered', async () => {
    const made = await sandbox.subscribe({ price: sandbox.plans.small.month, card: cards.good })
    const hidden = await sandbox.stripe.prices.create({
      currency: 'usd',
      unit_amount: 1,
      recurring: { interval: 'month' },
      product: sandbox.plans.small.product,
    })
    const portal = await openPortal(made)
    expect((await portal.see(`/plan?price=${hidden.id}`)).status).toBe(303)
    await portal.send('/plan', { price: hidden.id, at: String(made.created), charge: '0' })
    expect((await sandbox.read(made.id)).items.data[0]?.price.id).toBe(sandbox.plans.small.month)
  })

  test('that was asked for elsewhere is confirmed at once and leads back there', async () => {
    const made = await sandbox.subscribe({ price: sandbox.plans.small.month, trialDays: 14 })
    const items = [{ id: made.items.data[0]?.id ?? '', price: sandbox.plans.large.year }]
    const portal = await openPortal(made, {
      flow_data: {
        type: 'subscription_update_confirm',
        subscription_update_confirm: { subscription: made.id, items },
        after_completion: { type: 'redirect', redirect: { return_url: `${returnUrl}&changed=true` } },
      },
    })
    const { text, form } = await portal.see()
    expect(text).toContain('You won’t be charged now. Your trial continues until Jun 15, 2026')
    const answer = await portal.send('/plan', form)
    expect(answer).toMatchObject({ status: 303, location: `${returnUrl}&changed=true` })
    expect((await sandbox.read(made.id)).items.data[0]?.price.id).toBe(sandbox.plans.large.year)
    expect((await portal.see()).text).toContain('You’re already on this plan.')
  })
})

describe('another plan during a trial that does not go on', () => {
  test('ends the trial, begins a period and charges it at once', async () => {
    const { small, large } = sandbox.plans
    const trial = await sandbox.subscribe({ price: small.month, trialDays: 14, card: cards.good })
    const portal = await openPortal(trial, { configuration: endingTrials })
    await portal.send('/clock', { move: 'day' })
    const { text, form } = await portal.see(`/plan?price=${large.month}`)
    expect(text).toContain('Charged now $30.00')
    expect(text).toContain('Your free trial ends with this change. This pays for the time until Jul 2, 2026.')
    expect((await portal.send('/plan', { ...form, charge: '0' })).status).toBe(422)
    expect((await sandbox.read(trial.id)).status).toBe('trialing')
    expect((await portal.send('/plan', form)).text).toContain('It renews on Jul 2, 2026 for $30.00.')
    const changed = await sandbox.read(trial.id)
    expect(changed.status).toBe('active')
    expect(momentOf(changed.trial_end)).toBe('2026-06-02T00:00:00.000Z')
    expect(periodOf(changed)).toEqual(['2026-06-02T00:00:00.000Z', '2026-07-02T00:00:00.000Z'])
    expect(await sandbox.chargesOf(ownerOf(trial))).toEqual([3000])
    await portal.send('/clock', { move: 'goal' })
    expect(await sandbox.chargesOf(ownerOf(trial))).toEqual([3000, 3000])
  })

  test('needs a card that pays', async () => {
    const { small, large } = sandbox.plans
    const trial = await sandbox.subscribe({ price: small.month, trialDays: 14 })
    const portal = await openPortal(trial, { configuration: endingTrials })
    const { text } = await portal.see(`/plan?price=${large.year}`)
    expect(text).toContain('There’s no card on file yet.')
    expect((await portal.send('/card', { ...typed(cards.declined), price: large.year })).status).toBe(303)
    const declined = await portal.choose(large.year)
    expect(declined.text).toContain('Your card was declined. Nothing was charged')
    const kept = await sandbox.read(trial.id)
    expect([kept.status, kept.trial_end]).toEqual(['trialing', trial.trial_end])
  })
})

describe('canceling', () => {
  test('is asked about, takes effect at the end of the period, and can be taken back', async () => {
    const made = await sandbox.subscribe({ price: sandbox.plans.small.month, card: cards.good })
    const portal = await openPortal(made)
    expect((await portal.see('/cancel')).text).toContain('You keep Small until Jul 1, 2026. Then it ends.')
    const canceled = await portal.send('/cancel')
    expect(canceled.text).toContain('It ends on Jul 1, 2026 and won’t renew.')
    expect((await sandbox.read(made.id)).cancel_at_period_end).toBe(true)
    expect((await portal.send('/keep')).text).toContain('It renews on Jul 1, 2026 for $10.00.')
    await portal.send('/cancel')
    const ended = await portal.send('/clock', { move: 'goal' })
    expect(ended.text).toContain('It ended on Jul 1, 2026.')
    expect(ended.text).not.toContain('Other plans')
    expect((await portal.send('/keep')).text).toContain('This subscription has ended')
    expect((await sandbox.read(made.id)).status).toBe('canceled')
  })

  test('is taken back by choosing another plan', async () => {
    const made = await sandbox.subscribe({ price: sandbox.plans.small.month, card: cards.good })
    const portal = await openPortal(made)
    await portal.send('/cancel')
    expect((await portal.see(`/plan?price=${sandbox.plans.large.month}`)).text).toContain(
      'This undoes your cancellation',
    )
    await portal.choose(sandbox.plans.large.month)
    expect((await sandbox.read(made.id)).cancel_at_period_end).toBe(false)
  })
})

describe('the clock', () => {
  test('moves by a day, to the end of the period, and by a month that keeps its day', async () => {
    const made = await sandbox.subscribe({ price: sandbox.plans.small.month, card: cards.good })
    const portal = await openPortal(made)
    expect((await portal.send('/clock', { move: 'day' })).text).toContain('today is Jun 2, 2026')
    expect((await portal.send('/clock', { move: 'goal' })).text).toContain('today is Jul 1, 2026')
    expect((await portal.send('/clock', { move: 'month' })).text).toContain('today is Aug 1, 2026')
    expect((await portal.send('/clock', { move: 'a year' })).text).toContain('today is Aug 1, 2026')
    expect(await sandbox.chargesOf(ownerOf(made))).toEqual([1000, 1000, 1000])
  })
})

import type { Stripe } from 'stripe'
import { advance } from '../../../sandbox/cards/advance-card-sandbox.ts'
import { createTestSandbox } from './card-sandbox.ts'

export const cards = {
  good: '4242424242424242',
  declined: '4000000000000002',
  asks: '4000002500003155',
}

/** Resolves to the error of the work, or to undefined if it succeeds. */
export function refusalOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
}

interface Wish {
  price: string
  customer?: string
  trialDays?: number
  /** If omitted, the trial starts without a card. */
  card?: string
  without?: 'cancel' | 'create_invoice' | 'pause'
}

/** Starts the card sandbox with two products and a test clock. */
export async function createSubscriptionSandbox(start: string) {
  let now = new Date(start)
  const sandbox = await createTestSandbox({ now: () => now })
  const { stripe } = sandbox

  async function makePlan(name: string, month: number, year: number) {
    const product = await stripe.products.create({ name })
    const price = async (minor: number, interval: 'month' | 'year') => {
      const recurring = { interval }
      const made = await stripe.prices.create({
        product: product.id,
        currency: 'usd',
        unit_amount: minor,
        recurring,
      })
      return made.id
    }
    return { product: product.id, month: await price(month, 'month'), year: await price(year, 'year') }
  }

  /** Submits a form of a hosted page like a browser. */
  async function post(path: string, form: Record<string, string> = {}) {
    const response = await sandbox.pages.request(path, { method: 'POST', body: new URLSearchParams(form) })
    const source = await response.text()
    const text = source.replaceAll(/<style>.*?<\/style>|<[^>]+>/gs, ' ').replaceAll(/\s+/g, ' ')
    return { status: response.status, location: response.headers.get('location'), source, text }
  }

  async function checkOut(wish: Wish) {
    const customer = wish.customer ?? (await stripe.customers.create({ name: 'Test Business' })).id
    const session = await stripe.checkout.sessions.create({
      mode: 'subscription',
      customer,
      line_items: [{ price: wish.price, quantity: 1 }],
      success_url: 'http://localhost:3000/settings',
      ...(wish.trialDays
        ? {
            payment_method_collection: 'if_required',
            subscription_data: {
              trial_period_days: wish.trialDays,
              trial_settings: { end_behavior: { missing_payment_method: wish.without ?? 'cancel' } },
            },
          }
        : {}),
    })
    const answer = await post(
      `/checkout/${session.id}`,
      wish.card ? { number: wish.card, expiry: '12 / 40', cvc: '123' } : { card: 'none' },
    )
    return { customer, answer, session: session.id }
  }

  async function eventsOf(subscription: string): Promise<string[]> {
    const { data } = await stripe.events.list({ limit: 100 })
    return data
      .filter(({ data: { object } }) => JSON.stringify(object).includes(subscription))
      .map(({ type }) => type)
      .toReversed()
  }

  return {
    ...sandbox,
    plans: { small: await makePlan('Small', 1000, 10_000), large: await makePlan('Large', 3000, 30_000) },
    post,
    checkOut,
    async subscribe(wish: Wish): Promise<Stripe.Subscription> {
      const { session, answer } = await checkOut(wish)
      const { subscription } = await stripe.checkout.sessions.retrieve(session)
      if (typeof subscription !== 'string') throw new Error(answer.text)
      return stripe.subscriptions.retrieve(subscription)
    },
    read: (id: string) => stripe.subscriptions.retrieve(id),
    /** Sets the sandbox's clock and runs what is due. */
    async travelTo(moment: string) {
      now = new Date(moment)
      await advance(sandbox.sandbox)
    },
    setTime(moment: string) {
      now = new Date(moment)
    },
    eventsOf,
    async chargesOf(customer: string): Promise<number[]> {
      const { data } = await stripe.charges.list({ limit: 100 })
      return data.filter((charge) => charge.customer === customer && charge.paid).map(({ amount }) => amount)
    },
  }
}

export type SubscriptionSandbox = Awaited<ReturnType<typeof createSubscriptionSandbox>>

/** Formats seconds like 2026-01-31T10:00:00.000Z. */
export function momentOf(seconds: number | null | undefined): string | null {
  return typeof seconds === 'number' ? new Date(seconds * 1000).toISOString() : null
}

export function ownerOf({ customer }: Stripe.Subscription): string {
  return typeof customer === 'string' ? customer : customer.id
}

export function periodOf({ items }: Stripe.Subscription): (string | null)[] {
  const [item] = items.data
  return [momentOf(item?.current_period_start), momentOf(item?.current_period_end)]
}

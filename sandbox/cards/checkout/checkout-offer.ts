import { withCardSandbox } from '../../../src/platform/db/transaction.ts'
import { formatDate } from '../../../src/shared/dates.ts'
import { amountText } from '../amounts.ts'
import type { CardSandbox } from '../card-sandbox.ts'
import { readObject } from '../object-store.ts'
import type { CheckoutSession, Price } from '../sandbox-objects.ts'

/** What a checkout page shows besides the session. */
export interface CheckoutOffer {
  email: string | null
  /** Null for a one-time payment. `every` is text such as "a month". */
  price: { amount: string; every: string } | null
  trial: { days: number; endsOn: string; endsWithoutCard: boolean } | null
  needsCard: boolean
  /** Why the previous card was declined. */
  lastDecline: string | undefined
}

export async function readOffer(sandbox: CardSandbox, session: CheckoutSession): Promise<CheckoutOffer> {
  const { _lines: lines, _subscription: subscription } = session
  const { customer, price, payment } = await withCardSandbox(sandbox.database, async (tx) => {
    const priceId = session.mode === 'subscription' ? lines[0]?.price : undefined
    return {
      customer: (await readObject(tx, 'customer', session.customer ?? ''))?.body,
      price: (await readObject(tx, 'price', priceId ?? ''))?.body,
      payment: (await readObject(tx, 'payment_intent', session.payment_intent ?? ''))?.body,
    }
  })
  const days = session.mode === 'subscription' ? subscription.trial_period_days : null
  const { _clock: clock = 0 } = customer ?? {}
  const end = new Date(sandbox.now().getTime() + (clock + (days ?? 0) * 86_400) * 1000)
  return {
    email: session.customer_email ?? customer?.email ?? null,
    price: price ? { amount: amountText(price.unit_amount, price.currency), every: everyOf(price) } : null,
    trial: days
      ? {
          days,
          endsOn: formatDate(end.toISOString().slice(0, 10)),
          endsWithoutCard: subscription.missing_payment_method === 'cancel',
        }
      : null,
    needsCard: !days || session.payment_method_collection === 'always',
    lastDecline: payment?.last_payment_error?.message,
  }
}

/** For example: a month */
export function everyOf({ recurring }: Price): string {
  if (!recurring) return 'once'
  const { interval, interval_count: count } = recurring
  return count === 1 ? `a ${interval}` : `every ${count} ${interval}s`
}

import type { Stripe } from 'stripe'
import { z } from 'zod'
import { type Currency, isCurrency } from '../../shared/currencies.ts'
import type { CardPayouts, PayoutEntryFacts, PayoutFacts } from './card-provider.ts'
import { fromStripeAmount } from './stripe-amounts.ts'
import { ask, readAll, secondsSchema } from './stripe-client.ts'

const payoutSchema = z.object({
  id: z.string(),
  amount: z.int(),
  currency: z.string(),
  status: z.string(),
  arrival_date: secondsSchema,
  created: secondsSchema,
  automatic: z.boolean(),
})

const states = new Map<string, PayoutFacts['state']>(
  Object.entries({
    paid: 'paid',
    pending: 'in-transit',
    in_transit: 'in-transit',
    failed: 'failed',
    canceled: 'canceled',
  } satisfies Record<string, PayoutFacts['state']>),
)

const idSchema = z.string().nullish().catch(null)
/** A charge, refund, dispute, transfer …: only the ids are of interest. An id alone says nothing more. */
const sourceSchema = z
  .object({ id: idSchema, object: idSchema, payment_intent: idSchema })
  .nullish()
  .catch(null)

const entrySchema = z.object({
  id: z.string(),
  type: z.string(),
  reporting_category: z.string().nullish(),
  amount: z.int(),
  fee: z.int(),
  currency: z.string(),
  created: secondsSchema,
  description: z.string().nullish(),
  source: sourceSchema,
})

/** By Stripe's reporting category. Those that are missing here are `other`. */
const kinds = new Map<string, PayoutEntryFacts['kind']>(
  Object.entries({
    charge: 'payment',
    charge_failure: 'adjustment',
    refund: 'refund',
    partial_capture_reversal: 'refund',
    refund_failure: 'refund',
    dispute: 'dispute',
    dispute_reversal: 'dispute',
    fee: 'fee',
    network_cost: 'fee',
    tax: 'fee',
    other_adjustment: 'adjustment',
    payout_reversal: 'adjustment',
    risk_reserved_funds: 'adjustment',
  } satisfies Record<string, PayoutEntryFacts['kind']>),
)

/** Fees of currencies that have no decimals any longer can come with some. */
function minorOf(amount: number, currency: Currency): number {
  return fromStripeAmount(amount, currency) ?? fromStripeAmount(Math.round(amount / 100) * 100, currency) ?? 0
}

function factsOfPayout(payout: unknown): PayoutFacts[] {
  const { id, amount, currency: code, status, arrival_date: arrival, ...rest } = payoutSchema.parse(payout)
  const currency = code.toUpperCase()
  if (!isCurrency(currency)) return []
  return [
    {
      providerPayoutId: id,
      currency,
      amountMinor: minorOf(amount, currency),
      state: states.get(status) ?? 'in-transit',
      // Stripe gives midnight UTC of the day.
      arrivesOn: arrival.toISOString().slice(0, 10),
      createdAt: rest.created,
      isItemized: rest.automatic,
    },
  ]
}

function factsOfEntry(transaction: unknown): PayoutEntryFacts[] {
  const { id, type, amount, fee, source, ...rest } = entrySchema.parse(transaction)
  // Stripe lists the payout itself too.
  if (type === 'payout') return []
  const currency = rest.currency.toUpperCase()
  return [
    {
      providerEntryId: id,
      kind: kinds.get(rest.reporting_category ?? type) ?? 'other',
      amountMinor: minorOf(amount, currency),
      feeMinor: minorOf(fee, currency),
      at: rest.created,
      paymentId: source?.payment_intent ?? null,
      refundId: source?.object === 'refund' ? (source.id ?? null) : null,
      description: rest.description ?? '',
    },
  ]
}

export function createStripePayouts(stripe: Stripe): CardPayouts {
  return {
    listSince: (moment) =>
      ask(async () => {
        const created = { gte: Math.floor(moment.getTime() / 1000) }
        return (await readAll(stripe.payouts.list({ created, limit: 100 }), factsOfPayout)).flat()
      }),
    entries: ({ providerPayoutId: payout, isItemized }) =>
      ask(async () => {
        if (!isItemized) return []
        const list = stripe.balanceTransactions.list({ payout, limit: 100, expand: ['data.source'] })
        return (await readAll(list, factsOfEntry)).flat().toReversed()
      }),
  }
}

import type { Stripe } from 'stripe'
import { z } from 'zod'
import type { CardDisputes, DisputeFacts } from './card-provider.ts'
import { fromStripeAmount } from './stripe-amounts.ts'
import { ask, readAll, secondsSchema } from './stripe-client.ts'

const disputeSchema = z.object({
  id: z.string(),
  amount: z.int().positive(),
  currency: z.string(),
  reason: z.string(),
  status: z.string(),
  created: secondsSchema,
  // Missing on charges without a payment intent, which this product does not create.
  payment_intent: z.string().nullish(),
  evidence_details: z.object({ due_by: z.int().nullish() }).nullish(),
})

type Status = Pick<DisputeFacts, 'state' | 'isClosed' | 'needsResponse'>

const statuses = new Map<string, Status>(
  Object.entries({
    warning_needs_response: { state: 'inquiry', isClosed: false, needsResponse: true },
    warning_under_review: { state: 'inquiry', isClosed: false, needsResponse: false },
    warning_closed: { state: 'inquiry', isClosed: true, needsResponse: false },
    needs_response: { state: 'open', isClosed: false, needsResponse: true },
    under_review: { state: 'open', isClosed: false, needsResponse: false },
    won: { state: 'won', isClosed: true, needsResponse: false },
    lost: { state: 'lost', isClosed: true, needsResponse: false },
  } satisfies Record<string, Status>),
)
const unknown: Status = { state: null, isClosed: false, needsResponse: false }

interface Options {
  isLive: boolean
  /** The address of the dispute pages, with a trailing slash. The default is Stripe's dashboard. */
  disputePages?: string | undefined
}

export function createStripeDisputes(stripe: Stripe, { isLive, disputePages }: Options): CardDisputes {
  const pages = disputePages ?? `https://dashboard.stripe.com/${isLive ? '' : 'test/'}disputes/`

  function factsOf(dispute: unknown): DisputeFacts[] {
    const { id, amount, currency: code, reason, status, created, ...rest } = disputeSchema.parse(dispute)
    if (!rest.payment_intent) return []
    const currency = code.toUpperCase()
    const dueBy = rest.evidence_details?.due_by
    return [
      {
        providerDisputeId: id,
        paymentId: rest.payment_intent,
        currency,
        amountMinor: fromStripeAmount(amount, currency),
        reason,
        status,
        ...(statuses.get(status) ?? unknown),
        // 0 if the bank accepts no evidence.
        evidenceDueAt: dueBy ? new Date(dueBy * 1000) : null,
        openedAt: created,
        url: pages + id,
      },
    ]
  }

  async function listAll(params: Stripe.DisputeListParams): Promise<DisputeFacts[]> {
    return (await readAll(stripe.disputes.list({ ...params, limit: 100 }), factsOf)).flat()
  }

  return {
    list: (paymentId) => ask(() => listAll({ payment_intent: paymentId })),
    listSince: (moment) => ask(() => listAll({ created: { gte: Math.floor(moment.getTime() / 1000) } })),
  }
}

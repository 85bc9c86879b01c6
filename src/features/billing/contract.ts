import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { paidPlans } from './rules.ts'

const tag = 'Subscription'

const momentSchema = z.iso.datetime()

export const subscriptionSchema = z.strictObject({
  plan: z.enum(['free', 'pro', 'enterprise']),
  /** The subscription, even when it has ended; null without one. */
  subscription: z
    .strictObject({
      plan: z.enum(paidPlans),
      interval: z.enum(['month', 'year']),
      status: z.enum(['trialing', 'active', 'past_due', 'unpaid', 'paused', 'incomplete', 'canceled']),
      /** When the subscription renews, or ends if it was canceled or is a trial without a card. */
      currentPeriodEnd: momentSchema.nullable(),
      cancelAtPeriodEnd: z.boolean(),
      endedAt: momentSchema.nullable(),
    })
    .nullable(),
  trialAvailable: z.boolean(),
  /** Whether the business has a customer at the provider, so that Manage Subscription can open its portal. */
  canManage: z.boolean(),
  /** No real card is charged here. */
  isSandbox: z.boolean(),
  /** False where only test cards could pay for a plan and the installation is public. */
  canBuy: z.boolean(),
})
export type Subscription = z.infer<typeof subscriptionSchema>

export const getSubscription = endpoint({
  method: 'get',
  path: '/api/v1/subscription',
  access: { permission: 'business.read' },
  tag,
  summary: 'The plan of the business and the subscription behind it',
  response: subscriptionSchema,
})

export const refreshSubscription = endpoint({
  method: 'post',
  path: '/api/v1/subscription/refresh',
  access: { permission: 'business.own' },
  tag,
  summary: 'Check the state of the subscription with the card provider',
  response: subscriptionSchema,
  errors: ['CARD_PROVIDER_FAILED', 'TOO_MANY_REQUESTS'],
})

export const startPlanCheckout = endpoint({
  method: 'post',
  path: '/api/v1/subscription/checkout',
  access: { permission: 'business.own' },
  tag,
  summary: 'The card provider’s page for choosing a plan or changing the current one',
  body: z.strictObject({
    plan: z.enum(paidPlans, 'Invalid plan selected'),
    interval: z.enum(['month', 'year'], 'Please choose monthly or yearly billing.'),
  }),
  response: z.strictObject({ url: z.string().nullable() }),
  errors: ['NOT_CONFIGURED', 'CARD_PROVIDER_FAILED', 'TOO_MANY_REQUESTS'],
})

export const openPortal = endpoint({
  method: 'post',
  path: '/api/v1/subscription/portal',
  access: { permission: 'business.own' },
  tag,
  summary: 'The card provider’s page for changing the card or plan and canceling the subscription',
  response: z.strictObject({ url: z.string() }),
  errors: ['CARD_PROVIDER_FAILED', 'NOT_FOUND', 'TOO_MANY_REQUESTS'],
})

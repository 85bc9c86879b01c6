import { formatMoney } from '../../../shared/money.ts'
import type { Subscription } from '../contract.ts'
import {
  type BillingInterval,
  type Plan,
  type PlanFeature,
  opens,
  planNames,
  plans,
  priceCents,
  trialDays,
} from '../rules.ts'

const audiences: Record<Plan, string> = {
  free: 'For getting started.',
  pro: 'For a business with regular clients.',
  enterprise: 'For a business that sends a great deal.',
}

const common = [
  'Card payments by payment link',
  'PDF invoices and receipts by email',
  'Reminders before and after the due date',
  'Discounts, taxes and fees',
  'Clients remembered as you go',
]

/** What there is by now of what only some plans open. */
const opened: Partial<Record<PlanFeature, readonly string[]>> = {
  recurringInvoices: ['Recurring invoices'],
  invoiceTemplates: ['Invoice templates', 'Looks for your invoices, in your color'],
}

export function audienceOf(plan: Plan): string {
  return audiences[plan]
}

/** What a plan holds, drawn from the rules that the server keeps. */
export function pointsOf(plan: Plan): string[] {
  const below = planNames[planNames.indexOf(plan) - 1]
  if (!below) return [...limitsOf(plan), ...common]
  const same = new Set([...limitsOf(below), ...openedBy(below)])
  const own = [...limitsOf(plan), ...openedBy(plan)]
  return [`Everything in ${plans[below].label}`, ...own.filter((point) => !same.has(point))]
}

function openedBy(plan: Plan): string[] {
  return (Object.keys(opened) as PlanFeature[]).flatMap((feature) =>
    opens(plan, feature) ? (opened[feature] ?? []) : [],
  )
}

function limitsOf(plan: Plan): string[] {
  const { invoicesPerMonth, mailsPerHour } = plans[plan]
  return [
    invoicesPerMonth === null ? 'Unlimited invoices' : `${invoicesPerMonth} invoices a month`,
    `${mailsPerHour.toLocaleString('en-US')} emails to clients an hour`,
  ]
}

/** $15.00 a month; a year is also said by the month, so that the two can be compared. */
export function priceOf(
  plan: Plan,
  interval: BillingInterval,
): { price: string; unit: string; note: string } {
  const cents = priceCents(plan, interval)
  if (plan === 'free') return { price: formatMoney(0), unit: 'forever', note: 'No card needed' }
  if (interval === 'month') return { price: formatMoney(cents), unit: 'a month', note: 'Billed monthly' }
  return {
    price: formatMoney(cents),
    unit: 'a year',
    note: `${formatMoney(cents / 12)} a month, billed yearly`,
  }
}

/** What the plan that one is on costs from now on. */
export function chargeWords({ plan, subscription }: Pick<Subscription, 'plan' | 'subscription'>): string {
  if (plan === 'free' || !subscription) {
    return `${plans.free.invoicesPerMonth} invoices a month, at no cost.`
  }
  // A charge that failed is tried again even so.
  if (subscription.cancelAtPeriodEnd && subscription.status !== 'past_due') return 'Nothing more is charged.'
  const price = formatMoney(priceCents(subscription.plan, subscription.interval))
  return `${price} a ${subscription.interval}${subscription.status === 'trialing' ? ' after the trial' : ''}`
}

type Standing = Pick<Subscription, 'plan' | 'subscription' | 'trialAvailable'>

/** What it means to choose this plan, said before it is confirmed. */
export function choiceWords(plan: Plan, interval: BillingInterval, standing: Standing): string {
  const running = standing.plan === 'free' ? null : standing.subscription
  if (plan === 'free') return freeWords(running)
  const price = `${formatMoney(priceCents(plan, interval))} a ${interval}`
  if (running) {
    return `Your subscription changes to ${plans[plan].label} for ${price}. The payment page shows what that costs today before you confirm it.`
  }
  return standing.trialAvailable
    ? `The first ${trialDays} days are free and need no card; after that it is ${price}. Without a card the trial ends by itself.`
    : `It is ${price}, until you cancel.`
}

function freeWords(running: Subscription['subscription']): string {
  if (!running) return 'You are on Free whenever no subscription is running. There is nothing to do.'
  const { label } = plans[running.plan]
  if (running.cancelAtPeriodEnd) {
    return `${label} is canceled already. You are on Free again when it ends; there is nothing more to do.`
  }
  const end = running.status === 'trialing' ? 'the end of the trial' : 'the end of what you have paid for'
  return `To leave ${label}, cancel it with Manage Subscription in Settings. You keep it until ${end}, and are on Free after that.`
}

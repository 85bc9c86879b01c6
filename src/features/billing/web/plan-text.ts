import { formatMoney } from '../../../shared/money.ts'
import type { Subscription } from '../contract.ts'
import {
  type BillingInterval,
  type Plan,
  type PlanFeature,
  includesFeature,
  planMoney,
  planNames,
  plans,
  priceMinor,
  trialDays,
} from '../rules.ts'

/** For members who are not the owner. */
export const ownerDecides = 'The owner of the business can change the plan.'

export const audiences: Record<Plan, string> = {
  free: 'For getting started.',
  pro: 'For regular clients.',
  enterprise: 'For teams, and for several businesses.',
}

const common = [
  'Card payments by payment link',
  'PDF invoices and receipts by email',
  'Reminders before and after the due date',
  'Discounts, taxes and fees',
  'Clients saved as you go, with what each owes',
  'Estimates that clients accept online',
  'One-time and recurring expenses',
  'Dashboard with six months of cash flow',
]

/** Also on every plan, but listed only in the full comparison. */
const alsoCommon = [
  'Deposits and installments',
  'Saved items, time and billable expenses',
  'Files on invoices, expenses and clients',
  'Any currency, with exchange rates',
  'Invoice numbers in sequence, and credit notes',
  'Bank transactions with categories and rules',
  'Transactions matched with invoices, expenses and payouts',
  'Your own Stripe, PayPal and email accounts',
  'Export of all your data',
]

/** The available features that only some plans include. */
const opened: Partial<Record<PlanFeature, readonly string[]>> = {
  recurringInvoices: ['Recurring invoices'],
  invoiceTemplates: ['Invoice templates', 'Invoice designs in your color'],
  receipts: ['Receipts, read from photos'],
  reports: ['Reports, with files for your accountant', 'A seat for your accountant'],
  bankConnections: ['Real banks, through Plaid'],
  importAndExport: ['Files of any bank', 'Data from other programs', 'Lists saved as CSV and Excel'],
  clientPortal: ['A portal for each client'],
  severalUsers: ['Teams with roles', 'Several businesses with one sign-in'],
  customCategories: ['Your own categories and fields'],
}

const instead: Partial<Record<PlanFeature, string>> = { bankConnections: 'Demo bank' }

/** The points of a plan, derived from the rules that the server enforces. */
export function pointsOf(plan: Plan): string[] {
  const below = planNames[planNames.indexOf(plan) - 1]
  if (!below) return [...limitsOf(plan), ...common]
  const same = new Set([...limitsOf(below), ...openedBy(below)])
  const own = [...limitsOf(plan), ...openedBy(plan)]
  return [`Everything in ${plans[below].label}`, ...own.filter((point) => !same.has(point))]
}

const openedFeatures = Object.keys(opened) as PlanFeature[]

function openedBy(plan: Plan): string[] {
  return openedFeatures.flatMap((feature) => (includesFeature(plan, feature) ? (opened[feature] ?? []) : []))
}

export interface ComparisonRow {
  label: string
  /** The cell of each plan, in the order of the plans: yes, no, or an amount. */
  cells: ReadonlyArray<string | boolean>
}

/** The rows of the comparison, differences first. */
export function comparePlans(): ReadonlyArray<{ label: string; rows: readonly ComparisonRow[] }> {
  return [
    {
      label: 'Price',
      rows: [
        row('Per month', (plan) => formatMoney(priceMinor(plan, 'month'), planMoney)),
        row('Per year', (plan) => formatMoney(priceMinor(plan, 'year'), planMoney)),
        row('Free trial, no card needed', (plan) => plan !== 'free' && `${trialDays} days`),
      ],
    },
    {
      label: 'Limits',
      rows: [
        row('Invoices per month', (plan) => plans[plan].invoicesPerMonth?.toString() ?? 'Unlimited'),
        row('Emails to clients per hour', (plan) => plans[plan].mailsPerHour.toLocaleString('en-US')),
      ],
    },
    {
      label: 'Features',
      rows: openedFeatures.flatMap((feature) =>
        (opened[feature] ?? []).map((label) =>
          row(label, (plan) => includesFeature(plan, feature) || (instead[feature] ?? false)),
        ),
      ),
    },
    { label: 'On every plan', rows: [...common, ...alsoCommon].map((label) => row(label, () => true)) },
  ]
}

function row(label: string, cellOf: (plan: Plan) => string | boolean): ComparisonRow {
  return { label, cells: planNames.map(cellOf) }
}

function limitsOf(plan: Plan): string[] {
  const { invoicesPerMonth, mailsPerHour } = plans[plan]
  return [
    invoicesPerMonth === null ? 'Unlimited invoices' : `${invoicesPerMonth} invoices a month`,
    `${mailsPerHour.toLocaleString('en-US')} emails to clients per hour`,
  ]
}

/** The price, such as $15.00 a month. The note gives the price of the other interval for comparison. */
export function priceOf(
  plan: Plan,
  interval: BillingInterval,
): { price: string; unit: string; note: string } {
  const price = formatMoney(priceMinor(plan, interval), planMoney)
  if (plan === 'free') return { price, unit: 'forever', note: 'No card needed' }
  const yearlyMinor = priceMinor(plan, 'year')
  return interval === 'month'
    ? { price, unit: 'a month', note: `or ${formatMoney(yearlyMinor, planMoney)} a year` }
    : { price, unit: 'a year', note: `${formatMoney(yearlyMinor / 12, planMoney)} a month, billed yearly` }
}

export function chargeText({ plan, subscription }: Pick<Subscription, 'plan' | 'subscription'>): string {
  if (plan === 'free' || !subscription) {
    return `${plans.free.invoicesPerMonth} invoices a month, at no cost.`
  }
  // A failed charge is retried even after cancellation.
  if (subscription.cancelAtPeriodEnd && subscription.status !== 'past_due')
    return 'You won’t be charged again.'
  const price = formatMoney(priceMinor(subscription.plan, subscription.interval), planMoney)
  return `${price} a ${subscription.interval}${subscription.status === 'trialing' ? ' after the trial' : ''}`
}

type Standing = Pick<Subscription, 'plan' | 'subscription' | 'trialAvailable'>

export function choiceText(plan: Plan, interval: BillingInterval, standing: Standing): string {
  const running = standing.plan === 'free' ? null : standing.subscription
  if (plan === 'free') return freeText(running)
  const price = `${formatMoney(priceMinor(plan, interval), planMoney)} a ${interval}`
  if (running) {
    return `Your subscription changes to ${plans[plan].label} for ${price}. The payment page shows what that costs today before you confirm it.`
  }
  return standing.trialAvailable
    ? `The first ${trialDays} days are free, no card needed. After that, it’s ${price}. Without a card, the trial simply ends.`
    : `It’s ${price} until you cancel.`
}

function freeText(running: Subscription['subscription']): string {
  if (!running) return 'You’re on Free whenever you have no subscription. There’s nothing to do.'
  const { label } = plans[running.plan]
  if (running.cancelAtPeriodEnd) {
    return `${label} is already canceled. You’ll be back on Free when it ends. There’s nothing more to do.`
  }
  const end = running.status === 'trialing' ? 'the end of the trial' : 'your paid period ends'
  return `To leave ${label}, cancel it with Manage Subscription in Settings. You keep it until ${end}, then you’re back on Free.`
}

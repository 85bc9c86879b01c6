/** The limits and prices of each plan. The server enforces them; pages only show them. */
export const plans = {
  free: { label: 'Free', invoicesPerMonth: 10, mailsPerHour: 50, monthlyMinor: 0 },
  pro: { label: 'Pro', invoicesPerMonth: null, mailsPerHour: 500, monthlyMinor: 1500 },
  enterprise: { label: 'Enterprise', invoicesPerMonth: null, mailsPerHour: 2000, monthlyMinor: 3000 },
} as const satisfies Record<string, PlanRules>

interface PlanRules {
  label: string
  invoicesPerMonth: number | null
  mailsPerHour: number
  monthlyMinor: number
}

export type Plan = keyof typeof plans
export type PaidPlan = Exclude<Plan, 'free'>
export type BillingInterval = 'month' | 'year'

export const planNames = Object.keys(plans) as Plan[]
export const paidPlans = ['pro', 'enterprise'] as const satisfies readonly PaidPlan[]

export const trialDays = 14

/** The discount of yearly billing, in percent. */
export const yearlySaving = 15

/** Plans are sold in dollars, whatever the currency of a business. */
export const planMoney = { currency: 'USD', locale: 'en-US' } as const

export function priceMinor(plan: Plan, interval: BillingInterval): number {
  const { monthlyMinor } = plans[plan]
  return interval === 'month' ? monthlyMinor : (12 * monthlyMinor * (100 - yearlySaving)) / 100
}

/** Features that only some plans include. The server checks this before it does the work. */
export const planFeatures = {
  recurringInvoices: { from: 'pro' },
  invoiceTemplates: { from: 'pro' },
  /** Real banks. The demo bank is included in every plan. */
  bankConnections: { from: 'pro' },
  receipts: { from: 'pro' },
  reports: { from: 'pro' },
  importAndExport: { from: 'pro' },
  clientPortal: { from: 'pro' },
  forecast: { from: 'enterprise' },
  severalUsers: { from: 'enterprise' },
  customCategories: { from: 'enterprise' },
  apiAccess: { from: 'enterprise' },
} as const satisfies Record<string, { from: PaidPlan }>

export type PlanFeature = keyof typeof planFeatures

export function includesFeature(plan: Plan, feature: PlanFeature): boolean {
  return planNames.indexOf(plan) >= planNames.indexOf(planFeatures[feature].from)
}

const intervals = ['month', 'year'] as const satisfies readonly BillingInterval[]

/** The prices stored at the card provider, each under a lookup key that never changes. */
export const planPrices = paidPlans.flatMap((plan) =>
  intervals.map((interval) => ({
    lookupKey: `millrace_${plan}_${interval}`,
    product: plans[plan].label,
    plan,
    interval,
    minor: priceMinor(plan, interval),
  })),
)
export type PlanPrice = (typeof planPrices)[number]

import { formatMoney } from '../../../shared/money.ts'
import { type PaidPlan, planMoney, plans, priceMinor, trialDays, yearlySaving } from '../../billing/rules.ts'

export interface PricingAnswer {
  id: string
  question: string
  /** Plain text, which is also part of the structured data for search engines. */
  answer: string
}

const free = plans.free.invoicesPerMonth
const { pro, enterprise } = plans

export const pricingAnswers: readonly PricingAnswer[] = [
  {
    id: 'trial',
    question: 'How does the free trial work?',
    answer: `The first time you choose ${pro.label} or ${enterprise.label}, it’s free for ${trialDays} days, with no card needed. If you don’t add one, the trial simply ends, nothing is charged, and you’re back on Free. Each business gets one trial.`,
  },
  {
    id: 'yearly',
    question: 'How much do I save by paying yearly?',
    answer: `${yearlySaving}%. ${yearText('pro')}, and ${yearText('enterprise')}. You can switch between monthly and yearly billing in Settings at any time during your plan.`,
  },
  {
    id: 'limit',
    question: `What happens after ${free} invoices on Free?`,
    answer: `You can’t create another one in the same calendar month. A message tells you so, and what you typed stays in the form. The count starts again next month, in your business’s time zone. ${pro.label} and ${enterprise.label} have no limit.`,
  },
  {
    id: 'cancel',
    question: 'How do I cancel, and what happens to my data?',
    answer: `Open Settings, then Subscription, and choose Manage Subscription. You keep the plan until the end of the period you’ve paid for, then move to Free. Your records stay. Recurring invoices continue within Free’s ${free} a month, and nothing new is imported from real banks until you’re on a plan that includes them. You can export everything, or delete your account, whenever you like.`,
  },
]

function yearText(plan: PaidPlan): string {
  const months = formatMoney(12 * priceMinor(plan, 'month'), planMoney)
  return `${plans[plan].label} is ${formatMoney(priceMinor(plan, 'year'), planMoney)} a year instead of ${months}`
}

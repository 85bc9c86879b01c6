import { formatMoney } from '../../../shared/money.ts'
import { type PaidPlan, plans, priceCents, trialDays, yearlySaving } from '../../billing/rules.ts'

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
    answer: `The first time you choose ${pro.label} or ${enterprise.label}, it is free for ${trialDays} days, and no card is needed. If you add none, the trial ends by itself, nothing is charged, and you are on Free again. Each business has one trial.`,
  },
  {
    id: 'yearly',
    question: 'What does paying by the year save?',
    answer: `${yearlySaving}%. ${yearText('pro')}, and ${yearText('enterprise')}. While your plan runs you can change between monthly and yearly billing in Settings.`,
  },
  {
    id: 'limit',
    question: `What happens after ${free} invoices on Free?`,
    answer: `The next one in the same calendar month is not created. You are told so, and what you typed stays in the form. The count begins anew with the next month, by the time zone of your business. ${pro.label} and ${enterprise.label} have no limit.`,
  },
  {
    id: 'cancel',
    question: 'How do I cancel, and what happens to my data?',
    answer: `Open Settings, then Subscription, and choose Manage Subscription. You keep the plan until the end of what you have paid for, and are on Free after that. Your records stay. Recurring invoices go on, within the ${free} a month of Free, and real banks are not asked for news until you are on a plan that includes them. You can export everything, or delete your account, whenever you like.`,
  },
]

function yearText(plan: PaidPlan): string {
  const months = formatMoney(12 * priceCents(plan, 'month'))
  return `${plans[plan].label} is ${formatMoney(priceCents(plan, 'year'))} a year instead of ${months}`
}

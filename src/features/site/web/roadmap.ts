interface RoadmapFeature {
  name: string
  /** `completed`, `in-progress` or `planned`; any other value means that it is under consideration. */
  status: string
}

export interface RoadmapPart {
  title: string
  features: readonly RoadmapFeature[]
}

export type StatusLabel = 'Completed' | 'In Progress' | 'Planned' | 'Under Consideration'

const labels = new Map<string, StatusLabel>([
  ['completed', 'Completed'],
  ['in-progress', 'In Progress'],
  ['planned', 'Planned'],
])

export function statusLabel(status: string): StatusLabel {
  return labels.get(status) ?? 'Under Consideration'
}

const done = (name: string): RoadmapFeature => ({ name, status: 'completed' })
const planned = (name: string): RoadmapFeature => ({ name, status: 'planned' })
const considered = (name: string): RoadmapFeature => ({ name, status: 'under-consideration' })

/**
 * Features by the quarter that they are planned for, then those without a date. A quarter says nothing about when a
 * feature was finished; its status is that of today.
 */
export const roadmap: readonly RoadmapPart[] = [
  {
    title: 'Q2 2025',
    features: [
      done('Accounts, sign-in and a business profile with a logo'),
      done('Invoices with line items, discounts, taxes and fees'),
      done('Invoices by email, each with a PDF and its own page'),
      done('Clients remembered from one invoice to the next'),
    ],
  },
  {
    title: 'Q3 2025',
    features: [
      done('Card payments from the invoice, with receipts'),
      done('Partial payments, refunds and payments entered by hand'),
      done('Free, Pro and Enterprise plans, with a trial'),
      done('Your own Stripe, PayPal and email accounts'),
    ],
  },
  {
    title: 'Q4 2025',
    features: [
      done('Payment reminders in your own words'),
      done('Recurring invoices'),
      done('Invoice templates and looks'),
    ],
  },
  {
    title: 'Q1 2026',
    features: [
      done('One-time and recurring expenses'),
      done('Bank connections through Plaid, and a demo bank'),
      done('Transactions with search, categories and rules'),
    ],
  },
  {
    title: 'Q2 2026',
    features: [
      done('A dashboard where every figure shows what it’s made of'),
      done('Six months of cash flow, as a chart and as a table'),
      done('Payments that appear live'),
    ],
  },
  {
    title: 'Q3 2026',
    features: [
      done('Exporting all your data, and deleting your account'),
      done('An admin area for operators'),
      done('An API with an OpenAPI description'),
    ],
  },
  {
    title: 'Q4 2026',
    features: [
      done('A Help Center with articles, search and videos'),
      done('Tests under heavy load, outages and attacks'),
      done('Invoices and expenses in any currency'),
      done('Invoice numbers in sequence, and credit notes'),
      done('Receipts, read from photos'),
      done('Importing bank files'),
      done('Importing invoices and expenses'),
      done('Estimates that turn into invoices'),
      done('Deposits and installments'),
      done('A page for each client, with what they owe'),
      done('Time and expenses that become lines of an invoice'),
      done('A portal where each client sees all of their invoices'),
      done('Reports for you and your accountant'),
      done('Teams with roles, and a seat for your accountant'),
      done('Custom categories and fields'),
    ],
  },
  {
    title: 'Q2 2027',
    features: [planned('API keys, and webhooks for your own programs')],
  },
  {
    title: 'Q3 2027',
    features: [
      planned('A forecast of your cash flow'),
      planned('An installable app that works offline and sends notifications'),
      planned('Passkeys and two-factor sign-in'),
    ],
  },
  {
    title: 'Later',
    features: [considered('Access for AI assistants you choose')],
  },
]

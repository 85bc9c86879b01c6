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

/** Features by the quarter in which they were or are being built, then those without a date. */
export const roadmap: readonly RoadmapPart[] = [
  {
    title: 'Q2 2025',
    features: [
      done('Accounts, sign-in and a business profile with a logo'),
      done('Invoices with line items, discounts, taxes and fees'),
      done('Invoices by email, with a PDF and a page of their own'),
      done('Clients remembered from one invoice to the next'),
    ],
  },
  {
    title: 'Q3 2025',
    features: [
      done('Card payments from the invoice, with receipts'),
      done('Part payments, refunds and payments entered by hand'),
      done('Free, Pro and Enterprise plans, with a trial'),
      done('Stripe, PayPal and email accounts of your own'),
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
      done('Expenses, once or recurring'),
      done('Bank connections through Plaid, and a demo bank'),
      done('Transactions with search, categories and rules'),
    ],
  },
  {
    title: 'Q2 2026',
    features: [
      done('A dashboard on which every figure opens its rows'),
      done('Six months of cash flow, as a chart and as a table'),
      done('Payments that show by themselves while you look'),
    ],
  },
  {
    title: 'Q3 2026',
    features: [
      done('Export of all data, and deletion of the account'),
      done('A room for whoever runs the installation'),
      done('An API with a description that programs can read'),
    ],
  },
  {
    title: 'Q4 2026',
    features: [
      done('A Help Center with articles, search and videos'),
      done('Tests under heavy load, failures and attacks'),
    ],
  },
  {
    title: 'Next',
    features: [
      planned('Import of invoices and expenses'),
      planned('Photos of receipts, read for you'),
      planned('Reports'),
      planned('Categories of your own'),
      planned('Several people in one business'),
      planned('A forecast of your cash flow'),
      planned('API keys, and webhooks for your own programs'),
      considered('A page for each client with all of their invoices'),
      considered('Other currencies than the US dollar'),
      considered('Use without a connection, and notifications on the phone'),
    ],
  },
]

import { randomUUID } from 'node:crypto'
import { eachText } from '../features/invoices/document/input-rules.ts'
import { calculateTotals } from '../features/invoices/document/totals-rules.ts'
import { estimates } from '../platform/db/tables/estimates.ts'
import type { Transaction } from '../platform/db/transaction.ts'
import { addDays } from '../shared/dates.ts'
import type { Demo, DemoClient } from './add-invoice.ts'

interface DemoEstimate {
  client: string
  lines: [description: string, quantity: number, rateMinor: number][]
  /** How many days ago it was sent. It is valid for thirty. */
  daysAgo: number
  answer?: { status: 'accepted' | 'declined'; afterDays: number; name: string; note: string }
}

const validDays = 30

const demoEstimates: DemoEstimate[] = [
  {
    client: 'Harbour Street Bakery',
    lines: [
      ['Online shop: design of four pages', 1000, 240_000],
      ['Photographs of the range, per hour', 6000, 9500],
    ],
    daysAgo: 4,
  },
  {
    client: 'Lakeside Yoga',
    lines: [['Course calendar for the website', 1000, 135_000]],
    daysAgo: 12,
    answer: {
      status: 'accepted',
      afterDays: 3,
      name: 'Front desk',
      note: 'Please start after the holidays.',
    },
  },
  {
    client: 'Corner Bookshop',
    lines: [
      ['Signs for the shelves', 24_000, 1800],
      ['Delivery and mounting', 1000, 16_000],
    ],
    daysAgo: 40,
    answer: {
      status: 'declined',
      afterDays: 6,
      name: 'Front desk',
      note: 'We are keeping the old signs this year.',
    },
  },
  {
    client: 'Corner Bookshop',
    lines: [['Posters for the summer readings', 5000, 22_000]],
    daysAgo: 65,
  },
]

/** Estimates of the demo business: open, accepted, declined and expired. */
export async function seedEstimates(
  db: Transaction['db'],
  demo: Demo,
  clients: readonly DemoClient[],
): Promise<void> {
  for (const estimate of demoEstimates) {
    const client = clients.find(({ name }) => name === estimate.client)
    if (!client) throw new Error(`the demo business has no client ${estimate.client}`)
    await db.insert(estimates).values(rowOf(demo, client, estimate))
  }
}

function rowOf(demo: Demo, client: DemoClient, estimate: DemoEstimate): typeof estimates.$inferInsert {
  const { businessId, userId, business, currency, locale } = demo
  const { daysAgo, answer } = estimate
  const id = randomUUID()
  const charge = {
    kind: 'lines' as const,
    taxIncluded: false,
    lines: estimate.lines.map(([description, quantity, rateMinor]) => ({ description, quantity, rateMinor })),
    discount: null,
    taxes: [],
    fees: [],
  }
  const total = calculateTotals(charge, currency)
  if (!total.ok) throw new Error(`the demo estimate for ${client.name} has no total`)
  const issueDate = addDays(demo.today, -daysAgo)
  const sentAt = new Date(`${issueDate}T14:00:00Z`)
  const decidedAt = answer ? new Date(`${addDays(issueDate, answer.afterDays)}T16:20:00Z`) : null
  return {
    businessId,
    id,
    number: id.slice(0, 8).toUpperCase(),
    createdBy: userId,
    clientId: client.id,
    clientName: client.name,
    clientEmail: client.email,
    issueDate,
    validUntil: addDays(issueDate, validDays),
    currency,
    locale,
    totalMinor: total.totals.totalMinor,
    content: {
      company: business,
      logoId: null,
      client: {
        id: client.id,
        name: client.name,
        email: client.email,
        phone: '',
        address: client.address,
        contactName: 'Accounts',
      },
      paymentTerms: client.terms,
      dueInDays: null,
      ...eachText(''),
      currency,
      charge,
      sendReminder: true,
    },
    sendOption: 'email_now',
    sentAt,
    viewedAt: answer ? decidedAt : null,
    ...(answer && {
      status: answer.status,
      decidedAt,
      decidedBy: 'client' as const,
      decidedByName: answer.name,
      decisionNote: answer.note,
    }),
    // Its client was reminded before it expired.
    ...(daysAgo > validDays && !answer && { remindedAt: new Date(`${addDays(issueDate, 27)}T13:00:00Z`) }),
    createdAt: sentAt,
    updatedAt: decidedAt ?? sentAt,
  }
}

import { randomUUID } from 'node:crypto'
import { eachText } from '../features/invoices/document/input-rules.ts'
import { calculateTotals } from '../features/invoices/document/totals-rules.ts'
import { type Frequency, dayOfPeriod } from '../features/schedules/rules.ts'
import { recurringPeriods, recurringSeries } from '../platform/db/tables/recurring.ts'
import type { Transaction } from '../platform/db/transaction.ts'
import { addDays } from '../shared/dates.ts'
import { type Demo, type DemoClient, addInvoice } from './add-invoice.ts'

interface DemoSeries {
  client: string
  description: string
  rateMinor: number
  frequency: Frequency
  /** How many days ago it started. Never a whole number of periods, so that none falls on today. */
  since: number
  /** Paused by the owner after this many invoices. */
  pausedAfter?: number
}

const demoSeries: DemoSeries[] = [
  {
    client: 'Corner Bookshop',
    description: 'Window display, changed every month',
    rateMinor: 9500,
    frequency: 'monthly',
    since: 200,
    pausedAfter: 3,
  },
  {
    client: 'Harbour Street Bakery',
    description: 'Website hosting and updates',
    rateMinor: 12_000,
    frequency: 'monthly',
    since: 140,
  },
  {
    client: 'Lakeside Yoga',
    description: 'Newsletter: text and layout',
    rateMinor: 16_500,
    frequency: 'quarterly',
    since: 230,
  },
]

/** Recurring invoices of the demo business, with the invoices that they have made. Returns the number of those. */
export async function seedRecurring(
  db: Transaction['db'],
  demo: Demo,
  clients: readonly DemoClient[],
): Promise<number> {
  let count = 0
  for (const series of demoSeries) {
    const client = clients.find(({ name }) => name === series.client)
    if (!client) throw new Error(`the demo business has no client ${series.client}`)
    count += await addSeries(db, demo, client, series)
  }
  return count
}

async function addSeries(
  db: Transaction['db'],
  demo: Demo,
  client: DemoClient,
  { description, rateMinor, frequency, since, pausedAfter = Number.POSITIVE_INFINITY }: DemoSeries,
): Promise<number> {
  const { businessId, currency } = demo
  const id = randomUUID()
  const plan = { frequency, startDate: addDays(demo.today, -since), end: { kind: 'never' } } as const
  const charge = {
    kind: 'lines' as const,
    taxIncluded: false,
    lines: [{ description, quantity: 1000, rateMinor }],
    discount: null,
    taxes: [],
    fees: [],
  }
  const total = calculateTotals(charge, currency)
  if (!total.ok) throw new Error(`the demo series for ${client.name} has no total`)
  const days = daysBefore(demo.today, (period) => dayOfPeriod(plan, period)).slice(0, pausedAfter)
  const createdAt = new Date(`${plan.startDate}T13:30:00Z`)
  const pausedAt = new Date(`${addDays(days.at(-1) ?? demo.today, 5)}T13:30:00Z`)
  const isPaused = days.length === pausedAfter
  await db.insert(recurringSeries).values({
    businessId,
    id,
    createdBy: demo.userId,
    content: {
      company: demo.business,
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
    clientName: client.name,
    currency,
    totalMinor: total.totals.totalMinor,
    frequency,
    startDate: plan.startDate,
    sends: true,
    nextPeriod: days.length,
    nextOn: dayOfPeriod(plan, days.length),
    ...(isPaused && { pausedAt, pausedBy: 'owner' as const }),
    createdAt,
    updatedAt: isPaused ? pausedAt : createdAt,
  })
  for (const [period, onDate] of days.entries()) {
    const invoice = { issueDate: onDate, occurrence: period, charge, series: { id } }
    const invoiceId = await addInvoice(db, demo, client, invoice)
    const at = new Date(`${onDate}T14:00:00Z`)
    await db
      .insert(recurringPeriods)
      .values({ businessId, seriesId: id, period, onDate, invoiceId, state: 'made', at })
  }
  return days.length
}

function daysBefore(today: string, dayOf: (period: number) => string | null): string[] {
  const days: string[] = []
  for (let day = dayOf(0); day !== null && day < today; day = dayOf(days.length)) days.push(day)
  return days
}

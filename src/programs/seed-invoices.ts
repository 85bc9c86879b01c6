import { randomUUID } from 'node:crypto'
import type { Line } from '../features/invoices/document/totals-rules.ts'
import { clients } from '../platform/db/tables/clients.ts'
import { taxRates } from '../platform/db/tables/taxes.ts'
import type { Transaction } from '../platform/db/transaction.ts'
import { addDays } from '../shared/dates.ts'
import { type Demo, type DemoClient, addInvoice } from './add-invoice.ts'
import { seedEstimates } from './seed-estimates.ts'
import { seedMessages } from './seed-messages.ts'
import { seedParts } from './seed-parts.ts'
import { seedRecurring } from './seed-recurring.ts'
import { seedTime } from './seed-time.ts'

interface Regular extends Omit<DemoClient, 'id' | 'email'> {
  /** Days between two invoices. */
  every: number
  lines: Line[]
}

const hours = (count: number) => count * 1000
const demoClients: Regular[] = [
  {
    name: 'Harbour Street Bakery',
    address: '12 Harbour Street\nPortland, ME 04101',
    terms: 'net_15',
    paysAfter: -4,
    every: 30,
    lines: [
      { description: 'Website care plan', quantity: hours(1), rateMinor: 18_000 },
      { description: 'Photography, half a day', quantity: hours(0.5), rateMinor: 90_000 },
    ],
  },
  {
    name: 'Northside Dental Practice',
    address: '400 Elm Avenue, Suite 3\nAlbany, NY 12207',
    terms: 'net_30',
    paysAfter: 40,
    every: 45,
    lines: [
      { description: 'Appointment cards, design', quantity: hours(4.5), rateMinor: 8500 },
      { description: 'Print run of 500', quantity: hours(1), rateMinor: 21_450 },
    ],
  },
  {
    name: 'Green Valley Landscaping',
    address: '88 Orchard Road\nBurlington, VT 05401',
    terms: '2_10_net_30',
    paysAfter: -22,
    every: 60,
    lines: [{ description: 'Brochure: text and layout', quantity: hours(12.25), rateMinor: 7800 }],
  },
  {
    name: 'Corner Bookshop',
    address: '5 Market Square\nSalem, MA 01970',
    terms: 'due_on_receipt',
    paysAfter: 2,
    every: 40,
    lines: [{ description: 'Window posters', quantity: hours(3), rateMinor: 12_500 }],
  },
  {
    name: 'Old Mill Brewery',
    address: '1 River Road\nConcord, NH 03301',
    terms: 'net_30',
    paysAfter: 18,
    every: 35,
    lines: [
      { description: 'Label illustration', quantity: hours(2), rateMinor: 64_000 },
      { description: 'Revisions', quantity: hours(1.75), rateMinor: 8500 },
    ],
  },
  {
    name: 'Lakeside Yoga',
    address: '27 Shore Drive\nBurlington, VT 05408',
    terms: 'net_15',
    paysAfter: 0,
    every: 75,
    lines: [{ description: 'Class schedule, poster and web', quantity: hours(6), rateMinor: 7500 }],
  },
]

const salesTax = { name: 'Sales tax', rate: 6250 }
const loyaltyDiscount = { kind: 'percentage' as const, value: 10_000, description: 'Loyal client' }

/**
 * Clients, a year of invoices, one in parts, recurring invoices, estimates, a message, items and time for the demo business. The same day always gives the same
 * invoices. Returns their number.
 */
export async function seedInvoices(tx: Transaction, demo: Demo): Promise<number> {
  const { db } = tx
  await db
    .insert(taxRates)
    .values({ businessId: demo.businessId, ...salesTax, description: 'On goods', isDefault: true })
  let count = 0
  const saved: DemoClient[] = []
  for (const [index, { every, lines, ...facts }] of demoClients.entries()) {
    const email = `accounts@${facts.name.toLowerCase().replaceAll(/\W+/g, '-')}.example`
    const client = { ...facts, id: randomUUID(), email }
    saved.push(client)
    await db.insert(clients).values({
      businessId: demo.businessId,
      id: client.id,
      createdBy: demo.userId,
      companyName: client.name,
      contactName: 'Accounts',
      email,
      address: client.address,
    })
    for (let age = 360 - index * 7, occurrence = 0; age > 0; age -= every, occurrence++) {
      const issueDate = addDays(demo.today, -age)
      await addInvoice(db, demo, client, { issueDate, occurrence, charge: chargeFor(lines, occurrence) })
      count++
    }
  }
  const named = (name: string) => saved.find((client) => client.name === name)!
  await seedParts(tx, demo, named('Old Mill Brewery'))
  count++
  await seedMessages(db, demo, named('Green Valley Landscaping'))
  await seedEstimates(db, demo, saved)
  const everyLine = demoClients.flatMap(({ lines }) => lines)
  await seedTime(tx, demo, saved, everyLine)
  return count + (await seedRecurring(db, demo, saved))
}

function chargeFor(lines: readonly Line[], occurrence: number) {
  return {
    kind: 'lines' as const,
    taxIncluded: false,
    // Quantities vary from invoice to invoice.
    lines: lines.map((line) => ({ ...line, quantity: line.quantity + (occurrence % 4) * 500 })),
    discount: occurrence % 5 === 4 ? loyaltyDiscount : null,
    taxes: occurrence % 2 === 0 ? [salesTax] : [],
    fees: occurrence % 6 === 3 ? [{ description: 'Delivery', amountMinor: 2500 }] : [],
  }
}

import { randomUUID } from 'node:crypto'
import { type Line, calculateTotals } from '../features/invoices/document/totals-rules.ts'
import { type PaymentTerms, dueDateFor, earlyPaymentOn, invoiceNumber } from '../features/invoices/rules.ts'
import { clients } from '../platform/db/tables/clients.ts'
import { invoiceEvents, invoices } from '../platform/db/tables/invoices.ts'
import { mails } from '../platform/db/tables/mail.ts'
import { payments } from '../platform/db/tables/payments.ts'
import { taxRates } from '../platform/db/tables/taxes.ts'
import type { Transaction } from '../platform/db/transaction.ts'
import { addDays } from '../shared/dates.ts'

interface Demo {
  businessId: string
  userId: string
  business: { name: string; email: string; phone: string; address: string; contactName: string }
  /** The last day of the year that is filled. */
  today: string
}

interface DemoClient {
  name: string
  address: string
  terms: PaymentTerms
  /** Days from the due date to the payment; negative if the client pays early. */
  paysAfter: number
  /** Days between two invoices. */
  every: number
  lines: Line[]
}

const hours = (count: number) => count * 1000
const demoClients: DemoClient[] = [
  {
    name: 'Harbour Street Bakery',
    address: '12 Harbour Street\nPortland, ME 04101',
    terms: 'net_15',
    paysAfter: -4,
    every: 30,
    lines: [
      { description: 'Website care plan', quantity: hours(1), rateCents: 18_000 },
      { description: 'Photography, half a day', quantity: hours(0.5), rateCents: 90_000 },
    ],
  },
  {
    name: 'Northside Dental Practice',
    address: '400 Elm Avenue, Suite 3\nAlbany, NY 12207',
    terms: 'net_30',
    paysAfter: 40,
    every: 45,
    lines: [
      { description: 'Appointment cards, design', quantity: hours(4.5), rateCents: 8500 },
      { description: 'Print run of 500', quantity: hours(1), rateCents: 21_450 },
    ],
  },
  {
    name: 'Green Valley Landscaping',
    address: '88 Orchard Road\nBurlington, VT 05401',
    terms: '2_10_net_30',
    paysAfter: -22,
    every: 60,
    lines: [{ description: 'Brochure: text and layout', quantity: hours(12.25), rateCents: 7800 }],
  },
  {
    name: 'Corner Bookshop',
    address: '5 Market Square\nSalem, MA 01970',
    terms: 'due_on_receipt',
    paysAfter: 2,
    every: 40,
    lines: [{ description: 'Window posters', quantity: hours(3), rateCents: 12_500 }],
  },
  {
    name: 'Old Mill Brewery',
    address: '1 River Road\nConcord, NH 03301',
    terms: 'net_30',
    paysAfter: 18,
    every: 35,
    lines: [
      { description: 'Label illustration', quantity: hours(2), rateCents: 64_000 },
      { description: 'Revisions', quantity: hours(1.75), rateCents: 8500 },
    ],
  },
  {
    name: 'Lakeside Yoga',
    address: '27 Shore Drive\nBurlington, VT 05408',
    terms: 'net_15',
    paysAfter: 0,
    every: 75,
    lines: [{ description: 'Class schedule, poster and web', quantity: hours(6), rateCents: 7500 }],
  },
]

const salesTax = { name: 'Sales tax', rate: 6250 }
const loyaltyDiscount = { kind: 'percentage' as const, value: 10_000, description: 'Loyal client' }

/** Clients and a year of invoices for the demo business. The same day always gives the same invoices. */
export async function seedInvoices({ db }: Transaction, demo: Demo): Promise<number> {
  await db
    .insert(taxRates)
    .values({ businessId: demo.businessId, ...salesTax, description: 'On goods', isDefault: true })
  let count = 0
  for (const [index, client] of demoClients.entries()) {
    const clientId = randomUUID()
    const email = `accounts@${client.name.toLowerCase().replaceAll(/\W+/g, '-')}.example`
    await db.insert(clients).values({
      businessId: demo.businessId,
      id: clientId,
      createdBy: demo.userId,
      companyName: client.name,
      contactName: 'Accounts',
      email,
      address: client.address,
    })
    for (let age = 360 - index * 7, occurrence = 0; age > 0; age -= client.every, occurrence++) {
      await addInvoice(db, demo, { ...client, id: clientId, email }, { age, occurrence })
      count++
    }
  }
  return count
}

function at(day: string, hour: string): Date {
  return new Date(`${day}T${hour}:00Z`)
}

async function addInvoice(
  db: Transaction['db'],
  demo: Demo,
  client: DemoClient & { id: string; email: string },
  { age, occurrence }: { age: number; occurrence: number },
): Promise<void> {
  const { business } = demo
  const issueDate = addDays(demo.today, -age)
  const dueDate = dueDateFor(client.terms, issueDate) ?? issueDate
  const charge = chargeFor(client, occurrence)
  const result = calculateTotals(charge)
  if (!result.ok) throw new Error(`the demo invoice for ${client.name} has no total`)
  const { lineCents: _, taxesCents: __, taxableCents: ___, ...sums } = result.totals
  const paidOn = addDays(dueDate, client.paysAfter)
  const isPaid = paidOn < demo.today
  const { totalCents } = sums
  const offered = { paymentTerms: client.terms, issueDate, totalCents, receivedCents: 0 }
  const creditedCents = earlyPaymentOn(paidOn, offered)?.discountCents ?? 0
  const receivedCents = totalCents - creditedCents
  const [createdAt, sentAt] = [at(issueDate, '13:45'), at(issueDate, '14:00')]
  const [viewedAt, paidAt] = [at(addDays(issueDate, 1), '15:30'), at(paidOn, '16:00')]
  const id = randomUUID()
  await db.insert(invoices).values({
    businessId: demo.businessId,
    id,
    number: invoiceNumber(id),
    createdBy: demo.userId,
    status: isPaid ? 'paid' : 'pending',
    companyName: business.name,
    companyEmail: business.email,
    companyPhone: business.phone,
    companyAddress: business.address,
    contactName: business.contactName,
    clientId: client.id,
    clientName: client.name,
    clientEmail: client.email,
    clientContactName: 'Accounts',
    clientAddress: client.address,
    issueDate,
    dueDate,
    paymentTerms: client.terms,
    ...charge,
    ...sums,
    ...(isPaid ? { receivedCents, creditedCents, viewedAt, paidAt } : {}),
    sendOption: 'email_now',
    sendReminder: true,
    sentAt,
    createdAt,
    updatedAt: createdAt,
  })
  await db.insert(mails).values({
    businessId: demo.businessId,
    invoiceId: id,
    kind: 'invoice',
    fromAddress: business.email,
    toAddress: client.email,
    subject: `Invoice ${invoiceNumber(id)} from ${business.name}`,
    state: 'sent',
    attempts: 1,
    createdAt: sentAt,
    sentAt,
  })
  if (isPaid) {
    await db.insert(payments).values({
      businessId: demo.businessId,
      invoiceId: id,
      invoiceNumber: invoiceNumber(id),
      method: occurrence % 3 === 0 ? 'cheque' : 'transfer',
      amountCents: receivedCents,
      creditedCents,
      receivedAt: paidAt,
      receivedOn: paidOn,
      createdBy: demo.userId,
      createdAt: paidAt,
    })
  }
  const paidEvents = [
    { kind: 'viewed' as const, at: viewedAt },
    { kind: 'paid' as const, at: paidAt, amountCents: receivedCents },
  ]
  const events = [{ kind: 'created' as const, at: createdAt }, ...(isPaid ? paidEvents : [])]
  await db
    .insert(invoiceEvents)
    .values(events.map((event) => ({ businessId: demo.businessId, invoiceId: id, ...event })))
}

function chargeFor(client: DemoClient, occurrence: number) {
  return {
    kind: 'lines' as const,
    // Quantities vary from invoice to invoice.
    lines: client.lines.map((line) => ({ ...line, quantity: line.quantity + (occurrence % 4) * 500 })),
    discount: occurrence % 5 === 4 ? loyaltyDiscount : null,
    taxes: occurrence % 2 === 0 ? [salesTax] : [],
    fees: occurrence % 6 === 3 ? [{ description: 'Delivery', amountCents: 2500 }] : [],
  }
}

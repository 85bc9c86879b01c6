import { randomUUID } from 'node:crypto'
import type { InvoiceInput } from '../features/invoices/document/input-rules.ts'
import { calculateTotals } from '../features/invoices/document/totals-rules.ts'
import type { drawNumber } from '../features/invoices/numbers/draw-number.ts'
import { type AskedPart, planParts } from '../features/invoices/parts/part-rules.ts'
import { type PaymentTerms, dueDateFor, earlyPaymentOn, invoiceNumber } from '../features/invoices/rules.ts'
import { invoiceEvents, invoices } from '../platform/db/tables/invoices.ts'
import { mails } from '../platform/db/tables/mail.ts'
import { payments } from '../platform/db/tables/payments.ts'
import type { Transaction } from '../platform/db/transaction.ts'
import { addDays } from '../shared/dates.ts'

export interface Demo {
  businessId: string
  userId: string
  business: {
    name: string
    email: string
    phone: string
    address: string
    contactName: string
    country?: string
    taxId?: string
  }
  /** The home currency and the number format of the business. */
  currency: string
  locale: string
  now: Date
  /** The last day of the year that is filled. */
  today: string
}

export interface DemoClient {
  id: string
  name: string
  email: string
  address: string
  country?: string
  terms: PaymentTerms
  /** Days from the due date to the payment; negative if the client pays early. */
  paysAfter: number
}

interface DemoInvoice {
  issueDate: string
  /** Counts the invoices of a client or series, from 0. */
  occurrence: number
  charge: Extract<InvoiceInput['charge'], { kind: 'lines' }>
  series?: { id: string }
  /** The parts before the rest, and when the rest is due. Nothing of them is paid. */
  schedule?: { parts: readonly AskedPart[]; restDue: string }
  /** Its number in sequence. Without one it is random. */
  drawn?: Awaited<ReturnType<typeof drawNumber>>
}

function at(day: string, hour: string): Date {
  return new Date(`${day}T${hour}:00Z`)
}

/** Inserts an invoice that was sent on its day and, once the client's usual time is over, paid. Returns its id. */
export async function addInvoice(
  db: Transaction['db'],
  demo: Demo,
  client: DemoClient,
  { issueDate, occurrence, charge, series, schedule, drawn }: DemoInvoice,
): Promise<string> {
  const { business, currency, locale } = demo
  const dueDate = schedule?.restDue ?? dueDateFor(client.terms, issueDate) ?? issueDate
  const result = calculateTotals(charge, currency)
  if (!result.ok) throw new Error(`the demo invoice for ${client.name} has no total`)
  const { lineMinor: _, taxesMinor: __, taxableMinor: ___, ...sums } = result.totals
  const paidOn = addDays(dueDate, client.paysAfter)
  const isPaid = !schedule && paidOn < demo.today
  const { totalMinor } = sums
  const offered = { paymentTerms: client.terms, issueDate, totalMinor, receivedMinor: 0 }
  const creditedMinor = earlyPaymentOn(paidOn, offered)?.discountMinor ?? 0
  const receivedMinor = totalMinor - creditedMinor
  const [createdAt, sentAt] = [at(issueDate, '13:45'), at(issueDate, '14:00')]
  const [viewedAt, paidAt] = [at(addDays(issueDate, 1), '15:30'), at(paidOn, '16:00')]
  const id = randomUUID()
  const numberColumns = drawn ?? { number: invoiceNumber(id) }
  const { number } = numberColumns
  await db.insert(invoices).values({
    businessId: demo.businessId,
    id,
    ...numberColumns,
    createdBy: demo.userId,
    status: isPaid ? 'paid' : 'pending',
    companyName: business.name,
    companyEmail: business.email,
    companyPhone: business.phone,
    companyAddress: business.address,
    companyCountry: business.country ?? '',
    companyTaxId: business.taxId ?? '',
    contactName: business.contactName,
    clientId: client.id,
    clientName: client.name,
    clientEmail: client.email,
    clientContactName: 'Accounts',
    clientAddress: client.address,
    clientCountry: client.country ?? '',
    issueDate,
    dueDate,
    paymentTerms: schedule ? 'custom' : client.terms,
    parts: schedule ? planParts(schedule.parts, { totalMinor, dueDate }) : null,
    currency,
    locale,
    ...charge,
    ...sums,
    ...(isPaid ? { receivedMinor, creditedMinor, viewedAt, paidAt } : {}),
    sendOption: 'email_now',
    sendReminder: true,
    // Earlier reminders are not sent late.
    remindersSince: demo.now,
    ...(series && { seriesId: series.id, seriesPeriod: occurrence }),
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
    subject: `Invoice ${number} from ${business.name}`,
    state: 'sent',
    attempts: 1,
    createdAt: sentAt,
    sentAt,
  })
  if (isPaid) {
    await db.insert(payments).values({
      businessId: demo.businessId,
      invoiceId: id,
      invoiceNumber: number,
      method: occurrence % 3 === 0 ? 'cheque' : 'transfer',
      currency,
      amountMinor: receivedMinor,
      creditedMinor,
      receivedAt: paidAt,
      receivedOn: paidOn,
      createdBy: demo.userId,
      createdAt: paidAt,
    })
  }
  const paidEvents = [
    { kind: 'viewed' as const, at: viewedAt },
    { kind: 'paid' as const, at: paidAt, amountMinor: receivedMinor },
  ]
  const made = series ? ('recurred' as const) : ('created' as const)
  const events = [{ kind: made, at: createdAt }, ...(isPaid ? paidEvents : [])]
  await db
    .insert(invoiceEvents)
    .values(events.map((event) => ({ businessId: demo.businessId, invoiceId: id, ...event })))
  return id
}

import { eq } from 'drizzle-orm'
import type { Line } from '../features/invoices/document/totals-rules.ts'
import { settleInvoice } from '../features/invoices/settle-invoice.ts'
import { invoiceEvents, invoices } from '../platform/db/tables/invoices.ts'
import { payments } from '../platform/db/tables/payments.ts'
import type { Transaction } from '../platform/db/transaction.ts'
import { addDays } from '../shared/dates.ts'
import { type Demo, type DemoClient, addInvoice } from './add-invoice.ts'

const lines: Line[] = [
  { description: 'Festival identity: logo, posters and tickets', quantity: 1000, rateMinor: 480_000 },
]
const daysAgo = 12

/** An invoice of the demo business in three parts. The deposit is paid, and an installment and the rest are due later. */
export async function seedParts(tx: Transaction, demo: Demo, client: DemoClient): Promise<void> {
  const { db } = tx
  const { businessId } = demo
  const day = (days: number) => addDays(demo.today, days - daysAgo)
  const invoiceId = await addInvoice(db, demo, client, {
    issueDate: day(0),
    occurrence: 0,
    charge: { kind: 'lines', taxIncluded: false, lines, discount: null, taxes: [], fees: [] },
    schedule: {
      parts: [
        { amount: { kind: 'percentage', value: 40_000 }, dueDate: day(7) },
        { amount: { kind: 'percentage', value: 30_000 }, dueDate: day(37) },
      ],
      restDue: day(67),
    },
  })
  const [invoice] = await db.select().from(invoices).where(eq(invoices.id, invoiceId))
  const [deposit] = invoice?.parts ?? []
  if (!invoice || !deposit) throw new Error('the demo invoice has no parts')
  const receivedOn = day(5)
  const receivedAt = new Date(`${receivedOn}T16:00:00Z`)
  const { amountMinor } = deposit
  await db.insert(payments).values({
    businessId,
    invoiceId,
    invoiceNumber: invoice.number,
    method: 'transfer',
    currency: demo.currency,
    amountMinor,
    receivedAt,
    receivedOn,
    createdBy: demo.userId,
    createdAt: receivedAt,
  })
  await db
    .insert(invoiceEvents)
    .values({ businessId, invoiceId, kind: 'payment', amountMinor, at: receivedAt })
  await settleInvoice(tx, { businessId, invoiceId }, receivedAt)
}

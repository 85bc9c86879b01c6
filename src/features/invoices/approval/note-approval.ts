import { and, eq } from 'drizzle-orm'
import { invoiceEvents, invoices } from '../../../platform/db/tables/invoices.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { InvoiceRow } from '../queries.ts'
import { mailApprovalJob } from './jobs.ts'

type Approved = Pick<InvoiceRow, 'businessId' | 'id'>

/** Notes a step on the way to approval, and emails those who have to know. */
export async function noteApproval(
  tx: Transaction,
  { jobs }: Deps<'jobs'>,
  { businessId, id }: Approved,
  kind: 'approval-asked' | 'approved' | 'sent-back',
  note: string | null = null,
): Promise<void> {
  const [event] = await tx.db
    .insert(invoiceEvents)
    .values({ businessId, invoiceId: id, kind, note })
    .returning({ eventId: invoiceEvents.id })
  if (event) await jobs.enqueue(tx, mailApprovalJob, { businessId, ...event })
}

/** From now on the client may see the invoice, so what is planned by dates counts from now, as for a draft that is sent. */
export async function startPlans(tx: Transaction, { businessId, id }: Approved, now: Date): Promise<void> {
  await tx.db
    .update(invoices)
    .set({ remindersSince: now, lateFeesSince: now, remindersNotBefore: null })
    .where(and(eq(invoices.businessId, businessId), eq(invoices.id, id)))
}

import { eq } from 'drizzle-orm'
import { businesses } from '../../../platform/db/tables/business.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../shared/errors.ts'
import { cancelledText } from '../../invoices/document/movement-rules.ts'
import { invoiceNotFound } from '../../invoices/queries.ts'
import type { InvoiceStatus } from '../../invoices/rules.ts'

/** If the business wins the dispute about another payment, the client would have paid twice. */
export function assertUndisputed({ isDisputed }: { isDisputed: boolean }, name = 'this invoice'): void {
  if (isDisputed) {
    const message = `A payment for ${name} is disputed, so it can’t be paid until the bank has decided.`
    throw new AppError('INVOICE_DISPUTED', message)
  }
}

export function assertNotCancelled({ status }: { status: InvoiceStatus }, name = 'this invoice'): void {
  if (status === 'cancelled') throw new AppError('INVOICE_CANCELLED', cancelledText(name))
}

/** Whether the deletion date has passed. The next job deletes the business, so clients must not pay it. */
export async function isDueForDeletion(
  { db }: Transaction,
  { now }: Deps<'now'>,
  businessId: string,
): Promise<boolean> {
  const [business] = await db
    .select({ deleteAfter: businesses.deleteAfter })
    .from(businesses)
    .where(eq(businesses.id, businessId))
  return business?.deleteAfter ? business.deleteAfter <= now() : false
}

/** Treats the invoices of such a business as already deleted. */
export async function assertStays(tx: Transaction, deps: Deps<'now'>, businessId: string): Promise<void> {
  if (await isDueForDeletion(tx, deps, businessId)) throw invoiceNotFound()
}

import { eq, sql } from 'drizzle-orm'
import { integrations } from '../../platform/db/tables/integrations.ts'
import type { Transaction } from '../../platform/db/transaction.ts'

export type IntegrationRow = typeof integrations.$inferSelect
export type IntegrationChanges = Partial<
  Omit<IntegrationRow, 'businessId' | 'webhookId' | 'createdAt' | 'updatedAt'>
>

/** Made when it is first asked for: the address for events is shown before anything is saved. */
export async function getIntegrationRow(tx: Transaction, businessId: string): Promise<IntegrationRow> {
  const [row] = await tx.db.select().from(integrations)
  return row ?? lockIntegrationRow(tx, businessId)
}

/** One change after the other: the next waits here until this transaction ends, and sees what it left. */
export async function lockIntegrationRow({ db }: Transaction, businessId: string): Promise<IntegrationRow> {
  await db.insert(integrations).values({ businessId }).onConflictDoNothing()
  const [row] = await db.select().from(integrations).for('no key update')
  if (!row) throw new Error('no row came back for the integrations of a business')
  return row
}

export async function changeIntegrationRow(
  { db }: Transaction,
  businessId: string,
  changes: IntegrationChanges,
): Promise<IntegrationRow> {
  const [row] = await db
    .update(integrations)
    .set({ ...changes, updatedAt: sql`now()` })
    .where(eq(integrations.businessId, businessId))
    .returning()
  if (!row) throw new Error('the integrations of a business are not there any more')
  return row
}

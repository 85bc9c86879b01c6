import { eq, sql } from 'drizzle-orm'
import { integrations } from '../../platform/db/tables/integrations.ts'
import { type Transaction, asNoOne } from '../../platform/db/transaction.ts'
import { retriedFor } from '../../platform/mail/retry-mails.ts'
import type { Integrations } from './contract.ts'
import type { IntegrationName } from './rules.ts'

export type IntegrationRow = typeof integrations.$inferSelect
export type IntegrationChanges = Partial<
  Omit<IntegrationRow, 'businessId' | 'webhookId' | 'createdAt' | 'updatedAt'>
>

/** Creates the row at the first request, because the webhook address is shown before anything is saved. */
export async function getIntegrationRow(tx: Transaction, businessId: string): Promise<IntegrationRow> {
  const [row] = await tx.db.select().from(integrations)
  return row ?? asNoOne(tx, () => lockIntegrationRow(tx, businessId))
}

/** Locks the row: a concurrent change waits until this transaction ends and then sees its result. */
export async function lockIntegrationRow({ db }: Transaction, businessId: string): Promise<IntegrationRow> {
  await db.insert(integrations).values({ businessId }).onConflictDoNothing()
  const [row] = await db.select().from(integrations).for('no key update')
  if (!row) throw new Error('no row came back for the integrations of a business')
  return row
}

/** Takes a share lock: the row stays as it is until this transaction ends, and concurrent changes wait. */
export async function shareLockIntegrationRow({ db }: Transaction, businessId: string): Promise<void> {
  await db.insert(integrations).values({ businessId }).onConflictDoNothing()
  await db.select({ businessId: integrations.businessId }).from(integrations).for('share')
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

/** Finds the mails that the business's account did not accept yet, with the error of the newest. */
export async function findWaitingMails(
  { client }: Transaction,
  businessId: string,
): Promise<Integrations['email']['waiting']> {
  const { rows } = await client.query<{ count: number; reason: string }>({
    name: 'waiting-mails',
    text: `select count(*) over ()::int as count, last_error as reason from mails
      where business_id = $1 and waits_for_account and last_error is not null
        and (state = 'queued' or (state = 'failed' and created_at > now() - $2::interval))
      order by created_at desc, id limit 1`,
    values: [businessId, retriedFor],
  })
  return rows[0] ?? null
}

/** Returns which accounts are complete, whether or not they are switched on. */
export function connectionsOf(row: IntegrationRow): Record<IntegrationName, boolean> {
  return {
    stripe: row.stripePublishableKey !== '' && row.stripeSecretKey !== null,
    paypal: row.paypalClientId !== '' && row.paypalClientSecret !== null,
    email: row.emailFromAddress !== '' && row.emailPassword !== null,
    banking: row.plaidClientId !== '' && row.plaidSecret !== null,
  }
}

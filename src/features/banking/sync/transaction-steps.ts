import type { Database } from '../../../platform/db/connect.ts'
import { type Transaction, withTenant } from '../../../platform/db/transaction.ts'
import { AppError } from '../../../shared/errors.ts'
import { type ConnectionRow, listAccountRows, lockEnded } from '../connection-queries.ts'

/** Rows in one transaction. Keeps locks short. */
const stepSize = 5000

/** Deletes some transactions of accounts; true when there may be more. The lock prevents a deadlock. */
export async function clearStep(
  tx: Transaction,
  businessId: string,
  accountIds: readonly string[],
): Promise<boolean> {
  await lockRules(tx, businessId, 'read')
  const { rowCount } = await tx.client.query(
    `delete from transactions where business_id = $1 and id in (
       select id from transactions where business_id = $1 and account_id = any($2::uuid[]) limit ${stepSize})`,
    [businessId, accountIds],
  )
  return rowCount === stepSize
}

export async function clearAll(
  { database }: { database: Database },
  { businessId, accountIds }: { businessId: string; accountIds: readonly string[] },
): Promise<void> {
  while (await withTenant(database, businessId, (tx) => clearStep(tx, businessId, accountIds)));
}

const needsCleanup = `(provider_id is not null or status = 'pending')`

/** Throws when a disconnected connection has too many rows left to clean up for a request to wait. */
export async function assertCleanupIsShort(
  tx: Transaction,
  { businessId, id }: Pick<ConnectionRow, 'businessId' | 'id'>,
): Promise<void> {
  const accountIds = (await listAccountRows(tx, id)).map((account) => account.id)
  const { rowCount } = await tx.client.query(
    `select from transactions where business_id = $1 and account_id = any($2::uuid[]) and ${needsCleanup}
     limit ${stepSize + 1}`,
    [businessId, accountIds],
  )
  if ((rowCount ?? 0) <= stepSize) return
  throw new AppError('NOT_CONNECTED', 'This bank is still being disconnected. Please try again in a minute.')
}

interface Cursor {
  date: string
  id: string
}

const beforeAll: Cursor = { date: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' }

/**
 * Clears ids, which are not valid with another item, from the newest to the oldest, and deletes pending
 * transactions, which would stay pending forever.
 */
export async function forgetProviderIds(
  database: Database,
  ended: ConnectionRow,
  accountId: string,
): Promise<void> {
  const { businessId } = ended
  let next: Cursor | undefined = beforeAll
  while (next) {
    const from: Cursor = next
    next = await whileEnded(database, ended, (tx) => forgetStep(tx, { businessId, accountId }, from))
  }
  await whileEnded(database, ended, ({ client }) =>
    client.query('delete from removed_transactions where business_id = $1 and account_id = $2', [
      businessId,
      accountId,
    ]),
  )
}

/** Runs `work` while still disconnected. After a reconnect the ids are those of another item. */
function whileEnded<T>(
  database: Database,
  { businessId, id, itemId }: ConnectionRow,
  work: (tx: Transaction) => Promise<T>,
): Promise<T | undefined> {
  return withTenant(database, businessId, async (tx) => {
    const row = await lockEnded(tx, id)
    if (!row || row.itemId !== itemId) return undefined
    // Other bulk changes lock the same rows in another order, which could deadlock.
    await lockRules(tx, businessId, 'read')
    return work(tx)
  })
}

async function forgetStep(
  { client }: Transaction,
  { businessId, accountId }: { businessId: string; accountId: string },
  before: Cursor,
): Promise<Cursor | undefined> {
  const statement = `with step as (
      select id, date, status from transactions
      where business_id = $1 and account_id = $2 and (date, id) < ($3::date, $4::uuid) and ${needsCleanup}
      order by date desc, id desc limit ${stepSize}),
    gone as (delete from transactions t using step
      where t.business_id = $1 and t.id = step.id and step.status = 'pending'),
    kept as (update transactions t set provider_id = null from step
      where t.business_id = $1 and t.id = step.id and step.status <> 'pending')
    select date::text, id from step order by date, id limit 1`
  const { rows } = await client.query<Cursor>(statement, [businessId, accountId, before.date, before.id])
  return rows[0]
}

/**
 * Adding transactions takes the shared lock, changing a rule the exclusive one. Otherwise a transaction that
 * is added while a rule changes would be missed by both.
 */
export async function lockRules(
  { client }: Transaction,
  businessId: string,
  mode: 'read' | 'change',
): Promise<void> {
  const lock = mode === 'read' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock'
  await client.query(`select ${lock}(hashtextextended($1, 0))`, [`category-rules ${businessId}`])
}

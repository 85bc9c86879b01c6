import type { Database } from '../../../platform/db/connect.ts'
import { type Transaction, withTenant } from '../../../platform/db/transaction.ts'
import { AppError } from '../../../shared/errors.ts'
import { type ConnectionRow, listAccountRows, lockEnded } from '../connection-queries.ts'
import { lockRules } from './rule-lock.ts'

/** In one transaction: few enough that nobody waits for it. */
const stepSize = 5000

/** Whoever else changes many at once takes them in another order: the two would wait for each other. */
async function keepOthersOut(tx: Transaction, businessId: string): Promise<void> {
  await lockRules(tx, businessId, 'read')
}

/** True when there may be more. */
export async function clearStep(
  tx: Transaction,
  businessId: string,
  accountIds: readonly string[],
): Promise<boolean> {
  await keepOthersOut(tx, businessId)
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

const isNamed = `(provider_id is not null or status = 'pending')`

/** Refuses to take an ended connection up again while more is left to forget than a request can wait for. */
export async function assertSoonForgotten(
  tx: Transaction,
  { businessId, id }: Pick<ConnectionRow, 'businessId' | 'id'>,
): Promise<void> {
  const accountIds = (await listAccountRows(tx, id)).map((account) => account.id)
  const { rowCount } = await tx.client.query(
    `select from transactions where business_id = $1 and account_id = any($2::uuid[]) and ${isNamed}
     limit ${stepSize + 1}`,
    [businessId, accountIds],
  )
  if ((rowCount ?? 0) <= stepSize) return
  throw new AppError('NOT_CONNECTED', 'This bank is still being disconnected. Please try again in a minute.')
}

interface Place {
  date: string
  id: string
}

const beforeAll: Place = { date: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' }

/**
 * The aggregator's names for transactions die with the access that they were fetched with, and what was pending then
 * would stay so for ever. Goes through an account of an ended connection from its newest to its oldest.
 */
export async function forgetProviderIds(
  database: Database,
  ended: ConnectionRow,
  accountId: string,
): Promise<void> {
  const { businessId } = ended
  let place: Place | undefined = beforeAll
  while (place) {
    const from: Place = place
    place = await whileEnded(database, ended, (tx) => forgetStep(tx, { businessId, accountId }, from))
  }
  await whileEnded(database, ended, ({ client }) =>
    client.query('delete from removed_transactions where business_id = $1 and account_id = $2', [
      businessId,
      accountId,
    ]),
  )
}

/** Does nothing once the connection is taken up again: its transactions then bear the names of another access. */
function whileEnded<T>(
  database: Database,
  { businessId, id, itemId }: ConnectionRow,
  work: (tx: Transaction) => Promise<T>,
): Promise<T | undefined> {
  return withTenant(database, businessId, async (tx) => {
    const row = await lockEnded(tx, id)
    if (!row || row.itemId !== itemId) return undefined
    await keepOthersOut(tx, businessId)
    return work(tx)
  })
}

async function forgetStep(
  { client }: Transaction,
  { businessId, accountId }: { businessId: string; accountId: string },
  before: Place,
): Promise<Place | undefined> {
  const statement = `with step as (
      select id, date, status from transactions
      where business_id = $1 and account_id = $2 and (date, id) < ($3::date, $4::uuid) and ${isNamed}
      order by date desc, id desc limit ${stepSize}),
    gone as (delete from transactions t using step
      where t.business_id = $1 and t.id = step.id and step.status = 'pending'),
    kept as (update transactions t set provider_id = null from step
      where t.business_id = $1 and t.id = step.id and step.status <> 'pending')
    select date::text, id from step order by date, id limit 1`
  const { rows } = await client.query<Place>(statement, [businessId, accountId, before.date, before.id])
  return rows[0]
}

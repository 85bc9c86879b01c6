import type { Database } from '../../platform/db/connect.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import type { AccountRow } from './connection-queries.ts'

/** In one transaction: few enough that nobody waits for it. */
const stepSize = 5000

/** True when there may be more. */
export async function clearStep(
  { client }: Transaction,
  businessId: string,
  accountIds: readonly string[],
): Promise<boolean> {
  const { rowCount } = await client.query(
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

interface Place {
  date: string
  id: string
}

const beforeAll: Place = { date: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' }

/**
 * The aggregator's names for transactions die with the access that they were fetched with, and what was pending then
 * would stay so for ever. Goes through an account from its newest to its oldest.
 */
export async function forgetProviderIds(
  database: Database,
  { businessId, id }: Pick<AccountRow, 'businessId' | 'id'>,
): Promise<void> {
  let place: Place | undefined = beforeAll
  while (place) place = await forgetStep(database, { businessId, id }, place)
  await withTenant(database, businessId, ({ client }) =>
    client.query('delete from removed_transactions where business_id = $1 and account_id = $2', [
      businessId,
      id,
    ]),
  )
}

async function forgetStep(
  database: Database,
  { businessId, id }: Pick<AccountRow, 'businessId' | 'id'>,
  before: Place,
): Promise<Place | undefined> {
  const statement = `with step as (
      select id, date, status, provider_id from transactions
      where business_id = $1 and account_id = $2 and (date, id) < ($3::date, $4::uuid)
      order by date desc, id desc limit ${stepSize}),
    gone as (delete from transactions t using step
      where t.business_id = $1 and t.id = step.id and step.status = 'pending'),
    kept as (update transactions t set provider_id = null from step
      where t.business_id = $1 and t.id = step.id and step.status <> 'pending' and step.provider_id is not null)
    select date::text, id from step order by date, id limit 1`
  return withTenant(database, businessId, async ({ client }) => {
    const { rows } = await client.query<Place>(statement, [businessId, id, before.date, before.id])
    return rows[0]
  })
}

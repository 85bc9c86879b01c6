import { withTenant } from '../../platform/db/transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import { sweepBusinesses } from '../../platform/jobs/sweep-businesses.ts'

/**
 * The tables whose rows wait for a rate, and the column with the day that decides it. Invoices come first: what a movement
 * gained is counted from the rate of its invoice.
 */
const tables = [
  { table: 'invoices', day: 'issue_date' },
  { table: 'expenses', day: 'date' },
  { table: 'payments', day: 'received_on' },
  { table: 'refunds', day: 'refunded_on' },
  { table: 'disputes', day: 'opened_on' },
]

/** The most rows in one transaction. */
const maxRows = 500

const waitingBusinesses = `
  select business_id as id from (
    ${tables.map(({ table }) => `select business_id from ${table} where needs_rate and business_id > $1`).join(' union ')}
  ) waiting
  order by business_id limit $2`

/**
 * Updates the rows for which there is a rate now; the trigger fix_rate then fills them. Rows without a rate are left alone.
 * An expense gets its rate once its date has come.
 */
function fillStatement({ table, day }: (typeof tables)[number]): string {
  return `
    with due as (
      select t.id from ${table} t join businesses b on b.id = t.business_id
      where t.business_id = $1 and t.needs_rate
        ${table === 'expenses' ? `and t.date <= platform.local_time(now(), b.time_zone)::date` : ''}
        and exists (select from platform.lasting_rate($1, t.currency, b.currency, t.${day}))
      order by t.id limit $2
      for no key update of t
    )
    update ${table} t set needs_rate = true from due
    where t.business_id = $1 and t.id = due.id and t.needs_rate`
}

/** Gives rows of all businesses that wait for a rate the rate of their day, where there is one. */
export async function fillRates(deps: Deps<'database' | 'log'>): Promise<void> {
  await sweepBusinesses(deps, {
    sql: waitingBusinesses,
    work: (businessId) => fillRatesOf(deps, businessId),
    failed: 'rows that wait for an exchange rate could not be filled',
  })
}

/** The same for one business. Several runs at once do no harm: a row that has its rate is not touched again. */
export async function fillRatesOf({ database }: Deps<'database'>, businessId: string): Promise<void> {
  for (const table of tables) {
    const statement = fillStatement(table)
    let count: number
    do {
      count = await withTenant(database, businessId, async ({ client }) => {
        const { rowCount } = await client.query(statement, [businessId, maxRows])
        return rowCount ?? 0
      })
    } while (count === maxRows)
  }
}

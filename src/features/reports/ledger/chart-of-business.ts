import { sql } from 'drizzle-orm'
import { reportSettings } from '../../../platform/db/tables/periods.ts'
import { type Transaction, withTenant } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { BodyOf } from '../../../shared/endpoint.ts'
import { assertPlanHasReports } from '../../periods/queries.ts'
import { type AccountCodes, chartOf } from './chart-rules.ts'
import type * as contract from './contract.ts'

/** What the owner has entered instead of the standard numbers. */
export async function readAccountCodes({ db }: Transaction): Promise<AccountCodes> {
  // No filter: the transaction sees one business only.
  const [row] = await db.select({ accountCodes: reportSettings.accountCodes }).from(reportSettings)
  return row?.accountCodes ?? {}
}

// The sums by month are few; the journal has a row for each posting.
const usedAccounts = `select distinct account from journal_totals where business_id = $1 and span = 'month'`

async function readChart(tx: Transaction, businessId: string): Promise<contract.Chart> {
  const codes = await readAccountCodes(tx)
  const { rows } = await tx.client.query<{ account: string }>({
    name: 'used-accounts',
    text: usedAccounts,
    values: [businessId],
  })
  const found = [...rows.map(({ account }) => account), ...Object.keys(codes)]
  return { accounts: chartOf(found, codes) }
}

export function getChart(
  { database }: Deps<'database'>,
  { businessId }: { businessId: string },
): Promise<contract.Chart> {
  return withTenant(database, businessId, async (tx) => {
    await assertPlanHasReports(tx)
    return readChart(tx, businessId)
  })
}

export function saveChart(
  { database }: Deps<'database'>,
  { businessId }: { businessId: string },
  { accounts }: BodyOf<typeof contract.saveChart>,
): Promise<contract.Chart> {
  return withTenant(database, businessId, async (tx) => {
    await assertPlanHasReports(tx)
    const values = { accountCodes: accounts, updatedAt: sql`now()` }
    await tx.db
      .insert(reportSettings)
      .values({ businessId, ...values })
      .onConflictDoUpdate({ target: reportSettings.businessId, set: values })
    return readChart(tx, businessId)
  })
}

import { withTenant } from '../../platform/db/transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Identity } from '../../platform/http/api.ts'
import { dateIn } from '../../shared/dates.ts'
import type { ResponseOf } from '../../shared/endpoint.ts'
import type * as contract from './contract.ts'
import { isMissingReceipt } from './filing/expenses-without-receipt.ts'
import { filterConditions } from './list-receipts.ts'
import { findSettings } from './receipt-settings.ts'

type Summary = ResponseOf<typeof contract.getReceiptSummary>

const counts = `
  select count(*)::int as all, count(*) filter (where r.state = 'waiting')::int as waiting,
    count(*) filter (where ${filterConditions['to-check']})::int as "toCheck",
    count(*) filter (where ${filterConditions.filed})::int as filed,
    count(*) filter (where ${filterConditions['without-expense']})::int as "withoutExpense",
    (select coalesce(sum(f.byte_count), 0)::float8 from stored_files f where f.business_id = $1) as "storedBytes",
    (select count(*)::int from expenses e where ${isMissingReceipt}) as missing
  from receipts r where r.business_id = $1`

export async function summarizeReceipts(
  { database, now }: Deps<'database' | 'now'>,
  { businessId, business }: Identity,
): Promise<Summary> {
  return withTenant(database, businessId, async (tx) => {
    const { missingFromMinor } = await findSettings(tx, businessId)
    const { rows } = await tx.client.query<Summary>({
      name: 'summarize-receipts',
      text: counts,
      values: [businessId, missingFromMinor, dateIn(business.timeZone, now())],
    })
    return rows[0]!
  })
}

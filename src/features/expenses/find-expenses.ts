import type { Database } from '../../platform/db/connect.ts'
import { queryTenant } from '../../platform/db/transaction.ts'
import { amountReadings } from '../invoices/amount-readings.ts'

interface FoundExpense {
  id: string
  title: string
  detail: string
  date: string
  currency: string
  amountMinor: number
}

// In the decimals of each currency: "50" is 5000 in dollars and 50 in yen.
const statement = `
  select e.id, e.category as title, left(concat_ws(': ', nullif(e.vendor, ''), nullif(e.notes, '')), 80) as detail, e.date::text as date, e.currency,
    e.amount_minor::float8 as "amountMinor"
  from unnest($2::bigint[], $3::int[]) as meant (minor, digits)
  join expenses e on e.business_id = $1 and e.amount_minor = meant.minor and platform.minor_digits(e.currency) = meant.digits
  order by e.date desc, e.id desc limit $4`

/** Returns the newest expenses of the amount that a text means; none for a text that is no amount. */
export async function findExpenses(
  database: Database,
  businessId: string,
  { text, locale, max }: { text: string; locale: string; max: number },
): Promise<FoundExpense[]> {
  const readings = amountReadings(text, locale)
  if (readings.length === 0) return []
  const minors = readings.map(({ minor }) => minor)
  const decimals = readings.map(({ digits }) => digits)
  return queryTenant<FoundExpense & Record<string, unknown>>(database, businessId, {
    name: 'find-expenses',
    text: statement,
    values: [businessId, minors, decimals, max],
  })
}

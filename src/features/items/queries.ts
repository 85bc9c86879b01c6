import type { Database } from '../../platform/db/connect.ts'
import { containsPattern } from '../../platform/db/contains-pattern.ts'
import { queryTenant } from '../../platform/db/transaction.ts'
import type { QueryOf } from '../../shared/endpoint.ts'
import type * as contract from './contract.ts'

export const itemColumns = `id, description, rate_minor as "rateMinor", currency, tax_names as "taxNames"`

type Row = Omit<contract.Item, 'rateMinor'> & { rateMinor: string }

export function toItem(row: Row): contract.Item {
  return { ...row, rateMinor: Number(row.rateMinor) }
}

// A business has at most a few thousand items, so all of them are looked through.
const statement = `
  select id, description, "rateMinor", currency, "taxNames" from (
    select distinct on (lower(description)) ${itemColumns}, uses, last_used_at,
      lower(description) like (select lower($3)) as begins
    from items where business_id = $1 and lower(description) like (select lower($2))
    order by lower(description), currency = $4 desc, last_used_at desc
  ) found
  order by begins desc, uses desc, last_used_at desc, id limit $5`

export async function listItems(
  database: Database,
  businessId: string,
  { search, currency, limit }: QueryOf<typeof contract.listItems>,
): Promise<contract.Item[]> {
  const pattern = containsPattern(search)
  const rows = await queryTenant<Row>(database, businessId, {
    name: 'list-items',
    text: statement,
    values: [businessId, pattern, pattern.slice(1), currency ?? '', limit],
  })
  return rows.map(toItem)
}

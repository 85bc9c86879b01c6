import type { Transaction } from '../../../platform/db/transaction.ts'
import type { TransactionRow } from './transaction-row.ts'

/** The column types for jsonb_to_recordset. */
export const reportedColumns = {
  provider_id: 'text',
  account_id: 'uuid',
  date: 'date',
  description: 'text',
  merchant: 'text',
  merchant_key: 'text',
  currency: 'text',
  amount_minor: 'bigint',
  is_income: 'boolean',
  status: 'text',
  provider_category: 'text',
} as const satisfies Record<keyof TransactionRow, string>

/** What is known of a new row alone. Columns of a file are left out for one that the aggregator reported. */
const ownColumns = {
  id: 'uuid',
  chosen_category: 'text',
  import_id: 'uuid',
  bank_id: 'text',
  reference: 'text',
} as const

export interface NewTransaction extends Omit<TransactionRow, 'provider_id'> {
  id: string
  /** Null if it came from a file. */
  provider_id: string | null
  chosen_category: string | null
  import_id?: string
  bank_id?: string | null
  reference?: string | null
}

const columns = { ...ownColumns, ...reportedColumns }
const names = Object.keys(columns)
const typed = Object.entries(columns).map(([name, type]) => `${name} ${type}`)

/** SQL: joins what the category that the aggregator reported, in `f`, is called now, as `present`. */
export const joinPresentName = (business: string) => `
     left join former_category_names n
       on n.business_id = ${business} and n.kind = 'transaction' and n.former = f.provider_category
     left join categories present on present.business_id = ${business} and present.id = n.category_id`

const valueOf = (name: string) =>
  name === 'provider_category' ? 'coalesce(present.name, f.provider_category)' : `f.${name}`

/** Adds rows with the categories that rules give them. The caller holds the lock on the rules. */
export async function insertTransactions(
  { client }: Transaction,
  { businessId, now }: { businessId: string; now: Date },
  rows: readonly NewTransaction[],
): Promise<void> {
  if (rows.length === 0) return
  await client.query(
    `insert into transactions (business_id, rule_category, created_at, updated_at, ${names.join(', ')})
     select $2, r.category, $3, $3, ${names.map(valueOf).join(', ')}
     from jsonb_to_recordset($1::jsonb) as f (${typed.join(', ')})
     left join category_rules r on r.merchant_key = f.merchant_key ${joinPresentName('$2')}`,
    [JSON.stringify(rows), businessId, now],
  )
}

import { containsPattern } from '../../../platform/db/contains-pattern.ts'
import { expenseText } from '../../../platform/db/tables/expenses.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { FiledUnder } from '../contract.ts'
import type { Target } from './match-rules.ts'

/** A target with the text that shows it. */
export type FoundTarget = Target & { label: string }

export function toFiledUnder(target: FoundTarget): FiledUnder {
  const { kind, id, date, currency, amountMinor, label, category } = target
  return { kind, id, date, currency, amountMinor, text: label, category }
}

interface Wanted {
  receiptId: string
  /** Null for any. */
  currency: string | null
  minMinor: number
  maxMinor: number
  from: string
  to: string
}

const maxTargets = 500

/** Targets of receipt $2, under the names of a target. */
const columnsOf = {
  expense: `'expense' as kind, e.id, e.date::text as date, e.currency, e.amount_minor::float8 as "amountMinor",
    ${expenseText('e')} as text, ${expenseText('e')} as label, e.category,
    exists (select from receipts r where r.business_id = $1 and r.expense_id = e.id and r.id <> $2) as "hasReceipt"`,
  transaction: `'transaction' as kind, t.id, t.date::text as date, t.currency, t.amount_minor::float8 as "amountMinor",
    concat_ws(' ', t.merchant, t.description) as text, trim(coalesce(t.merchant, t.description)) as label, t.category,
    exists (select from receipts r where r.business_id = $1 and r.transaction_id = t.id and r.id <> $2) as "hasReceipt"`,
}

/** The days nearest to the middle come first, in case there are more than enough. */
const isNear = (alias: string) => `${alias}.business_id = $1 and ${alias}.date between $6::date and $7::date
  and ${alias}.amount_minor between $4 and $5 and ($3::text is null or ${alias}.currency = $3)`
const nearest = (alias: string) =>
  `abs((${alias}.date - $6::date) - ($7::date - ${alias}.date)), ${alias}.id limit ${maxTargets}`

// Income and transfers are no purchases.
const near = `
  (select ${columnsOf.expense} from expenses e where ${isNear('e')} order by ${nearest('e')})
  union all
  (select ${columnsOf.transaction} from transactions t where ${isNear('t')} and not t.is_income
    and t.transfer_id is null order by ${nearest('t')})`

/** Expenses and bank transactions of these days and amounts. */
export async function findTargetsNear(
  { client }: Transaction,
  businessId: string,
  { receiptId, currency, minMinor, maxMinor, from, to }: Wanted,
): Promise<FoundTarget[]> {
  const { rows } = await client.query<FoundTarget>({
    name: 'receipt-targets',
    text: near,
    values: [businessId, receiptId, currency, minMinor, maxMinor, from, to],
  })
  return rows
}

const maxSearched = 50

const searched = `
  (select ${columnsOf.expense} from expenses e
   where e.business_id = $1 and e.search_text like (select lower($4)) order by e.date desc, e.id desc limit ${maxSearched})
  union all
  (select ${columnsOf.transaction}
   from platform.search_transactions($3, null, null, null, false, null, null, false, ${maxSearched}) found
   join transactions t on t.business_id = $1 and t.id = found.found_id)`

/** The newest whose words have this text in them. */
export async function searchTargets(
  { client }: Transaction,
  businessId: string,
  { receiptId, search }: { receiptId: string; search: string },
): Promise<FoundTarget[]> {
  const { rows } = await client.query<FoundTarget>({
    name: 'search-receipt-targets',
    text: searched,
    values: [businessId, receiptId, search, containsPattern(search)],
  })
  return rows
}

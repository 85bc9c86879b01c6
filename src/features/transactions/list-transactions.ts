import {
  type PageRequest,
  afterCursor,
  orderByDate,
  readDatePage,
  rowsToRead,
} from '../../platform/db/date-pages.ts'
import { queryTenant } from '../../platform/db/transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Identity } from '../../platform/http/api.ts'
import type { QueryOf, ResponseOf } from '../../shared/endpoint.ts'
import type * as contract from './contract.ts'
import { type TransactionRow, selectTransactions, toTransaction } from './queries.ts'

type Query = QueryOf<typeof contract.listTransactions>
type Filters = Omit<Query, 'after' | 'before'>

const key = ['t.date', 't.id'] as const

/** How many rows to find, and from where on. */
interface Range {
  request: PageRequest
  limit: number
}

/** Lists all, or those of one account or category, on one day or any: each has an index in order. */
function listStatement(
  businessId: string,
  { account, category, date }: Filters,
  { request, limit }: Range,
): ChosenTransactions {
  const values: string[] = [businessId]
  const parameter = (value: string) => `$${values.push(value)}`
  const conditions = ['t.business_id = $1', ...afterCursor(request, key, parameter)]
  const kinds = ['list-transactions', request.direction]
  if (account !== undefined) {
    conditions.push(`t.account_id = ${parameter(account)}::uuid`)
    kinds.push('account')
  }
  if (category !== undefined) {
    conditions.push(`t.category = ${parameter(category)}`)
    kinds.push('category')
  }
  if (date !== undefined) {
    conditions.push(`t.date = ${parameter(date)}::date`)
    kinds.push('date')
  }
  const order = orderByDate(request, key)
  const chosen = `select t.* from transactions t where ${conditions.join(' and ')} ${order} limit ${limit}`
  return { name: kinds.join('-'), chosen, order, values }
}

/** Handles all other filters: a database function finds the ids, and this statement reads their rows. */
function searchStatement(
  businessId: string,
  filters: Filters,
  { request, limit }: Range,
): ChosenTransactions {
  const { account, category, date, type } = filters
  const chosen = `select t.* from platform.search_transactions($2, $3, $4, $5, $6, $7, $8, $9, ${limit}) found
    join transactions t on t.business_id = $1 and t.id = found.found_id`
  return {
    name: `search-transactions-${request.direction}`,
    chosen,
    order: orderByDate(request, key),
    values: [
      businessId,
      searchText(filters),
      account,
      category,
      date,
      type === 'all' ? undefined : type === 'income',
      request.cursor?.date,
      request.cursor?.id,
      request.direction === 'before',
    ],
  }
}

interface ChosenTransactions {
  /** Of the prepared statement. */
  name: string
  /** For `selectTransactions`. */
  chosen: string
  order: string
  values: unknown[]
}

/** Chooses the transactions of a list. */
export function chooseTransactions(businessId: string, filters: Filters, range: Range): ChosenTransactions {
  return (hasIndex(filters) ? listStatement : searchStatement)(businessId, filters, range)
}

/** Line breaks separate the searched fields in the index, so they cannot be searched for. */
function searchText({ search }: Filters): string {
  const text = search
    .replaceAll(/\p{Cc}+/gu, ' ')
    // Number formats put such spaces between the currency and the number.
    .replaceAll(/[\u00a0\u202f]/g, ' ')
    .trim()
  return (
    text
      // Amounts are shown with a plus or a minus but stored without a sign.
      .replace(/^[+\-\u2212]\s*(?=[A-Z]{0,3}\p{Sc}|([A-Z]{3} ?)?\d)/iu, '')
      // US dollars are stored as $5.00. Some number formats show US$5.00 or USD 5.00.
      .replace(/^US(D ?|(?=\$))\$?(?=\d)/i, '$')
  )
}

function hasIndex(filters: Filters): boolean {
  const { account, category, type } = filters
  return searchText(filters) === '' && type === 'all' && (account === undefined || category === undefined)
}

export async function listTransactions(
  { database }: Deps<'database'>,
  { businessId }: Identity,
  query: Query,
): Promise<ResponseOf<typeof contract.listTransactions>> {
  const { items, ...cursors } = await readDatePage(
    query,
    async (request) => {
      const range = { request, limit: rowsToRead }
      const { name, chosen, order, values } = chooseTransactions(businessId, query, range)
      const text = selectTransactions(chosen, order)
      const rows = await queryTenant<TransactionRow>(database, businessId, { name, text, values })
      return rows.map(toTransaction)
    },
    ({ date, id }) => ({ date, id }),
  )
  return { transactions: items, ...cursors }
}

import {
  type PageRequest,
  beyondDate,
  orderByDate,
  readDatePage,
  rowsToRead,
} from '../../platform/db/date-pages.ts'
import { queryTenant } from '../../platform/db/transaction.ts'
import type { Identity } from '../../platform/http/api.ts'
import type { QueryOf, ResponseOf } from '../../shared/endpoint.ts'
import type * as contract from './contract.ts'
import type { TransactionDeps } from './transaction-deps.ts'
import { type TransactionRow, selectTransactions, toTransaction } from './transaction-view.ts'

type Query = QueryOf<typeof contract.listTransactions>

const key = ['t.date', 't.id'] as const

/** All of a business, or those of one account or one category, on one day or any: each along an index that is in order. */
function listStatement(businessId: string, { account, category, date }: Query, place: PageRequest) {
  const values: string[] = [businessId]
  const hold = (value: string) => `$${values.push(value)}`
  const conditions = ['t.business_id = $1', ...beyondDate(place, key, hold)]
  const kinds = ['list-transactions', place.direction]
  if (account !== undefined) {
    conditions.push(`t.account_id = ${hold(account)}::uuid`)
    kinds.push('account')
  }
  if (category !== undefined) {
    conditions.push(`t.category = ${hold(category)}`)
    kinds.push('category')
  }
  if (date !== undefined) {
    conditions.push(`t.date = ${hold(date)}::date`)
    kinds.push('date')
  }
  const order = orderByDate(place, key)
  const chosen = `select t.* from transactions t where ${conditions.join(' and ')} ${order} limit ${rowsToRead}`
  return { name: kinds.join('-'), text: selectTransactions(chosen, order), values }
}

/** Anything else: the search answers with ids, and they are read as everything of a business is. */
function searchStatement(businessId: string, query: Query, place: PageRequest) {
  const { account, category, date, type } = query
  const chosen = `select t.* from platform.search_transactions($2, $3, $4, $5, $6, $7, $8, $9, ${rowsToRead}) found
    join transactions t on t.business_id = $1 and t.id = found.found_id`
  return {
    name: `search-transactions-${place.direction}`,
    text: selectTransactions(chosen, orderByDate(place, key)),
    values: [
      businessId,
      wordsOf(query),
      account,
      category,
      date,
      type === 'all' ? undefined : type === 'income',
      place.cursor?.date,
      place.cursor?.id,
      place.direction === 'before',
    ],
  }
}

/** A line break stands between what is searched through, and is never searched for. */
function wordsOf({ search }: Query): string {
  const words = search.replaceAll(/\p{Cc}+/gu, ' ').trim()
  // As an amount is shown: what came in with a plus, what went out with a minus.
  return words.replace(/^[+\-\u2212]\s*(?=[$\d])/, '')
}

function hasIndexOfItsOwn(query: Query): boolean {
  const { account, category, type } = query
  return wordsOf(query) === '' && type === 'all' && (account === undefined || category === undefined)
}

export async function listTransactions(
  { database }: TransactionDeps,
  { businessId }: Identity,
  query: Query,
): Promise<ResponseOf<typeof contract.listTransactions>> {
  const statementFor = hasIndexOfItsOwn(query) ? listStatement : searchStatement
  const { items, ...places } = await readDatePage(
    query,
    async (place) => {
      const statement = statementFor(businessId, query, place)
      const rows = await queryTenant<TransactionRow>(database, businessId, statement)
      return rows.map(toTransaction)
    },
    ({ date, id }) => ({ date, id }),
  )
  return { transactions: items, ...places }
}

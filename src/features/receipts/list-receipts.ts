import {
  type PageRequest,
  afterCursor,
  orderByDate,
  readDatePage,
  rowsToRead,
} from '../../platform/db/date-pages.ts'
import { isoMoment } from '../../platform/db/iso-moment.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Identity } from '../../platform/http/api.ts'
import type { QueryOf, ResponseOf } from '../../shared/endpoint.ts'
import type * as contract from './contract.ts'
import { viewsOf } from './queries.ts'

type Query = QueryOf<typeof contract.listReceipts>

const key = ['r.created_at', 'r.id'] as const

const isFiled = '(r.expense_id is not null or r.transaction_id is not null)'
/** The summary counts what the list shows. */
export const filterConditions: Record<Query['filter'], string> = {
  all: 'true',
  'to-check': `not ${isFiled} and r.checked_at is null`,
  filed: isFiled,
  'without-expense': 'r.expense_id is null',
}

/** All words, the last one as a beginning, in the language of to_tsquery. Empty if there is no word. */
function searchTerms(search: string): string {
  const words = search.split(/[\s'\\]+/).filter((word) => /[\p{L}\p{N}]/u.test(word))
  return words.length === 0 ? '' : `${words.map((word) => `'${word}'`).join(' & ')}:*`
}

function listStatement(businessId: string, { filter, search }: Query, request: PageRequest) {
  const values: string[] = [businessId]
  const parameter = (value: string) => `$${values.push(value)}`
  const conditions = [
    'r.business_id = $1',
    ...afterCursor(request, key, parameter, 'timestamptz'),
    filterConditions[filter],
  ]
  const terms = searchTerms(search)
  // Row-level security keeps Postgres from using an index of words (decision 28). The words of 20,000 receipts of one
  // business are compared in 15 ms.
  if (terms !== '') conditions.push(`r.search @@ to_tsquery('simple', ${parameter(terms)})`)
  const text = `select r.id, ${isoMoment('r.created_at')} as date from receipts r
    where ${conditions.join(' and ')} ${orderByDate(request, key)} limit ${rowsToRead}`
  return { name: `list-receipts-${request.direction}-${filter}${terms && '-search'}`, text, values }
}

export async function listReceipts(
  { database }: Deps<'database'>,
  { businessId }: Identity,
  query: Query,
): Promise<ResponseOf<typeof contract.listReceipts>> {
  // A search without a word, such as "?!", finds nothing.
  if (query.search !== '' && searchTerms(query.search) === '')
    return { receipts: [], next: null, previous: null }
  return withTenant(database, businessId, async (tx) => {
    const { items, ...cursors } = await readDatePage(
      query,
      async (request) => {
        const statement = listStatement(businessId, query, request)
        return (await tx.client.query<{ id: string; date: string }>(statement)).rows
      },
      (item) => item,
    )
    const ids = items.map(({ id }) => id)
    return { receipts: await viewsOf(tx, businessId, ids), ...cursors }
  })
}

import { containsPattern } from '../../platform/db/contains-pattern.ts'
import {
  type PageRequest,
  afterCursor,
  orderByDate,
  readDatePage,
  rowsToRead,
} from '../../platform/db/date-pages.ts'
import { isoMoment } from '../../platform/db/iso-moment.ts'
import { queryTenant } from '../../platform/db/transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Identity } from '../../platform/http/api.ts'
import type { QueryOf, ResponseOf } from '../../shared/endpoint.ts'
import type * as contract from './contract.ts'

type Query = QueryOf<typeof contract.listExpenses>
type Row = Omit<contract.Expense, 'amountMinor' | 'homeMinor'> & {
  amountMinor: string
  homeMinor: string | null
}

const columns = `e.id, e.version, e.currency, e.amount_minor as "amountMinor", e.home_minor as "homeMinor",
  e.rate::text as rate, e.rated_on::text as "ratedOn", e.rate_source as "rateSource", e.category, e.date::text as date, e.notes, e.vendor,
  e.taxes, e.mileage,
  case when e.client_id is not null then (select json_build_object('id', c.id, 'name', c.company_name)
    from clients c where c.business_id = e.business_id and c.id = e.client_id) end as client,
  case when e.billed_invoice_id is not null then (select json_build_object('id', i.id, 'number', i.number)
    from invoices i where i.business_id = e.business_id and i.id = e.billed_invoice_id) end as "billedInvoice",
  e.series_id as "seriesId", ${isoMoment('e.created_at')} as "createdAt", ${isoMoment('e.updated_at')} as "updatedAt"`
export const listKey = ['e.date', 'e.id'] as const

/** The conditions of a list, and what names it. */
export function ofFilters(
  { category, search }: Pick<Query, 'category' | 'search'>,
  parameter: (value: string) => string,
): { conditions: string[]; kinds: string[] } {
  const conditions: string[] = []
  const kinds: string[] = []
  if (category !== undefined) {
    conditions.push(`e.category = ${parameter(category)}`)
    kinds.push('category')
  }
  if (search !== '') {
    conditions.push(`e.search_text like (select lower(${parameter(containsPattern(search))}))`)
    kinds.push('search')
  }
  return { conditions, kinds }
}

/** A named statement for each combination of filters: Postgres plans each once and uses the matching index. */
function listStatement(businessId: string, query: Query, request: PageRequest) {
  const values: string[] = [businessId]
  const parameter = (value: string) => `$${values.push(value)}`
  const range = ['e.business_id = $1', ...afterCursor(request, listKey, parameter)]
  const { conditions, kinds } = ofFilters(query, parameter)
  const text = `select ${columns} from expenses e where ${[...range, ...conditions].join(' and ')}
    ${orderByDate(request, listKey)} limit ${rowsToRead}`
  return { name: ['list-expenses', request.direction, ...kinds].join('-'), text, values }
}

export async function listExpenses(
  { database }: Deps<'database'>,
  { businessId }: Identity,
  query: Query,
): Promise<ResponseOf<typeof contract.listExpenses>> {
  const { items, ...cursors } = await readDatePage(
    query,
    async (request) => {
      const rows = await queryTenant<Row>(database, businessId, listStatement(businessId, query, request))
      return rows.map((row) => ({
        ...row,
        amountMinor: Number(row.amountMinor),
        homeMinor: row.homeMinor === null ? null : Number(row.homeMinor),
      }))
    },
    ({ date, id }) => ({ date, id }),
  )
  return { expenses: items, ...cursors }
}

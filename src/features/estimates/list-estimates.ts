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
import { dateIn } from '../../shared/dates.ts'
import type { QueryOf, ResponseOf } from '../../shared/endpoint.ts'
import { amountReadings } from '../invoices/amount-readings.ts'
import { newestMailOf } from '../invoices/mail/newest-mail.ts'
import { readNumberSearch } from '../invoices/numbers/number-rules.ts'
import type * as contract from './contract.ts'
import { estimateUrlOf } from './estimate-view.ts'
import { type StoredStatus, statusOn } from './rules.ts'

type Query = QueryOf<typeof contract.listEstimates>
type Page = ResponseOf<typeof contract.listEstimates>
export type ListedRow = Omit<contract.EstimateListItem, 'status' | 'publicUrl'> & { status: StoredStatus }

const moment = (column: string) => isoMoment(`e.${column}`)
const newestMail = newestMailOf('estimate', 'e')
/** For a statement in which `e` is the estimate, joined with `made`, and $1 the business. */
export const listColumns = `e.id, e.number, e.client_name as "clientName", e.client_email as "clientEmail",
  e.issue_date::text as "issueDate", e.valid_until::text as "validUntil", e.currency,
  e.total_minor::float8 as "totalMinor", e.status, ${moment('sent_at')} as "sentAt", ${newestMail},
  ${moment('viewed_at')} as "viewedAt", ${moment('decided_at')} as "decidedAt",
  made.count > 0 as "hasInvoices", greatest(0, e.total_minor - coalesce(made.minor, 0))::float8 as "leftMinor"`
// The invoices of each listed estimate. For `exists`, Postgres would read all invoices of the business.
export const made = `left join lateral (
  select count(*), sum(case when i.currency = e.currency then i.total_minor - i.credit_notes_minor
    else (i.estimate_share ->> 'totalMinor')::bigint end) as minor
  from invoices i where i.business_id = $1 and i.estimate_id = e.id) made on true`

/** How many rows the search fetches by the indexes of names and numbers. Of more, it reads the list until a page is full. */
const maxIndexMatches = 1000

/** Builds one statement for each kind of list, so that Postgres plans each once and uses the index made for it. */
function listStatement({ businessId, business }: Identity, today: string, query: Query, at: PageRequest) {
  const { status, search } = query
  const values: string[] = [businessId]
  const parameter = (value: string) => `$${values.push(value)}`
  const key = ['e.issue_date', 'e.id'] as const
  const order = orderByDate(at, key)
  const limit = `limit ${rowsToRead}`
  const conditions = ['e.business_id = $1', ...afterCursor(at, key, parameter)]
  if (status !== 'all') conditions.push(`e.status = '${status === 'expired' ? 'open' : status}'`)
  if (status === 'open') conditions.push(`e.valid_until >= ${parameter(today)}::date`)
  if (status === 'expired') conditions.push(`e.valid_until < ${parameter(today)}::date`)
  const listed = (more: readonly string[] = [], join = '') =>
    `from estimates e ${join} where ${[...conditions, ...more].join(' and ')} ${order} ${limit}`
  if (search === '') {
    return {
      name: `list-estimates-${status}-${at.direction}`,
      text: `select ${listColumns} ${listed([], made)}`,
      values,
    }
  }
  const pattern = parameter(search)
  const { start } = readNumberSearch(search)
  const number = start === null ? null : parameter(start)
  const hasName = `strpos(lower(e.client_name), lower(${pattern})) > 0`
  const fits =
    number === null ? hasName : `(${hasName} or starts_with(lower(e.number collate "C"), ${number}))`
  const numbered =
    number === null
      ? ''
      : `union select found_id from platform.search_estimate_numbers(${number}, ${maxIndexMatches + 1})`
  // An amount is looked for in the minor unit of every currency; what does not fit the currency is rarely there.
  const readings = amountReadings(search, business.locale)
  const amounts = readings.map(
    ({ minor }) => `union (select e.issue_date, e.id
    ${listed([`e.total_minor = ${parameter(String(minor))}::bigint`])})`,
  )
  const text = `
    with indexed as materialized (
      select found_id from platform.search_estimates(${pattern}, ${maxIndexMatches + 1}) ${numbered}
    ), is_frequent as materialized (
      select (select count(*) from indexed) > ${maxIndexMatches} as so
    ), found as materialized (
      (select e.issue_date, e.id from indexed join estimates e on e.business_id = $1 and e.id = indexed.found_id
       where ${['not (select so from is_frequent)', ...conditions].join(' and ')} ${order} ${limit})
      union all (select e.issue_date, e.id ${listed(['(select so from is_frequent)', fits])})
      ${amounts.join(' ')}
    )
    select ${listColumns} from found join estimates e on e.business_id = $1 and e.id = found.id ${made} ${order} ${limit}`
  const kind = `${number === null ? '' : '-number'}${readings.length > 0 ? `-amount${readings.length}` : ''}`
  return { name: `search-estimates${kind}-${status}-${at.direction}`, text, values }
}

export async function listEstimates(
  deps: Deps<'database' | 'now' | 'appUrl'>,
  identity: Identity,
  query: Query,
): Promise<Page> {
  const { businessId, business } = identity
  const today = dateIn(business.timeZone, deps.now())
  const { items, ...cursors } = await readDatePage(
    query,
    async (request) => {
      const statement = listStatement(identity, today, query, request)
      const rows = await queryTenant<ListedRow>(deps.database, businessId, statement)
      return rows.map((row) => toListItem(row, { today, appUrl: deps.appUrl }))
    },
    ({ issueDate, id }) => ({ date: issueDate, id }),
  )
  return { estimates: items, ...cursors }
}

export function toListItem(
  row: ListedRow,
  { today, appUrl }: { today: string; appUrl: string },
): contract.EstimateListItem {
  // Added to the row, because copying fifty of them takes a noticeable part of the request.
  return Object.assign(row, { status: statusOn(today, row), publicUrl: estimateUrlOf(appUrl, row.id) })
}

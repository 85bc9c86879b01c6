import {
  type PageRequest,
  afterCursor,
  orderByDate,
  readDatePage,
  rowsToRead,
} from '../../platform/db/date-pages.ts'
import { isoMoment } from '../../platform/db/iso-moment.ts'
import { queryTenant } from '../../platform/db/transaction.ts'
import type { Identity } from '../../platform/http/api.ts'
import { dateIn } from '../../shared/dates.ts'
import type { QueryOf, ResponseOf } from '../../shared/endpoint.ts'
import { parseMoney } from '../../shared/money.ts'
import type * as contract from './contract.ts'
import type { InvoiceDeps } from './invoice-deps.ts'
import { publicUrlOf } from './invoice-view.ts'
import { type StoredStatus, statusOn } from './rules.ts'

type Query = QueryOf<typeof contract.listInvoices>
type Page = ResponseOf<typeof contract.listInvoices>

type Row = Omit<contract.InvoiceListItem, 'status' | 'publicUrl'> & { status: StoredStatus }

const moment = (column: string) => isoMoment(`i.${column}`)
// An invoice has few mails. With `order by … limit 1`, Postgres may scan all mails of the business.
const newestMail = `case when i.sent_at is not null then (
  select (array_agg(m.state order by m.created_at desc))[1] from mails m
  where m.business_id = $1 and m.invoice_id = i.id and m.kind = 'invoice') end as mail`
const columns = `i.id, i.number, i.client_name as "clientName", i.client_email as "clientEmail",
  i.issue_date::text as "issueDate", i.due_date::text as "dueDate", i.total_minor::float8 as "totalMinor",
  i.open_minor::float8 as "openMinor", i.status, i.is_disputed as "isDisputed", ${moment('sent_at')} as "sentAt",
  ${newestMail}, ${moment('viewed_at')} as "viewedAt", ${moment('reminded_at')} as "remindedAt",
  ${moment('next_reminder_at')} as "nextReminderAt", i.reminders_paused_by as "remindersPausedBy",
  i.series_id as "seriesId",
  exists (select from payments p where p.business_id = $1 and p.invoice_id = i.id and p.is_test and p.undone_at is null)
    as "hasTestPayments"`

/** How many rows of the list the search samples to estimate how frequent a name is. */
const sampleSize = 1000
/** From how many matches in the sample on a name counts as frequent. */
const frequentFrom = 10
/** How many rows of the list the search scans for a frequent name. */
const maxScan = 5000
/** How many rows the search fetches by the name index. */
const maxIndexMatches = 1000

/**
 * The conditions by which a search finds more than names: the number of an invoice, its total or its balance due. Each
 * has an index of its own. A number is the beginning of the id; fewer than three digits of it say too little.
 */
function exactMatches(status: Query['status'], search: string, parameter: (value: string) => string) {
  const digits = /^#?([0-9a-f]{3,8})$/i.exec(search)?.[1]
  const numbers = digits
    ? [
        `i.id between ${parameter(digits.padEnd(32, '0'))}::uuid and ${parameter(digits.padEnd(32, 'f'))}::uuid`,
      ]
    : []
  const money = parseMoney(search)
  if (!money.ok || money.minor < 0) return { kind: digits ? '-number' : '', matches: numbers }
  const minor = `${parameter(String(money.minor))}::bigint`
  const ofPaid = `i.total_minor = ${minor} and i.status = 'paid'`
  const ofPending = [
    `i.total_minor = ${minor} and i.status = 'pending'`,
    `i.open_minor = ${minor} and i.status = 'pending' and i.open_minor <> i.total_minor`,
  ]
  const amounts = [
    ...(status === 'all' || status === 'paid' ? [ofPaid] : []),
    ...(status === 'paid' ? [] : ofPending),
  ]
  return { kind: digits ? '-number-amount' : '-amount', matches: [...numbers, ...amounts] }
}

/** Builds one statement for each kind of list, so that Postgres plans each once and uses the index made for it. */
function listStatement(businessId: string, today: string, { status, search }: Query, at: PageRequest) {
  const values: string[] = [businessId]
  const parameter = (value: string) => `$${values.push(value)}`
  const key = ['i.due_date', 'i.id'] as const
  const order = orderByDate(at, key)
  const range = ['i.business_id = $1', ...afterCursor(at, key, parameter)]
  const states: string[] = []
  if (status !== 'all') states.push(`i.status = '${status === 'paid' ? 'paid' : 'pending'}'`)
  if (status === 'pending') states.push(`i.due_date >= ${parameter(today)}::date`)
  if (status === 'overdue') states.push(`i.due_date < ${parameter(today)}::date`)

  const limit = `limit ${rowsToRead}`
  if (search === '') {
    const conditions = [...range, ...states].join(' and ')
    const text = `select ${columns} from invoices i where ${conditions} ${order} ${limit}`
    return { name: `list-invoices-${status}-${at.direction}`, text, values }
  }
  // A scan of the list soon fills a page for a frequent name. If the scan finds too few rows, the name index returns all
  // matches. If these are too many to fetch and sort, the whole list is scanned until a page is full.
  const pattern = parameter(search)
  const { kind, matches } = exactMatches(status, search, parameter)
  const hasName = (name: string) => `strpos(lower(${name}), lower(${pattern})) > 0`
  const listed = (conditions: readonly string[] = []) =>
    `from invoices i where ${[...range, ...states, ...conditions].join(' and ')} ${order}`
  const indexed = ['indexed.found_date', 'indexed.found_id'] as const
  const text = `
    with scan as materialized (
      select case when count(*) < ${frequentFrom} then ${sampleSize} else ${maxScan} end as length
      from (select i.client_name ${listed()} limit ${sampleSize}) sample where ${hasName('sample.client_name')}
    ), scan_matches as materialized (
      select scanned.due_date, scanned.id
      from (select i.due_date, i.id, i.client_name ${listed()} limit (select length from scan)) scanned
      where ${hasName('scanned.client_name')} ${orderByDate(at, ['scanned.due_date', 'scanned.id'])} ${limit}
    ), index_search as materialized (
      select (select count(*) from scan_matches) < ${rowsToRead}
        and exists (select ${listed()} offset (select length from scan) limit 1) as is_needed
    ), indexed as materialized (
      select found_date, found_id from platform.search_invoices(${pattern}, ${maxIndexMatches + 1})
      where (select is_needed from index_search)
    ), full_scan as materialized (
      select (select count(*) from indexed) > ${maxIndexMatches} as is_needed
    ), found as materialized (
      select due_date, id from scan_matches where not (select is_needed from index_search)
      union all (
        select i.due_date, i.id from indexed join invoices i on i.business_id = $1 and i.id = indexed.found_id
        where ${['not (select is_needed from full_scan)', ...afterCursor(at, indexed, parameter), ...states].join(' and ')}
        ${order} ${limit})
      union all (
        select i.due_date, i.id ${listed(['(select is_needed from full_scan)', hasName('i.client_name')])} ${limit})
      ${matches.map((match) => `union (select i.due_date, i.id ${listed([match])} ${limit})`).join(' ')}
    )
    select ${columns} from found join invoices i on i.business_id = $1 and i.id = found.id
    ${orderByDate(at, ['found.due_date', 'found.id'])} ${limit}`
  return { name: `search-invoices${kind}-${status}-${at.direction}`, text, values }
}

export async function listInvoices(deps: InvoiceDeps, identity: Identity, query: Query): Promise<Page> {
  const { businessId, business } = identity
  const today = dateIn(business.timeZone, deps.now())
  const { items, ...cursors } = await readDatePage(
    query,
    async (request) => {
      const statement = listStatement(businessId, today, query, request)
      const rows = await queryTenant<Row>(deps.database, businessId, statement)
      return rows.map((row) => ({
        ...row,
        status: statusOn(today, row),
        publicUrl: publicUrlOf(deps.appUrl, row.id),
      }))
    },
    ({ dueDate, id }) => ({ date: dueDate, id }),
  )
  return { invoices: items, ...cursors }
}

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
import type * as contract from './contract.ts'
import type { InvoiceDeps } from './invoice-deps.ts'
import { publicUrlOf } from './invoice-view.ts'
import { listKey, ofStatus, searchFor } from './list-conditions.ts'
import { newestMailOf } from './mail/newest-mail.ts'
import { type StoredStatus, statusOn } from './rules.ts'

type Query = QueryOf<typeof contract.listInvoices>
type Page = ResponseOf<typeof contract.listInvoices>

export type ListedRow = Omit<contract.InvoiceListItem, 'status' | 'publicUrl'> & { status: StoredStatus }

const moment = (column: string) => isoMoment(`i.${column}`)
const newestMail = newestMailOf('invoice', 'i')
/** For a statement in which `i` is the invoice and $1 the business. */
export const listColumns = `i.id, i.number, i.client_name as "clientName", i.client_email as "clientEmail",
  i.issue_date::text as "issueDate", i.due_date::text as "dueDate", i.currency, i.total_minor::float8 as "totalMinor",
  i.credit_notes_minor::float8 as "creditNotesMinor", i.open_minor::float8 as "openMinor", i.status, i.approval, i.is_disputed as "isDisputed", ${moment('sent_at')} as "sentAt",
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
/** How many rows the search fetches by the indexes of names and numbers. */
const maxIndexMatches = 1000

/** Builds one statement for each kind of list, so that Postgres plans each once and uses the index made for it. */
function listStatement({ businessId, business }: Identity, today: string, query: Query, at: PageRequest) {
  const { status, search } = query
  const values: string[] = [businessId]
  const parameter = (value: string) => `$${values.push(value)}`
  const order = orderByDate(at, listKey)
  const range = ['i.business_id = $1', ...afterCursor(at, listKey, parameter)]
  const states = ofStatus(status, today, parameter)

  const limit = `limit ${rowsToRead}`
  if (search === '') {
    const conditions = [...range, ...states].join(' and ')
    const text = `select ${listColumns} from invoices i where ${conditions} ${order} ${limit}`
    return { name: `list-invoices-${status}-${at.direction}`, text, values }
  }
  // A scan of the list soon fills a page for a frequent name or beginning of a number. If the scan finds too few rows, the
  // indexes of names and numbers return all matches. If these are too many to fetch and sort, the whole list is scanned
  // until a page is full.
  const { pattern, number, kind, matches, fits, fitsOwnField } = searchFor(query, business.locale, parameter)
  const searched = number === null ? 'i.client_name' : 'i.client_name, i.number'
  const numbered =
    number === null
      ? ''
      : `union select found_date, found_id from platform.search_invoice_numbers(${number}, ${maxIndexMatches + 1})
         where (select is_needed from index_search)`
  const listed = (conditions: readonly string[] = []) =>
    `from invoices i where ${[...range, ...states, ...conditions].join(' and ')} ${order}`
  const indexed = ['indexed.found_date', 'indexed.found_id'] as const
  // Own fields have an index of their own, which is empty for those who have none, and the list is scanned if too many fit.
  const own = ['own.found_date', 'own.found_id'] as const
  const text = `
    with scan as materialized (
      select case when count(*) < ${frequentFrom} then ${sampleSize} else ${maxScan} end as length
      from (select ${searched} ${listed()} limit ${sampleSize}) sample where ${fits('sample')}
    ), scan_matches as materialized (
      select scanned.due_date, scanned.id
      from (select i.due_date, i.id, ${searched} ${listed()} limit (select length from scan)) scanned
      where ${fits('scanned')} ${orderByDate(at, ['scanned.due_date', 'scanned.id'])} ${limit}
    ), index_search as materialized (
      select (select count(*) from scan_matches) < ${rowsToRead}
        and exists (select ${listed()} offset (select length from scan) limit 1) as is_needed
    ), indexed as materialized (
      select found_date, found_id from platform.search_invoices(${pattern}, ${maxIndexMatches + 1})
      where (select is_needed from index_search)
      ${numbered}
    ), full_scan as materialized (
      select (select count(*) from indexed) > ${maxIndexMatches} as is_needed
    ), own as materialized (
      select found_date, found_id from platform.search_own_fields(${pattern}, ${maxIndexMatches + 1})
    ), own_scan as materialized (
      select (select count(*) from own) > ${maxIndexMatches} as is_needed
    ), found as materialized (
      select due_date, id from scan_matches where not (select is_needed from index_search)
      union all (
        select i.due_date, i.id from indexed join invoices i on i.business_id = $1 and i.id = indexed.found_id
        where ${['not (select is_needed from full_scan)', ...afterCursor(at, indexed, parameter), ...states].join(' and ')}
        ${order} ${limit})
      union all (
        select i.due_date, i.id ${listed(['(select is_needed from full_scan)', fits('i')])} ${limit})
      union (
        select i.due_date, i.id from own join invoices i on i.business_id = $1 and i.id = own.found_id
        where ${['not (select is_needed from own_scan)', ...afterCursor(at, own, parameter), ...states].join(' and ')}
        ${order} ${limit})
      union (
        select i.due_date, i.id ${listed(['(select is_needed from own_scan)', fitsOwnField])} ${limit})
      ${matches.map((match) => `union (select i.due_date, i.id ${listed([match])} ${limit})`).join(' ')}
    )
    select ${listColumns} from found join invoices i on i.business_id = $1 and i.id = found.id
    ${orderByDate(at, ['found.due_date', 'found.id'])} ${limit}`
  return {
    name: `search-invoices${number === null ? '' : '-number'}${kind}-${status}-${at.direction}`,
    text,
    values,
  }
}

/** Added to the row, because copying fifty of them takes a noticeable part of the request. */
export function toListItem(
  row: ListedRow,
  { today, appUrl }: { today: string; appUrl: string },
): contract.InvoiceListItem {
  return Object.assign(row, { status: statusOn(today, row), publicUrl: publicUrlOf(appUrl, row.id) })
}

export async function listInvoices(deps: InvoiceDeps, identity: Identity, query: Query): Promise<Page> {
  const { businessId, business } = identity
  const today = dateIn(business.timeZone, deps.now())
  const { items, ...cursors } = await readDatePage(
    query,
    async (request) => {
      const statement = listStatement(identity, today, query, request)
      const rows = await queryTenant<ListedRow>(deps.database, businessId, statement)
      return rows.map((row) => toListItem(row, { today, appUrl: deps.appUrl }))
    },
    ({ dueDate, id }) => ({ date: dueDate, id }),
  )
  return { invoices: items, ...cursors }
}

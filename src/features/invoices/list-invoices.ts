import { containsPattern } from '../../platform/db/contains-pattern.ts'
import { queryTenant } from '../../platform/db/transaction.ts'
import type { Identity } from '../../platform/http/api.ts'
import { dateIn } from '../../shared/dates.ts'
import type { QueryOf, ResponseOf } from '../../shared/endpoint.ts'
import { AppError } from '../../shared/errors.ts'
import type * as contract from './contract.ts'
import type { InvoiceDeps } from './invoice-deps.ts'
import { publicUrlOf } from './invoice-view.ts'
import { readCursor, writeCursor } from './list-cursor.ts'
import type { ListCursor } from './list-cursor.ts'
import { statusOn } from './rules.ts'
import type { StoredStatus } from './rules.ts'

type Query = QueryOf<typeof contract.listInvoices>
type Page = ResponseOf<typeof contract.listInvoices>

interface Row {
  id: string
  number: string
  client_name: string
  client_email: string
  issue_date: string
  due_date: string
  total_cents: string
  open_cents: string
  status: StoredStatus
  sent_at: string | null
  mail: contract.InvoiceListItem['mail']
  viewed_at: string | null
  reminded_at: string | null
  next_reminder_at: string | null
  reminders_paused_by: contract.InvoiceListItem['remindersPausedBy']
  series_id: string | null
}

interface Place {
  direction: 'first' | 'after' | 'before'
  cursor?: ListCursor
}

const pageSize = 50
// Written as they are sent: to read dates and write them again would cost more than the rest of a row.
const momentOf = (column: string) =>
  `to_char(i.${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ${column}`
// All mails of an invoice are read, which are few: told that one is enough, Postgres may look for it among all mails of
// the business, newest first.
const newestMail = `case when i.sent_at is not null then (
  select (array_agg(m.state order by m.created_at desc))[1] from mails m
  where m.business_id = $1 and m.invoice_id = i.id and m.kind = 'invoice') end as mail`
const columns = `i.id, i.number, i.client_name, i.client_email, i.issue_date::text as issue_date,
  i.due_date::text as due_date, i.total_cents, i.open_cents, i.status, ${momentOf('sent_at')}, ${momentOf('viewed_at')},
  ${momentOf('reminded_at')}, ${momentOf('next_reminder_at')}, i.reminders_paused_by, i.series_id, ${newestMail}`

function placeOf({ after, before }: Query): Place {
  if (after !== undefined && before !== undefined) {
    const message = 'Give one place in the list, not two.'
    throw new AppError('VALIDATION_FAILED', message, { fields: { before: message } })
  }
  if (after !== undefined) return { direction: 'after', cursor: readCursor('after', after) }
  if (before !== undefined) return { direction: 'before', cursor: readCursor('before', before) }
  return { direction: 'first' }
}

/** One statement for each kind of list, so that Postgres plans each once and uses the index made for it. */
function listStatement(
  businessId: string,
  today: string,
  { status, search }: Query,
  { direction, cursor }: Place,
) {
  const values: string[] = [businessId]
  const place = (value: string) => `$${values.push(value)}`
  const backwards = direction === 'before'
  const orderOf = (rows: string) =>
    backwards ? `order by ${rows}.due_date, ${rows}.id` : `order by ${rows}.due_date desc, ${rows}.id desc`

  const range = ['i.business_id = $1']
  if (cursor) {
    const [date, id] = [place(cursor.dueDate), place(cursor.id)]
    range.push(`(i.due_date, i.id) ${backwards ? '>' : '<'} (${date}::date, ${id}::uuid)`)
  }
  const states: string[] = []
  if (status !== 'all') states.push(`i.status = '${status === 'paid' ? 'paid' : 'pending'}'`)
  if (status === 'pending') states.push(`i.due_date >= ${place(today)}::date`)
  if (status === 'overdue') states.push(`i.due_date < ${place(today)}::date`)

  // One row more than a page tells whether there is another page.
  const limit = `limit ${pageSize + 1}`
  if (search === '') {
    const conditions = [...range, ...states].join(' and ')
    const text = `select ${columns} from invoices i where ${conditions} ${orderOf('i')} ${limit}`
    return { name: `list-invoices-${status}-${direction}`, text, values }
  }
  // All names of the business are looked through: in the index of the list, which holds them, or in the table where
  // Postgres takes that for cheaper. The other columns are fetched only for a page of what is found.
  range.push(`lower(i.client_name) like (select lower(${place(containsPattern(search))}))`)
  const text = `
    with found as materialized (
      select i.due_date, i.id from invoices i where ${range.join(' and ')} ${orderOf('i')}
    )
    select ${columns} from found join invoices i on i.business_id = $1 and i.id = found.id
    ${states.length > 0 ? `where ${states.join(' and ')}` : ''}
    ${orderOf('found')} ${limit}`
  return { name: `search-invoices-${status}-${direction}`, text, values }
}

function toItem(row: Row, today: string, appUrl: string): contract.InvoiceListItem {
  return {
    id: row.id,
    number: row.number,
    clientName: row.client_name,
    clientEmail: row.client_email,
    issueDate: row.issue_date,
    dueDate: row.due_date,
    totalCents: Number(row.total_cents),
    openCents: Number(row.open_cents),
    status: statusOn(today, { status: row.status, dueDate: row.due_date }),
    sentAt: row.sent_at,
    mail: row.mail,
    viewedAt: row.viewed_at,
    remindedAt: row.reminded_at,
    nextReminderAt: row.next_reminder_at,
    remindersPausedBy: row.reminders_paused_by,
    seriesId: row.series_id,
    publicUrl: publicUrlOf(appUrl, row.id),
  }
}

export async function listInvoices(deps: InvoiceDeps, identity: Identity, query: Query): Promise<Page> {
  const { businessId, business } = identity
  const today = dateIn(business.timeZone, deps.now())
  let place = placeOf(query)
  const read = () =>
    queryTenant<Row>(deps.database, businessId, listStatement(businessId, today, query, place))
  let rows = await read()
  // Everything on that side of the place is gone by now: the list begins anew instead of ending in nothing.
  if (rows.length === 0 && place.cursor) {
    place = { direction: 'first' }
    rows = await read()
  }
  const hasMore = rows.length > pageSize
  const invoices = rows.slice(0, pageSize).map((row) => toItem(row, today, deps.appUrl))
  if (place.direction === 'before') invoices.reverse()
  const [first, last] = [invoices[0], invoices.at(-1)]
  const hasPrevious = place.direction === 'before' ? hasMore : place.direction === 'after'
  const hasNext = place.direction === 'before' || hasMore
  return {
    invoices,
    next: hasNext && last ? writeCursor(last) : null,
    previous: hasPrevious && first ? writeCursor(first) : null,
  }
}

import { containsPattern } from '../../platform/db/contains-pattern.ts'
import { isoMoment } from '../../platform/db/iso-moment.ts'
import { queryTenant } from '../../platform/db/transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Identity } from '../../platform/http/api.ts'
import { dateIn } from '../../shared/dates.ts'
import type { QueryOf, ResponseOf } from '../../shared/endpoint.ts'
import { invalidField } from '../../shared/errors.ts'
import type { ClientListItem, listClientsWithSums as contract } from './contract.ts'
import { matchesSearch } from './queries.ts'

type Query = QueryOf<typeof contract>
type Page = ResponseOf<typeof contract>
type Row = ClientListItem & { sortName: string }

const pageSize = 50

/** A position in the list: the name in lower case and the id. */
interface Cursor {
  name: string
  id: string
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

function writeCursor({ sortName, id }: Row): string {
  return Buffer.from(`${id} ${sortName}`).toString('base64url')
}

function readCursor(field: 'after' | 'before', text: string): Cursor {
  const decoded = Buffer.from(text, 'base64url').toString()
  const [id, name] = [decoded.slice(0, 36), decoded.slice(37)]
  if (!uuid.test(id) || decoded[36] !== ' ' || name.includes('\0'))
    throw invalidField(field, 'This isn’t a valid position in the list.')
  return { id, name }
}

/** What is owed, from the kept sums and the changes that are not in them yet, of clients that match the condition. */
export const owedOf = (clients: string, today: string) => `
  select client_id, currency, sum(minor) as "openMinor", sum(minor) - sum(later) as "overdueMinor"
  from (
    select client_id, currency, minor, 0 as later from client_sums
    where business_id = $1 and kind = 'owed' and ${clients}
    union all
    select client_id, currency, 0, minor from client_dues
    where business_id = $1 and due_date >= ${today}::date and ${clients}
    union all
    select client_id, currency, minor, case when day >= ${today}::date then minor else 0 end from money_changes
    where business_id = $1 and kind = 'owed' and client_id is not null and ${clients}
  ) pieces
  group by client_id, currency having sum(minor) > 0`

/** Who owes anything: few rows, one for each client and currency. */
const owing = `c.id in (
  select client_id from (
    select client_id, currency, minor from client_sums where business_id = $1 and kind = 'owed' and minor <> 0
    union all
    select client_id, currency, minor from money_changes
    where business_id = $1 and kind = 'owed' and client_id is not null
  ) pieces group by client_id, currency having sum(minor) > 0)`

/** Which clients each view shows. */
export const viewConditions = {
  active: 'c.merged_into is null and c.archived_at is null',
  owing: `c.merged_into is null and ${owing}`,
  archived: 'c.merged_into is null and c.archived_at is not null',
}

function listStatement(
  { businessId, business }: Identity,
  today: string,
  { view, search, after, before }: Query,
) {
  const values: string[] = [businessId, today, business.currency]
  const parameter = (value: string) => `$${values.push(value)}`
  const conditions = ['c.business_id = $1', viewConditions[view]]
  const direction = after === undefined ? (before === undefined ? 'first' : 'before') : 'after'
  if (direction !== 'first') {
    const { name, id } = readCursor(direction, after ?? before ?? '')
    const side = direction === 'before' ? '<' : '>'
    conditions.push(`(lower(c.company_name), c.id) ${side} (${parameter(name)}, ${parameter(id)}::uuid)`)
  }
  if (search !== '') conditions.push(matchesSearch(parameter(containsPattern(search))))
  const order = direction === 'before' ? 'desc' : 'asc'
  return {
    name: `list-clients-${view}-${direction}${search === '' ? '' : '-search'}`,
    text: `
      with page as materialized (
        select c.id, c.company_name, c.contact_name, c.email, c.archived_at, lower(c.company_name) as sort_name
        from clients c where ${conditions.join(' and ')}
        order by lower(c.company_name) ${order}, c.id ${order} limit ${pageSize + 1}
      ), owed as materialized (${owedOf('client_id = any (array(select id from page))', '$2')})
      select p.id, p.company_name as "companyName", p.contact_name as "contactName", p.email,
        ${isoMoment('p.archived_at')} as "archivedAt", p.sort_name as "sortName",
        coalesce((select json_agg(json_build_object('currency', o.currency, 'openMinor', o."openMinor",
            'overdueMinor', o."overdueMinor") order by o.currency <> $3, o.currency)
          from owed o where o.client_id = p.id), '[]') as owed,
        (select i.issue_date::text from invoices i where i.business_id = $1 and i.client_id = p.id
          order by i.issue_date desc limit 1) as "lastInvoiceOn"
      from page p order by p.sort_name ${order}, p.id ${order}`,
    values,
  }
}

export async function listClientsWithSums(
  { database, now }: Deps<'database' | 'now'>,
  identity: Identity,
  query: Query,
): Promise<Page> {
  const { after, before } = query
  if (after !== undefined && before !== undefined)
    throw invalidField('before', 'Give one position in the list, not two.')
  const today = dateIn(identity.business.timeZone, now())
  const read = (at: Query) =>
    queryTenant<Row>(database, identity.businessId, listStatement(identity, today, at))
  let rows = await read(query)
  let [isAfter, isBefore] = [after !== undefined, before !== undefined]
  // All clients on that side of the position are gone, so the first page is returned.
  if (rows.length === 0 && (isAfter || isBefore)) {
    rows = await read({ view: query.view, search: query.search })
    isAfter = isBefore = false
  }
  const hasMore = rows.length > pageSize
  const shown = rows.slice(0, pageSize)
  if (isBefore) shown.reverse()
  const [first, last] = [shown[0], shown.at(-1)]
  return {
    clients: shown.map(({ sortName: _sorted, ...client }) => client),
    next: (isBefore || hasMore) && last ? writeCursor(last) : null,
    previous: (isBefore ? hasMore : isAfter) && first ? writeCursor(first) : null,
  }
}

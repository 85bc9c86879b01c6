import type { Database } from '../../platform/db/connect.ts'
import { readExactCursor, writeExactCursor } from '../../platform/db/exact-cursor.ts'
import { queryAdmin } from '../../platform/db/transaction.ts'
import type { QueryOf, ResponseOf } from '../../shared/endpoint.ts'
import type { AdminUser } from './contract.ts'
import type * as contract from './contract.ts'
import { subscriptionJoins, userColumns } from './user-rows.ts'

type Query = QueryOf<typeof contract.listUsers>
type Page = ResponseOf<typeof contract.listUsers>

const pageSize = 50
/** One row more than a page tells whether there is another page. */
const rowsToRead = pageSize + 1
/** How many of the newest are looked through, before the index of all texts is asked. */
const nearRows = 1000
/** The index holds three letters each. */
const indexedLength = 3

const shown = { all: [], admins: [`role = 'admin'`], suspended: ['suspended_at is not null'] }
const listed = `id, name, email, email_verified, business_name, role, created_at, last_sign_in_at, suspended_at,
  search_text`
const newestFirst = 'order by created_at desc, id desc'

/** One statement for each kind of list, so that Postgres plans each once and uses the index made for it. */
function listStatement({ search = '', show = 'all', after }: Query) {
  const values: string[] = []
  const place = (value: string) => `$${values.push(value)}`
  const cursor = after === undefined ? undefined : readExactCursor(after, 'after')
  const conditions = [...shown[show]]
  if (cursor) {
    conditions.push(`(created_at, id) < (${place(cursor.at)}::timestamptz, ${place(cursor.id)}::uuid)`)
  }
  const isPlain = search === ''
  const found = isPlain
    ? `select ${listed} from auth.users ${where(conditions)} ${newestFirst} limit ${rowsToRead}`
    : searchIn(conditions, place(search), search.length)
  const text = `select ${userColumns} from (${found}) u ${subscriptionJoins} order by u.created_at desc, u.id desc`
  // A search is planned anew each time, for what is searched: how rare it is decides about the way.
  return { ...(isPlain && { name: `list-users-${show}-${cursor ? 'after' : 'first'}` }), text, values }
}

/**
 * A text that many have is found among the newest, without asking the index for all who have it. Where that does not
 * fill a page, Postgres decides between the index and the list.
 */
function searchIn(conditions: string[], wanted: string, length: number): string {
  const holds = `strpos(search_text, lower(${wanted})) > 0`
  const keys = `platform.text_keys(search_text) @> platform.text_keys(lower(${wanted}))`
  const isFull = `(select count(*) from near) = ${rowsToRead}`
  const wide = [...conditions, `not ${isFull}`, holds, ...(length < indexedLength ? [] : [keys])]
  return `
    with near as materialized (
      select * from (
        select ${listed} from auth.users ${where(conditions)} ${newestFirst} limit ${nearRows}
      ) newest where ${holds} ${newestFirst} limit ${rowsToRead}
    )
    (select * from near where ${isFull})
    union all
    (select ${listed} from auth.users ${where(wide)} ${newestFirst} limit ${rowsToRead})`
}

function where(conditions: readonly string[]): string {
  return conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`
}

export async function listUsers({ database }: { database: Database }, query: Query): Promise<Page> {
  const rows = await queryAdmin<AdminUser>(database, listStatement(query))
  const users = rows.slice(0, pageSize)
  const last = rows.length > pageSize ? users.at(-1) : undefined
  return { users, next: last ? writeExactCursor({ at: last.createdAt, id: last.id }) : null }
}

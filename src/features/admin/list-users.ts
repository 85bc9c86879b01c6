import type { Database } from '../../platform/db/connect.ts'
import { exactMoment, readExactCursor, writeExactCursor } from '../../platform/db/exact-cursor.ts'
import { isoMoment } from '../../platform/db/iso-moment.ts'
import { type Transaction, queryAdmin } from '../../platform/db/transaction.ts'
import type { QueryOf, ResponseOf } from '../../shared/endpoint.ts'
import { AppError } from '../../shared/errors.ts'
import type * as contract from './contract.ts'
import type { AdminUser } from './contract.ts'

type Query = QueryOf<typeof contract.listUsers>
type Page = ResponseOf<typeof contract.listUsers>

const pageSize = 50
/** One more row than a page, to find out whether there is another page. */
const rowsToRead = pageSize + 1
/** How many of the newest users a search scans before it uses the text index. */
const nearRows = 1000
/** The index is made of trigrams. */
const indexedLength = 3

const filters = { all: [], admins: [`role = 'admin'`], suspended: ['suspended_at is not null'] }
const listedColumns = `id, name, email, email_verified, business_name, role, created_at, last_sign_in_at, suspended_at,
  search_text`
const newestFirst = 'order by created_at desc, id desc'

/** A prepared statement for each kind of list: Postgres plans each once, with the matching index. */
function listStatement({ search = '', show = 'all', after }: Query) {
  const values: string[] = []
  const parameter = (value: string) => `$${values.push(value)}`
  const cursor = after === undefined ? undefined : readExactCursor(after, 'after')
  const conditions = [...filters[show]]
  if (cursor) {
    conditions.push(
      `(created_at, id) < (${parameter(cursor.at)}::timestamptz, ${parameter(cursor.id)}::uuid)`,
    )
  }
  const isPlain = search === ''
  const source = isPlain
    ? `select ${listedColumns} from auth.users ${where(conditions)} ${newestFirst} limit ${rowsToRead}`
    : searchIn(conditions, parameter(search), search.length)
  const text = `select ${userColumns} from (${source}) u ${subscriptionJoins} order by u.created_at desc, u.id desc`
  // A search is not prepared: the best plan depends on how rare the text is.
  return { ...(isPlain && { name: `list-users-${show}-${cursor ? 'after' : 'first'}` }), text, values }
}

/** Looks among the newest first: a common text would match too many rows of the index. */
function searchIn(conditions: string[], searchParameter: string, length: number): string {
  const matches = `strpos(search_text, lower(${searchParameter})) > 0`
  const keys = `platform.text_keys(search_text) @> platform.text_keys(lower(${searchParameter}))`
  const isFull = `(select count(*) from near) = ${rowsToRead}`
  const allConditions = [...conditions, `not ${isFull}`, matches, ...(length < indexedLength ? [] : [keys])]
  return `
    with near as materialized (
      select * from (
        select ${listedColumns} from auth.users ${where(conditions)} ${newestFirst} limit ${nearRows}
      ) newest where ${matches} ${newestFirst} limit ${rowsToRead}
    )
    (select * from near where ${isFull})
    union all
    (select ${listedColumns} from auth.users ${where(allConditions)} ${newestFirst} limit ${rowsToRead})`
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

/** The columns of a user as the API returns them, from auth.users u and `subscriptionJoins`. */
const userColumns = `u.id, u.name, u.email, u.email_verified as "emailVerified", u.business_name as "businessName",
  coalesce(nullif(s.status, 'none'), 'free') as "subscriptionStatus",
  case when s.status <> 'none' then ${isoMoment('s.current_period_end')} end as "subscriptionEndDate",
  u.role, ${exactMoment('u.created_at')} as "createdAt", ${isoMoment('u.last_sign_in_at')} as "lastSignInAt",
  ${isoMoment('u.suspended_at')} as "suspendedAt"`

/** The subscription of the first business that a user owns. */
const subscriptionJoins = `left join lateral (
    select business_id from members where user_id = u.id and role = 'owner' order by created_at, business_id limit 1
  ) m on true
  left join subscriptions s on s.business_id = m.business_id`

/** Reads a user, in a transaction of withAdmin. */
export async function getUser({ client }: Transaction, id: string): Promise<AdminUser> {
  const { rows } = await client.query<AdminUser>({
    name: 'admin-user',
    text: `select ${userColumns} from auth.users u ${subscriptionJoins} where u.id = $1`,
    values: [id],
  })
  if (!rows[0]) throw new AppError('NOT_FOUND', 'This user could not be found.')
  return rows[0]
}

import { exactMoment, exactPage, readExactCursor } from '../../platform/db/exact-cursor.ts'
import { isoMoment } from '../../platform/db/iso-moment.ts'
import { queryTenant, withTenant } from '../../platform/db/transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import { invalidField } from '../../shared/errors.ts'
import { isPermitted } from '../../shared/roles.ts'
import type { Mention, MentionList } from './contract.ts'
import type { Reader } from './queries.ts'
import { maxCounted, mentionsPerPage, readingPermission, subjectKinds } from './rules.ts'
import { subjectOf, subjectRows } from './subjects.ts'

const excerptLength = 160

type MentionRow = Omit<Mention, 'kind' | 'subjectId' | 'at'> &
  Parameters<typeof subjectOf>[0] & { shown: string; at: string }

/** What a role may no longer see is left out. */
const seesMoney = ({ memberRole }: Reader) => isPermitted(memberRole, readingPermission.expense)
const visible = `($3 or c.invoice_id is not null)`
const textOf = (what: 'title' | 'detail') =>
  `coalesce(${subjectKinds
    .map((kind) => {
      const { table, column, [what]: sql } = subjectRows[kind]
      return `(select ${sql} from ${table} s where s.business_id = c.business_id and s.id = c.${column})`
    })
    .join(', ')}, '')`

const select = (position: string) => `
  select m.id, ${isoMoment('m.created_at')} as shown, ${exactMoment('m.created_at')} as at,
    ${isoMoment('m.seen_at')} as "seenAt", coalesce(p.name, '') as author, left(c.body, ${excerptLength}) as excerpt,
    c.invoice_id as "invoiceId", c.expense_id as "expenseId", c.transaction_id as "transactionId",
    ${textOf('title')} as title, ${textOf('detail')} as detail
  from mentions m join comments c on c.business_id = m.business_id and c.id = m.comment_id
  left join people p on p.business_id = c.business_id and p.user_id = c.created_by
  where m.business_id = $1 and m.user_id = $2 and ${visible} ${position}
  order by m.created_at desc, m.id desc limit ${mentionsPerPage + 1}`

/** Where a member is mentioned, newest first. */
export async function listMentions(
  { database }: Deps<'database'>,
  reader: Reader,
  { after }: { after?: string | undefined },
): Promise<MentionList> {
  const cursor = after === undefined ? null : readExactCursor(after, 'after')
  const { businessId, userId } = reader
  const rows = await queryTenant<MentionRow>(database, businessId, {
    name: `list-mentions${cursor ? '-after' : ''}`,
    text: select(cursor ? 'and (m.created_at, m.id) < ($4::timestamptz, $5::uuid)' : ''),
    values: [businessId, userId, seesMoney(reader), ...(cursor ? [cursor.at, cursor.id] : [])],
  })
  const { shown, next } = exactPage(rows, mentionsPerPage)
  return { mentions: shown.map(toMention), next }
}

function toMention({ shown, invoiceId, expenseId, transactionId, ...row }: MentionRow): Mention {
  const { kind, id } = subjectOf({ invoiceId, expenseId, transactionId })
  return { ...row, at: shown, kind, subjectId: id }
}

export async function countMentions({ database }: Deps<'database'>, reader: Reader) {
  const [row] = await queryTenant<{ unseen: number }>(database, reader.businessId, {
    name: 'count-mentions',
    text: `select count(*)::int as unseen
           from mentions m join comments c on c.business_id = m.business_id and c.id = m.comment_id
           where m.business_id = $1 and m.user_id = $2 and m.seen_at is null and ${visible}`,
    values: [reader.businessId, reader.userId, seesMoney(reader)],
  })
  return { unseen: row?.unseen ?? 0 }
}

/** Marks mentions of this member as seen: those with these ids, or all. */
export async function seeMentions(
  { database, now }: Deps<'database' | 'now'>,
  { businessId, userId }: Reader,
  ids: readonly string[] | undefined,
): Promise<{ seen: number }> {
  const { rowCount } = await withTenant(database, businessId, ({ client }) =>
    client.query(
      `update mentions set seen_at = $3
       where business_id = $1 and user_id = $2 and seen_at is null and ($4::uuid[] is null or id = any($4))`,
      [businessId, userId, now(), ids ?? null],
    ),
  )
  return { seen: rowCount ?? 0 }
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** How many comments each of these transactions has. */
export async function countComments(
  { database }: Deps<'database'>,
  { businessId }: Reader,
  list: string,
): Promise<{ id: string; count: number }[]> {
  const ids = list.split(',').filter((id) => id !== '')
  if (ids.length > maxCounted || !ids.every((id) => uuid.test(id))) {
    throw invalidField('ids', `Please name at most ${maxCounted} transactions by their ids.`)
  }
  return queryTenant(database, businessId, {
    name: 'count-comments',
    text: `select transaction_id as id, count(*)::int as count from comments
           where business_id = $1 and transaction_id = any($2::uuid[]) group by transaction_id`,
    values: [businessId, ids],
  })
}

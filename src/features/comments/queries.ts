import { exactMoment, exactPage, readExactCursor } from '../../platform/db/exact-cursor.ts'
import { isoMoment } from '../../platform/db/iso-moment.ts'
import { type Transaction, withTenant } from '../../platform/db/transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Identity } from '../../platform/http/api.ts'
import { AppError } from '../../shared/errors.ts'
import { permissions } from '../../shared/roles.ts'
import { type Plan, includesFeature } from '../billing/rules.ts'
import type { Comment, CommentList, Person } from './contract.ts'
import { commentPlanText, commentsPerPage, readingPermission } from './rules.ts'
import { type Subject, describeSubject, subjectOf, subjectRows } from './subjects.ts'

/** Who reads, and what they may do. */
export type Reader = Pick<Identity, 'businessId' | 'userId' | 'memberRole'>

export interface CommentBusiness {
  name: string
  ownerVerified: boolean
  canComment: boolean
}

const columns = `c.id, c.created_by as "createdBy", coalesce(p.name, '') as "authorName", c.body,
  ${isoMoment('c.created_at')} as shown, ${isoMoment('c.edited_at')} as "editedAt", ${exactMoment('c.created_at')} as at,
  coalesce((
    select json_agg(json_build_object('userId', m.user_id, 'name', coalesce(mp.name, '')) order by mp.name, m.user_id)
    from mentions m left join people mp on mp.business_id = m.business_id and mp.user_id = m.user_id
    where m.business_id = c.business_id and m.comment_id = c.id), '[]') as mentions,
  (select m.id from mentions m where m.business_id = c.business_id and m.comment_id = c.id and m.user_id = $2
     and m.seen_at is null) as "unseenMentionId"`
const from = `comments c left join people p on p.business_id = c.business_id and p.user_id = c.created_by
  where c.business_id = $1`

interface CommentRow {
  id: string
  createdBy: string
  authorName: string
  body: string
  shown: string
  editedAt: string | null
  at: string
  mentions: Person[]
  unseenMentionId: string | null
}

const isHead = (role: Reader['memberRole']) => role === 'owner' || role === 'admin'

function toComment({ userId, memberRole }: Reader, row: CommentRow): Comment {
  const isOwn = row.createdBy === userId
  return {
    id: row.id,
    author: { userId: row.createdBy, name: row.authorName },
    body: row.body,
    mentions: row.mentions,
    at: row.shown,
    editedAt: row.editedAt,
    canEdit: isOwn,
    canDelete: isOwn || isHead(memberRole),
    unseenMentionId: row.unseenMentionId,
  }
}

export async function getComment({ client }: Transaction, reader: Reader, id: string): Promise<Comment> {
  const { rows } = await client.query<CommentRow>(`select ${columns} from ${from} and c.id = $3`, [
    reader.businessId,
    reader.userId,
    id,
  ])
  if (!rows[0]) throw commentNotFound()
  return toComment(reader, rows[0])
}

export function commentNotFound(): AppError {
  return new AppError('NOT_FOUND', 'This comment was deleted already.')
}

/** The comments on one subject, a page at a time from the newest on. */
export async function listComments(
  { database }: Deps<'database'>,
  reader: Reader,
  subject: Subject,
  { after }: { after?: string | undefined },
): Promise<CommentList> {
  const cursor = after === undefined ? null : readExactCursor(after, 'after')
  const { businessId, userId } = reader
  const { column } = subjectRows[subject.kind]
  const position = cursor ? 'and (c.created_at, c.id) < ($4::timestamptz, $5::uuid)' : ''
  return withTenant(database, businessId, async (tx) => {
    const text = await describeSubject(tx, businessId, subject)
    const { rows } = await tx.client.query<CommentRow>({
      name: `list-comments-${subject.kind}${cursor ? '-after' : ''}`,
      text: `select ${columns} from ${from} and c.${column} = $3 ${position}
             order by c.created_at desc, c.id desc limit ${commentsPerPage + 1}`,
      values: [businessId, userId, subject.id, ...(cursor ? [cursor.at, cursor.id] : [])],
    })
    const { shown, next } = exactPage(rows, commentsPerPage)
    return {
      ...text,
      comments: shown.map((row) => toComment(reader, row)),
      next,
      people: await listReaders(tx, reader, subject),
      canComment: (await getCommentBusiness(tx, reader)).canComment,
    }
  })
}

/** The other members who may see it. */
async function listReaders({ client }: Transaction, reader: Reader, { kind }: Subject): Promise<Person[]> {
  const { rows } = await client.query<Person>(
    `select m.user_id as "userId", p.name from members m
     join people p on p.business_id = m.business_id and p.user_id = m.user_id
     where m.business_id = $1 and m.user_id <> $2 and m.paused_at is null and m.role = any($3::text[])
     order by lower(p.name), m.user_id limit 500`,
    [reader.businessId, reader.userId, [...permissions[readingPermission[kind]]]],
  )
  return rows
}

/** What is written belongs to a team: a plan with several users, or one in which another member has a seat. */
export async function getCommentBusiness(
  { client }: Transaction,
  { businessId, userId }: Reader,
): Promise<CommentBusiness> {
  const { rows } = await client.query<{
    name: string
    ownerVerified: boolean
    plan: Plan
    hasOthers: boolean
  }>(
    `select b.name, b.owner_verified as "ownerVerified", b.plan, exists (
       select from members m where m.business_id = b.id and m.user_id <> $2 and m.paused_at is null) as "hasOthers"
     from businesses b where b.id = $1`,
    [businessId, userId],
  )
  if (!rows[0]) throw new AppError('NOT_FOUND', 'This business no longer exists.')
  const { plan, hasOthers, ...business } = rows[0]
  return { ...business, canComment: includesFeature(plan, 'severalUsers') || (plan !== 'free' && hasOthers) }
}

export function assertCanComment({ canComment }: CommentBusiness): void {
  if (!canComment) throw new AppError('PLAN_REQUIRED', commentPlanText)
}

interface Stored {
  subject: Subject
  createdBy: string
}

/** Locks a comment, so that one transaction changes it at a time. */
export async function lockComment({ client }: Transaction, businessId: string, id: string): Promise<Stored> {
  const { rows } = await client.query<Parameters<typeof subjectOf>[0] & { createdBy: string }>(
    `select created_by as "createdBy", invoice_id as "invoiceId", expense_id as "expenseId",
       transaction_id as "transactionId"
     from comments where business_id = $1 and id = $2 for update`,
    [businessId, id],
  )
  if (!rows[0]) throw commentNotFound()
  return { subject: subjectOf(rows[0]), createdBy: rows[0].createdBy }
}

import { type Transaction, withTenant } from '../../platform/db/transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import { type Identity, assertPermitted } from '../../platform/http/api.ts'
import { type Limit, countUse } from '../../platform/limits/limit.ts'
import type { BodyOf } from '../../shared/endpoint.ts'
import { AppError, fieldError } from '../../shared/errors.ts'
import type { Comment, addComment, editComment } from './contract.ts'
import { queueMentionMails } from './emails.ts'
import { type Mentioned, findMentioned } from './find-mentioned.ts'
import { assertCanComment, getComment, getCommentBusiness, lockComment } from './queries.ts'
import { readingPermission } from './rules.ts'
import { type Subject, describeSubject, subjectRows } from './subjects.ts'

export type CommentDeps = Deps<
  'database' | 'jobs' | 'now' | 'appUrl' | 'mailFrom' | 'mailWaitsForVerification'
>

const mailsPerHour = 60

const mailLimit = (userId: string): Limit => ({
  key: `mention-mail:user:${userId}`,
  max: mailsPerHour,
  windowSeconds: 3600,
  refusal: 'You’ve mentioned many people already.',
})

/** Authors get no notice of their own comments. */
const others = ({ userId }: Identity, mentions: readonly string[]) =>
  [...new Set(mentions)].filter((id) => id !== userId)

async function countMails({ database }: CommentDeps, { userId }: Identity, count: number): Promise<void> {
  for (let n = 0; n < count; n++) await countUse(database, [mailLimit(userId)])
}

/** Stores a comment and emails those whom it names, once for each request id. */
export async function addCommentOn(
  deps: CommentDeps,
  identity: Identity,
  subject: Subject,
  { body, mentions, requestId }: BodyOf<(typeof addComment)['invoice']>,
): Promise<Comment> {
  const { businessId, userId } = identity
  assertPermitted(identity, readingPermission[subject.kind])
  const mentioned = await findMentioned(deps.database, businessId, subject.kind, others(identity, mentions))
  await countMails(deps, identity, mentioned.length)
  return withTenant(deps.database, businessId, async (tx) => {
    const text = await describeSubject(tx, businessId, subject, { isKept: true })
    const business = await getCommentBusiness(tx, identity)
    assertCanComment(business)
    const { column } = subjectRows[subject.kind]
    const {
      rows: [added],
    } = await tx.client.query<{ id: string }>(
      `insert into comments (business_id, ${column}, body, created_by, request_id, created_at)
       values ($1, $2, $3, $4, $5, $6) on conflict (business_id, request_id) do nothing returning id`,
      [businessId, subject.id, body, userId, requestId, deps.now()],
    )
    if (!added) {
      // A statement of its own: the one above does not see what it waited for.
      const { rows: earlier } = await tx.client.query<{ id: string }>(
        `select id from comments where business_id = $1 and ${column} = $2 and created_by = $3 and request_id = $4`,
        [businessId, subject.id, userId, requestId],
      )
      if (earlier[0]) return getComment(tx, identity, earlier[0].id)
      throw fieldError('requestId', 'This request ID was already used for another comment.')
    }
    const { id } = added
    const named = await addMentions(tx, deps, { businessId, commentId: id }, mentioned)
    await queueMentionMails(tx, deps, { business, identity, subject, text, body, mentioned: named })
    return getComment(tx, identity, id)
  })
}

/** Changes a comment of one’s own. Those whom it names for the first time are emailed. */
export async function editOwnComment(
  deps: CommentDeps,
  identity: Identity,
  id: string,
  { body, mentions }: BodyOf<typeof editComment>,
): Promise<Comment> {
  const { businessId, userId } = identity
  const wanted = others(identity, mentions)
  const { subject, isNamed } = await withTenant(deps.database, businessId, async (tx) => {
    const found = await lockComment(tx, businessId, id)
    assertPermitted(identity, readingPermission[found.subject.kind])
    if (found.createdBy !== userId) {
      throw new AppError('FORBIDDEN', 'Only the person who wrote a comment can change it.')
    }
    const named = await tx.client.query<{ userId: string }>(
      `select user_id as "userId" from mentions where business_id = $1 and comment_id = $2`,
      [businessId, id],
    )
    return { subject: found.subject, isNamed: new Set(named.rows.map((row) => row.userId)) }
  })
  // Who was named before stays, even if they have left since.
  const asked = wanted.filter((one) => !isNamed.has(one))
  const mentioned = await findMentioned(deps.database, businessId, subject.kind, asked)
  await countMails(deps, identity, mentioned.length)
  return withTenant(deps.database, businessId, async (tx) => {
    await lockComment(tx, businessId, id)
    const text = await describeSubject(tx, businessId, subject)
    const business = await getCommentBusiness(tx, identity)
    assertCanComment(business)
    await tx.client.query(
      `update comments set body = $3, edited_at = $4 where business_id = $1 and id = $2 and body <> $3`,
      [businessId, id, body, deps.now()],
    )
    await tx.client.query(
      `delete from mentions where business_id = $1 and comment_id = $2 and user_id <> all($3::uuid[])`,
      [businessId, id, wanted],
    )
    const added = await addMentions(tx, deps, { businessId, commentId: id }, mentioned)
    await queueMentionMails(tx, deps, { business, identity, subject, text, body, mentioned: added })
    return getComment(tx, identity, id)
  })
}

/** Returns those who were not named before. */
async function addMentions(
  { client }: Transaction,
  { now }: CommentDeps,
  { businessId, commentId }: { businessId: string; commentId: string },
  mentioned: readonly Mentioned[],
): Promise<Mentioned[]> {
  if (mentioned.length === 0) return []
  const { rows } = await client.query<{ userId: string }>(
    `insert into mentions (business_id, comment_id, user_id, created_at)
     select $1, $2, unnest($3::uuid[]), $4
     on conflict on constraint mentions_person do nothing returning user_id as "userId"`,
    [businessId, commentId, mentioned.map(({ userId }) => userId), now()],
  )
  const added = new Set(rows.map(({ userId }) => userId))
  return mentioned.filter(({ userId }) => added.has(userId))
}

/** Deletes a comment of one’s own, and for owners and admins any. */
export async function deleteComment(deps: CommentDeps, identity: Identity, id: string): Promise<void> {
  const { businessId, userId, memberRole } = identity
  await withTenant(deps.database, businessId, async (tx) => {
    const { subject, createdBy } = await lockComment(tx, businessId, id)
    assertPermitted(identity, readingPermission[subject.kind])
    if (createdBy !== userId && memberRole !== 'owner' && memberRole !== 'admin') {
      throw new AppError(
        'FORBIDDEN',
        'Only the person who wrote a comment, the owner or an admin can delete it.',
      )
    }
    await tx.client.query('delete from comments where business_id = $1 and id = $2', [businessId, id])
  })
}

import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { requiredText } from '../../shared/text-schema.ts'
import {
  type SubjectKind,
  maxCommentLength,
  maxMentions,
  mentionsPerPage,
  readingPermission,
  subjectKinds,
} from './rules.ts'

const tag = 'Comments'
const access = { permission: 'comments.write' } as const
const params = z.strictObject({ id: z.uuid() })
const momentSchema = z.iso.datetime()
const personSchema = z.strictObject({ userId: z.uuid(), name: z.string() })
export type Person = z.infer<typeof personSchema>
const pageQuery = z.strictObject({
  /** A position in the list, from an earlier response. */
  after: z.string().max(200).optional(),
})

export const commentSchema = z.strictObject({
  id: z.uuid(),
  author: personSchema,
  body: z.string(),
  /** The members whom it names. */
  mentions: z.array(personSchema),
  at: momentSchema,
  editedAt: momentSchema.nullable(),
  canEdit: z.boolean(),
  canDelete: z.boolean(),
  /** Of the reader, while they have not seen that they are named. */
  unseenMentionId: z.uuid().nullable(),
})
export type Comment = z.infer<typeof commentSchema>

export const commentListSchema = z.strictObject({
  /** Such as `Invoice 1A2B3C4D`. */
  title: z.string(),
  /** Such as the client; empty if nothing is known. */
  detail: z.string(),
  /** Newest first. */
  comments: z.array(commentSchema),
  next: z.string().nullable(),
  /** The other members who can be named: those who may see it. */
  people: z.array(personSchema),
  /** Whether the plan allows to add comments. */
  canComment: z.boolean(),
})
export type CommentList = z.infer<typeof commentListSchema>

const written = {
  body: requiredText(maxCommentLength, 'Please write a comment.'),
  /** The members whom it names, who get an email. */
  mentions: z.array(z.uuid()).max(maxMentions, `You can mention at most ${maxMentions} people.`).default([]),
}

const list = <Path extends `/api/v1/${string}`, Kind extends SubjectKind>(
  path: Path,
  kind: Kind,
  what: string,
) =>
  endpoint({
    method: 'get',
    path,
    access: { permission: readingPermission[kind] },
    tag,
    summary: `What members wrote about ${what}, newest first, and whom a comment can name`,
    params,
    query: pageQuery,
    response: commentListSchema,
  })

const add = <Path extends `/api/v1/${string}`>(path: Path, what: string) =>
  endpoint({
    method: 'post',
    path,
    access,
    tag,
    summary: `Comment on ${what}; those it mentions get an email`,
    params,
    body: z.strictObject({
      ...written,
      /** Makes the request idempotent. */
      requestId: z.uuid(),
    }),
    response: commentSchema,
    errors: ['PLAN_REQUIRED', 'TOO_MANY_REQUESTS'],
  })

export const listComments = {
  invoice: list('/api/v1/invoices/{id}/comments', 'invoice', 'an invoice'),
  expense: list('/api/v1/expenses/{id}/comments', 'expense', 'an expense'),
  transaction: list('/api/v1/transactions/{id}/comments', 'transaction', 'a bank transaction'),
} satisfies Record<SubjectKind, unknown>

export const addComment = {
  invoice: add('/api/v1/invoices/{id}/comments', 'an invoice'),
  expense: add('/api/v1/expenses/{id}/comments', 'an expense'),
  transaction: add('/api/v1/transactions/{id}/comments', 'a bank transaction'),
} satisfies Record<SubjectKind, unknown>

export const editComment = endpoint({
  method: 'put',
  path: '/api/v1/comments/{id}',
  access,
  tag,
  summary: 'Change a comment of one’s own; those it mentions for the first time get an email',
  params,
  body: z.strictObject(written),
  response: commentSchema,
  errors: ['NOT_FOUND', 'PLAN_REQUIRED', 'TOO_MANY_REQUESTS'],
})

export const deleteComment = endpoint({
  method: 'delete',
  path: '/api/v1/comments/{id}',
  access,
  tag,
  summary: 'Delete a comment of one’s own; an owner or an admin deletes any',
  params,
  errors: ['NOT_FOUND'],
})

export const countComments = endpoint({
  method: 'get',
  path: '/api/v1/comments/counts',
  access: { permission: 'money.read' },
  tag,
  summary: 'How many comments transactions have; those without any are left out',
  query: z.strictObject({
    /** The ids of transactions, separated by commas. */
    ids: z.string().max(8000).default(''),
  }),
  response: z.strictObject({ counts: z.array(z.strictObject({ id: z.uuid(), count: z.int() })) }),
})

export const mentionSchema = z.strictObject({
  id: z.uuid(),
  /** What the comment is about. */
  kind: z.enum(subjectKinds),
  subjectId: z.uuid(),
  /** The name of who wrote the comment. */
  author: z.string(),
  title: z.string(),
  detail: z.string(),
  /** The beginning of the comment. */
  excerpt: z.string(),
  at: momentSchema,
  seenAt: momentSchema.nullable(),
})
export type Mention = z.infer<typeof mentionSchema>

export const listMentions = endpoint({
  method: 'get',
  path: '/api/v1/mentions',
  access,
  tag,
  summary: `Where the signed-in member is mentioned in this business, newest first, ${mentionsPerPage} at a time`,
  query: pageQuery,
  response: z.strictObject({ mentions: z.array(mentionSchema), next: z.string().nullable() }),
})
export type MentionList = z.infer<typeof listMentions.response>

export const countMentions = endpoint({
  method: 'get',
  path: '/api/v1/mentions/count',
  access,
  tag,
  summary: 'How many of them the member has not seen',
  response: z.strictObject({ unseen: z.int() }),
})

export const seeMentions = endpoint({
  method: 'put',
  path: '/api/v1/mentions/seen',
  access,
  tag,
  summary:
    'Mark mentions of the signed-in member as seen: those of the list, or all; repeating it changes nothing',
  body: z.strictObject({ ids: z.array(z.uuid()).max(200).optional() }),
  response: z.strictObject({ seen: z.int() }),
})

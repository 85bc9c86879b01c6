import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { subjectNames, verbs } from './rules.ts'

export const actSchema = z.strictObject({
  id: z.uuid(),
  at: z.iso.datetime(),
  /** The name of the member. */
  who: z.string(),
  verb: z.enum(verbs),
  subject: z.enum(subjectNames),
  /** How the document is named. Empty for settings and for several at once. */
  label: z.string(),
  /** More than one if many were written at once. */
  count: z.int(),
  /** The document, if it has a page and still exists. */
  documentId: z.uuid().nullable(),
})
export type ActEntry = z.infer<typeof actSchema>

export const listActivity = endpoint({
  method: 'get',
  path: '/api/v1/activity',
  access: { permission: 'team.write' },
  tag: 'Team',
  summary: 'Who did what, newest first, 50 at a time',
  query: z.strictObject({
    after: z.string().max(200).optional(),
    member: z.uuid('Please choose a member.').optional(),
    subject: z.enum(subjectNames, 'Please choose a kind from the list.').optional(),
  }),
  response: z.strictObject({
    acts: z.array(actSchema),
    /** The cursor for `after`; null on the last page. */
    next: z.string().nullable(),
    /** Everyone who is or was a member, to filter by. */
    people: z.array(z.strictObject({ userId: z.uuid(), name: z.string() })),
  }),
})

import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { emailSchema } from '../auth/contract.ts'

export const longestMessage = 5000
export const longestReply = 10_000

const tag = 'Contact'
const adminTag = 'Admin: contact messages'
const momentSchema = z.iso.datetime()

const line = (what: string, max: number) =>
  z
    .string()
    .trim()
    .min(1, `Please enter ${what}.`)
    .max(max, `Please use at most ${max} characters.`)
    .regex(/^[^\r\n]*$/, 'Please use a single line.')

const text = (what: string, max: number) =>
  z
    .string()
    .trim()
    .min(1, `Please enter ${what}.`)
    .max(max, `Please use at most ${max.toLocaleString('en-US')} characters.`)

export const sendContactMessage = endpoint({
  method: 'post',
  path: '/api/v1/contact',
  access: 'public',
  tag,
  summary: 'Send a message to the operator of this installation',
  body: z.strictObject({
    name: line('your name', 120),
    email: emailSchema,
    subject: line('a subject', 200),
    message: text('your message', longestMessage),
    /** A honeypot that people do not see. If it is filled in, the message is dropped. */
    inquiry: z.string().optional(),
  }),
  errors: ['TOO_MANY_REQUESTS'],
})

export const messageStates = ['open', 'answered', 'closed'] as const

export const contactMessageSchema = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  email: z.email(),
  subject: z.string(),
  message: z.string(),
  state: z.enum(messageStates),
  createdAt: momentSchema,
  replies: z.array(
    z.strictObject({
      id: z.uuid(),
      authorEmail: z.string(),
      body: z.string(),
      createdAt: momentSchema,
      /** The state of the answer's mail; null once the mail has been deleted. */
      mailState: z.enum(['held', 'queued', 'sent', 'failed']).nullable(),
      mailError: z.string().nullable(),
    }),
  ),
})
export type ContactMessage = z.infer<typeof contactMessageSchema>

export const listContactMessages = endpoint({
  method: 'get',
  path: '/api/v1/admin/contact-messages',
  access: 'admin',
  tag: adminTag,
  summary: 'Messages from visitors, newest first, 20 at a time, each with its answers',
  query: z.strictObject({ state: z.enum(messageStates).optional(), after: z.string().max(200).optional() }),
  response: z.strictObject({ messages: z.array(contactMessageSchema), next: z.string().nullable() }),
})

const params = z.strictObject({ id: z.uuid() })

export const answerContactMessage = endpoint({
  method: 'post',
  path: '/api/v1/admin/contact-messages/{id}/answer',
  access: 'admin',
  tag: adminTag,
  summary: 'Answer a message by email; replies go to the support address',
  params,
  body: z.strictObject({
    body: text('your answer', longestReply),
    /** Any UUID. Sending the same answer again with the same id mails it only once. */
    requestId: z.uuid(),
  }),
  response: contactMessageSchema,
  errors: ['NOT_FOUND'],
})

export const closeContactMessage = endpoint({
  method: 'post',
  path: '/api/v1/admin/contact-messages/{id}/close',
  access: 'admin',
  tag: adminTag,
  summary: 'Close a message',
  params,
  response: contactMessageSchema,
  errors: ['NOT_FOUND'],
})

export const reopenContactMessage = endpoint({
  method: 'post',
  path: '/api/v1/admin/contact-messages/{id}/reopen',
  access: 'admin',
  tag: adminTag,
  summary: 'Reopen a closed message',
  params,
  response: contactMessageSchema,
  errors: ['NOT_FOUND'],
})

import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { addressField } from '../auth/contract.ts'
import { platformMailboxes, selectorForm } from './rules.ts'

const tag = 'Admin: email'
const momentSchema = z.iso.datetime()

export const getMailSetup = endpoint({
  method: 'get',
  path: '/api/v1/admin/mail',
  access: 'admin',
  tag,
  summary: "The platform's addresses and how its email is sent",
  response: z.strictObject({
    domain: z.string(),
    addresses: z.array(z.strictObject({ mailbox: z.enum(platformMailboxes), address: z.email() })),
    /** The sender as recipients see it. */
    from: z.string(),
    transport: z.discriminatedUnion('kind', [
      /** Mails are written into files, which only the operator can read. */
      z.strictObject({ kind: z.literal('mailbox') }),
      z.strictObject({ kind: z.literal('smtp'), host: z.string(), port: z.int() }),
    ]),
    /** The number of mails in each state. */
    counts: z.strictObject({ queued: z.int(), held: z.int(), failed: z.int() }),
  }),
})
export type MailSetup = z.infer<typeof getMailSetup.response>

export const mailStates = ['queued', 'held', 'sent', 'failed'] as const

export const outboxMailSchema = z.strictObject({
  id: z.uuid(),
  /** What the mail is about, such as `reset-password`. */
  kind: z.string(),
  to: z.string(),
  /** Null for any mail of a business, even to its owner: it may name clients and invoices. */
  subject: z.string().nullable(),
  /** The business on whose behalf the mail was written, if any. */
  businessName: z.string().nullable(),
  state: z.enum(mailStates),
  attempts: z.int(),
  /** Why the mail was not sent (yet), as a sentence. */
  lastError: z.string().nullable(),
  /** True if it failed or waits for a retry, unless its body was deleted with a secret link. */
  canSendAgain: z.boolean(),
  createdAt: momentSchema,
  sentAt: momentSchema.nullable(),
})
export type OutboxMail = z.infer<typeof outboxMailSchema>

export const listOutbox = endpoint({
  method: 'get',
  path: '/api/v1/admin/mails',
  access: 'admin',
  tag,
  summary: 'The outbox, newest first, 50 at a time: where each email goes and its status, not its content',
  query: z.strictObject({ state: z.enum(mailStates).optional(), after: z.string().max(200).optional() }),
  response: z.strictObject({ mails: z.array(outboxMailSchema), next: z.string().nullable() }),
})

const mailParams = z.strictObject({ id: z.uuid() })

export const getOutboxMail = endpoint({
  method: 'get',
  path: '/api/v1/admin/mails/{id}',
  access: 'admin',
  tag,
  summary: 'The status of one email',
  params: mailParams,
  response: outboxMailSchema,
  errors: ['NOT_FOUND'],
})

export const sendMailAgain = endpoint({
  method: 'post',
  path: '/api/v1/admin/mails/{id}/send-again',
  access: 'admin',
  tag,
  summary: 'Retry an email that failed or is waiting for its next attempt',
  params: mailParams,
  response: outboxMailSchema,
  errors: ['NOT_FOUND', 'NOT_SENDABLE'],
})

export const sendTestMail = endpoint({
  method: 'post',
  path: '/api/v1/admin/test-mail',
  access: 'admin',
  tag,
  summary: "Send a test email through the platform's own transport",
  body: z.strictObject({ to: addressField('Please enter an email address.') }),
  response: z.strictObject({ id: z.uuid() }),
  errors: ['TOO_MANY_REQUESTS'],
})

/** `unknown`: the name servers did not respond. */
export const dnsVerdicts = ['good', 'attention', 'missing', 'unknown'] as const

export const checkDns = endpoint({
  method: 'get',
  path: '/api/v1/admin/dns',
  access: 'admin',
  tag,
  summary: "Check the domain's MX, SPF, DKIM and DMARC records and explain what they mean",
  query: z.strictObject({
    /** The name under which the DKIM key is published. If missing, common names are tried. */
    selector: z
      .string()
      .trim()
      .max(100)
      .regex(selectorForm, 'A selector can only contain letters, digits, hyphens and dots.')
      .optional(),
  }),
  response: z.strictObject({
    domain: z.string(),
    checks: z.array(
      z.strictObject({
        record: z.enum(['MX', 'SPF', 'DKIM', 'DMARC']),
        verdict: z.enum(dnsVerdicts),
        /** One or two sentences: what was found and what to do. */
        words: z.string(),
        /** The records as published. */
        found: z.array(z.string()),
      }),
    ),
  }),
  errors: ['TOO_MANY_REQUESTS'],
})
export type DnsCheck = z.infer<typeof checkDns.response>['checks'][number]

export const mailboxEntrySchema = z.strictObject({
  id: z.uuid(),
  from: z.string(),
  to: z.string(),
  subject: z.string(),
  at: momentSchema,
})
export type MailboxEntry = z.infer<typeof mailboxEntrySchema>

export const listMailbox = endpoint({
  method: 'get',
  path: '/api/v1/admin/mailbox',
  access: 'admin',
  tag,
  summary: 'The messages in the built-in mailbox, newest first, 50 at a time',
  query: z.strictObject({ after: z.string().max(200).optional() }),
  response: z.strictObject({ messages: z.array(mailboxEntrySchema), next: z.string().nullable() }),
  errors: ['NOT_CONFIGURED'],
})

export const mailboxMessageSchema = mailboxEntrySchema.extend({
  replyTo: z.string().nullable(),
  /** The original HTML: never put it into a page unsanitized. Inline pictures are data: URLs. */
  html: z.string().nullable(),
  text: z.string().nullable(),
  attachments: z.array(
    z.strictObject({ index: z.int(), name: z.string(), type: z.string(), bytes: z.int() }),
  ),
})
export type MailboxMessage = z.infer<typeof mailboxMessageSchema>

export const getMailboxMessage = endpoint({
  method: 'get',
  path: '/api/v1/admin/mailbox/{id}',
  access: 'admin',
  tag,
  summary: 'One message of the built-in mailbox; opening it is recorded',
  params: mailParams,
  response: mailboxMessageSchema,
  errors: ['NOT_FOUND', 'NOT_CONFIGURED', 'BODY_TOO_LARGE'],
})

export const getMailboxAttachment = endpoint({
  method: 'get',
  path: '/api/v1/admin/mailbox/{id}/attachments/{index}',
  access: 'admin',
  tag,
  summary: 'Download an attachment of such a message',
  params: z.strictObject({ id: z.uuid(), index: z.string().regex(/^\d{1,3}$/) }),
  givesFile: ['application/octet-stream'],
  errors: ['NOT_FOUND', 'NOT_CONFIGURED', 'BODY_TOO_LARGE'],
})

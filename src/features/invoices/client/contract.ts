import { z } from 'zod'
import { endpoint } from '../../../shared/endpoint.ts'
import { invoiceEventKinds } from '../../../shared/invoice-event-kinds.ts'
import { invoiceListItemSchema } from '../contract.ts'

const tag = 'Clients'
const params = z.strictObject({ id: z.uuid() })

export const listClientInvoices = endpoint({
  method: 'get',
  path: '/api/v1/clients/{id}/invoices',
  access: { permission: 'sales.read' },
  tag,
  summary: 'The invoices of a client, newest issue date first, 50 at a time',
  params,
  query: z.strictObject({
    /** A cursor from an earlier response. Only one of `after` and `before` may be given. */
    after: z.string().max(200).optional(),
    before: z.string().max(200).optional(),
  }),
  response: z.strictObject({
    invoices: z.array(invoiceListItemSchema),
    next: z.string().nullable(),
    previous: z.string().nullable(),
  }),
})

export const clientTimelineEntrySchema = z.strictObject({
  id: z.uuid(),
  at: z.iso.datetime(),
  kind: z.enum([
    ...invoiceEventKinds,
    'sent',
    // A statement of the client's account.
    'mail-held',
    'mail-queued',
    'mail-sent',
    'mail-failed',
    'client-created',
    'client-changed',
    'client-notes',
    'client-archived',
    'client-unarchived',
    'client-merged',
    'client-portal-opened',
    'client-portal-renewed',
    'client-message',
    'client-proposed',
    'client-proposal-accepted',
    'client-proposal-declined',
  ]),
  /** The invoice that it is about; null for what happened to the client. */
  invoice: z.strictObject({ id: z.uuid(), number: z.string(), currency: z.string() }).nullable(),
  amountMinor: z.int().nullable(),
  isTest: z.boolean(),
  note: z.string().nullable(),
  /** For a mail: to whom, why it failed or has not been sent yet, and whether it waits for the mail account of the business. */
  to: z.string().nullable(),
  reason: z.string().nullable(),
  waitsForAccount: z.boolean(),
  /** The member who did it; null for the product itself, a client or a job. */
  who: z.string().nullable(),
})
export type ClientTimelineEntry = z.infer<typeof clientTimelineEntrySchema>

export const getClientTimeline = endpoint({
  method: 'get',
  path: '/api/v1/clients/{id}/timeline',
  access: { permission: 'sales.read' },
  tag,
  summary: 'What happened to a client and its invoices, newest first, 30 at a time',
  params,
  query: z.strictObject({ after: z.string().max(200).optional() }),
  response: z.strictObject({ entries: z.array(clientTimelineEntrySchema), next: z.string().nullable() }),
})

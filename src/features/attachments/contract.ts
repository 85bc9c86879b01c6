import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import type { ErrorCode } from '../../shared/errors.ts'
import type { Permission } from '../../shared/roles.ts'
import { type TargetKind, maxFileBytes, maxFiles, tooLargeText } from './rules.ts'

const tag = 'Attachments'
const params = z.strictObject({ id: z.uuid() })

export const attachmentSchema = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  contentType: z.string(),
  byteCount: z.int(),
})
export type Attachment = z.infer<typeof attachmentSchema>
export const attachmentListSchema = z.strictObject({ attachments: z.array(attachmentSchema) })

/** The ids of files that were sent before, for what is saved with them. */
export const attachmentIds = z.array(z.uuid()).max(maxFiles, `You can add at most ${maxFiles} files.`)

export const uploadAttachment = endpoint({
  method: 'post',
  path: '/api/v1/attachments',
  access: { permission: 'sales.write' },
  tag,
  summary:
    'Keep a PDF or a picture for an invoice, an estimate, an expense or a client. It is removed after a day if it is not used',
  query: z.strictObject({
    /** Makes the request idempotent. */
    requestId: z.uuid(),
    fileName: z.string().max(1000).default(''),
  }),
  takesFile: true,
  bodyLimit: maxFileBytes,
  tooLarge: tooLargeText,
  response: attachmentSchema,
  errors: ['INVALID_FILE_TYPE', 'TOO_MANY_REQUESTS'],
})

const list = <Path extends `/api/v1/${string}`>(
  path: Path,
  what: string,
  permission: Permission = 'sales.read',
) =>
  endpoint({
    method: 'get',
    path,
    access: { permission },
    tag,
    summary: `The files of ${what}, in the order in which they were added`,
    params,
    response: attachmentListSchema,
  })

const set = <Path extends `/api/v1/${string}`>(
  path: Path,
  what: string,
  { permission = 'sales.write', errors = [] }: { permission?: Permission; errors?: ErrorCode[] } = {},
) =>
  endpoint({
    method: 'put',
    path,
    access: { permission },
    tag,
    summary: `Add files to ${what} and remove some: afterwards there are those of the list`,
    params,
    body: z.strictObject({ attachments: attachmentIds }),
    response: attachmentListSchema,
    errors,
  })

export const listAttachments = {
  invoice: list('/api/v1/invoices/{id}/attachments', 'an invoice'),
  expense: list('/api/v1/expenses/{id}/attachments', 'an expense', 'money.read'),
  client: list('/api/v1/clients/{id}/attachments', 'a client'),
  estimate: list('/api/v1/estimates/{id}/attachments', 'an estimate'),
} satisfies Record<TargetKind, unknown>

export const setAttachments = {
  invoice: set('/api/v1/invoices/{id}/attachments', 'an invoice'),
  expense: set('/api/v1/expenses/{id}/attachments', 'an expense', { permission: 'money.write' }),
  client: set('/api/v1/clients/{id}/attachments', 'a client'),
  estimate: set('/api/v1/estimates/{id}/attachments', 'an estimate', { errors: ['ESTIMATE_DECIDED'] }),
} satisfies Record<TargetKind, unknown>

export const getAttachmentFile = endpoint({
  method: 'get',
  path: '/api/v1/attachments/{id}/file',
  access: { permission: 'sales.read' },
  tag,
  summary: 'The file',
  params,
  givesFile: ['application/octet-stream'],
})

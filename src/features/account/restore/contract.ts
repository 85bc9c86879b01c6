import { z } from 'zod'
import { endpoint } from '../../../shared/endpoint.ts'
import { maxArchiveBytes, partBytes, partCount } from './rules.ts'

const tag = 'Account'

export const restoreSchema = z.strictObject({
  id: z.uuid(),
  state: z.enum(['uploading', 'restoring', 'restored', 'failed']),
  /** Why it failed. Nothing was restored then. */
  problem: z.string().nullable(),
  /** The size of the archive, and of a part. */
  byteCount: z.int(),
  partBytes: z.int(),
  /** Parts that have arrived, counted from 0. */
  parts: z.array(z.int()),
  /** How many bytes of the archive’s content are read, and how many there are. */
  done: z.int(),
  total: z.int(),
  /** How many rows of each table came back, and files of receipts that the archive does not contain. */
  counts: z.record(z.string(), z.int()),
  createdAt: z.iso.datetime(),
})
export type AccountRestore = z.infer<typeof restoreSchema>

export const getRestore = endpoint({
  method: 'get',
  path: '/api/v1/account/restores/current',
  access: { permission: 'business.own' },
  tag,
  summary: 'Whether an archive can be restored into the account, and how far the last one is',
  response: z.strictObject({
    /** What the account has already, in words. Empty if an archive can be restored into it. */
    data: z.array(z.string()),
    restore: restoreSchema.nullable(),
  }),
})

export const beginRestore = endpoint({
  method: 'post',
  path: '/api/v1/account/restores',
  access: { permission: 'business.own' },
  tag,
  summary: 'Begin to restore an exported archive, whose parts are sent next',
  body: z.strictObject({
    /** Makes the request idempotent. */
    requestId: z.uuid(),
    byteCount: z
      .int()
      .min(22, 'This file is empty. Please choose the zip file that you exported.')
      .max(maxArchiveBytes, 'This file is too large to be an archive from an export.'),
  }),
  response: restoreSchema,
  errors: ['NOT_EMPTY', 'TOO_MANY_REQUESTS'],
})

const params = z.strictObject({ id: z.uuid() })

export const sendArchivePart = endpoint({
  method: 'put',
  path: '/api/v1/account/restores/{id}/parts',
  access: { permission: 'business.own' },
  tag,
  summary: 'Send one part of the archive; a part that is sent twice is kept once',
  params,
  /** Counted from 0. */
  query: z.strictObject({
    part: z.coerce
      .number()
      .pipe(z.int().min(0).max(partCount(maxArchiveBytes)))
      .default(0),
  }),
  takesFile: true,
  bodyLimit: partBytes,
  response: restoreSchema,
  errors: ['NOT_FOUND', 'VALIDATION_FAILED'],
})

export const startRestore = endpoint({
  method: 'post',
  path: '/api/v1/account/restores/{id}/start',
  access: { permission: 'business.own' },
  confirm: true,
  tag,
  summary: 'Restore the archive in the background, as a whole or not at all',
  params,
  response: restoreSchema,
  errors: ['NOT_FOUND', 'NOT_EMPTY', 'VALIDATION_FAILED'],
})

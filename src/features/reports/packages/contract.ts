import { z } from 'zod'
import { isIsoDate } from '../../../shared/dates.ts'
import { endpoint } from '../../../shared/endpoint.ts'

const tag = 'Reports'
const daySchema = z.string().refine(isIsoDate, 'Please choose a date.')

const packageSchema = z.strictObject({
  id: z.uuid(),
  from: z.string(),
  to: z.string(),
  basis: z.enum(['accrual', 'cash']),
  state: z.enum(['waiting', 'running', 'ready', 'failed']),
  /** How many of its files are written, and how many there will be; 0 until that is known. */
  done: z.int(),
  total: z.int(),
  /** Why it failed. */
  problem: z.string().nullable(),
  byteCount: z.int(),
  createdAt: z.iso.datetime(),
})
export type ReportPackage = z.infer<typeof packageSchema>

const path = '/api/v1/reports/packages'
const params = z.strictObject({ id: z.uuid() })

export const createPackage = endpoint({
  method: 'post',
  path,
  access: { permission: 'reports.read' },
  tag,
  summary: 'Make a file with everything that an accountant needs of a period, in the background',
  body: z
    .strictObject({
      from: daySchema,
      to: daySchema,
      /** accrual: when it was invoiced. cash: when it was paid. */
      basis: z.enum(['accrual', 'cash']),
      /** Makes the request idempotent. */
      requestId: z.uuid(),
    })
    .refine(({ from, to }) => from <= to, {
      path: ['to'],
      error: 'The last day can’t be before the first day.',
    }),
  response: packageSchema,
  errors: ['PLAN_REQUIRED', 'TOO_MANY_REQUESTS', 'VALIDATION_FAILED'],
})

export const listPackages = endpoint({
  method: 'get',
  path,
  access: { permission: 'reports.read' },
  tag,
  summary: 'The last 20 of these files, and how far the one is that is being made',
  response: z.strictObject({ packages: z.array(packageSchema) }),
})

export const getPackageFile = endpoint({
  method: 'get',
  path: `${path}/{id}/file`,
  access: { permission: 'reports.read' },
  tag,
  summary: 'Download such a file',
  params,
  givesFile: ['application/zip'],
  errors: ['NOT_FOUND', 'UNAVAILABLE'],
})

export const deletePackage = endpoint({
  method: 'delete',
  path: `${path}/{id}`,
  access: { permission: 'reports.read' },
  tag,
  summary: 'Delete such a file, or stop making it',
  params,
  errors: ['NOT_FOUND'],
})

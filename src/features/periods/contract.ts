import { z } from 'zod'
import { isIsoDate } from '../../shared/dates.ts'
import { endpoint } from '../../shared/endpoint.ts'

const tag = 'Reports'
const daySchema = z.string().refine(isIsoDate, 'Please choose a date.')
const noteSchema = z.string().trim().max(500, 'Please use at most 500 characters.').default('')
const errors = ['PLAN_REQUIRED'] as const

export const periodSettingsSchema = z.strictObject({
  /** The first month of the year of the business: 1 for January. */
  fiscalMonth: z.int(),
  /** The last day of the closed period; null if none is closed. */
  closedThrough: z.string().nullable(),
  /** Whether reports include bank transactions that belong to no invoice or expense. */
  countsBank: z.boolean(),
  /** When periods were closed and reopened, newest first; the last 50. */
  changes: z.array(
    z.strictObject({
      id: z.uuid(),
      kind: z.enum(['closed', 'reopened']),
      /** The last closed day before and after. */
      before: z.string().nullable(),
      after: z.string().nullable(),
      note: z.string(),
      at: z.iso.datetime(),
      /** The member who did it. */
      who: z.string().nullable(),
    }),
  ),
})
export type PeriodSettings = z.infer<typeof periodSettingsSchema>

export const getPeriodSettings = endpoint({
  method: 'get',
  path: '/api/v1/periods',
  access: { permission: 'business.read' },
  tag,
  summary: 'The fiscal year of the business, and the period that is closed',
  response: periodSettingsSchema,
})

const monthRefused = 'Please choose a month.'
export const savePeriodSettings = endpoint({
  method: 'put',
  path: '/api/v1/periods',
  access: { permission: 'reports.write' },
  tag,
  summary:
    'Change the fiscal year, or whether reports include bank transactions that belong to no invoice or expense',
  body: z.strictObject({
    fiscalMonth: z.int(monthRefused).min(1, monthRefused).max(12, monthRefused),
    countsBank: z.boolean(),
  }),
  response: periodSettingsSchema,
  errors,
})

export const closePeriod = endpoint({
  method: 'post',
  path: '/api/v1/periods/close',
  access: { permission: 'reports.write' },
  tag,
  summary: 'Close everything up to a day: its figures can no longer change',
  body: z.strictObject({ through: daySchema, note: noteSchema }),
  response: periodSettingsSchema,
  errors,
})

export const reopenPeriod = endpoint({
  method: 'post',
  path: '/api/v1/periods/reopen',
  access: { permission: 'reports.write' },
  tag,
  summary: 'Open everything from a day on; this is noted',
  body: z.strictObject({ from: daySchema, note: noteSchema }),
  response: periodSettingsSchema,
  errors,
})

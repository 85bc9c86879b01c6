import { z } from 'zod'
import { endpoint } from '../../../shared/endpoint.ts'
import { summaryDays } from './rules.ts'
import { stopTokenPattern } from './stop-token-rules.ts'

const tag = 'Reports'
const errors = ['PLAN_REQUIRED'] as const
const dayRefused = `Please choose a day from 1 to ${summaryDays}.`

const shape = {
  /** The day of the month on which the month before is summarized; null for never. */
  day: z.int(dayRefused).min(1, dayRefused).max(summaryDays, dayRefused).nullable(),
  toOwner: z.boolean(),
  basis: z.enum(['accrual', 'cash']),
}

const emailSchema = z.email('Please enter a valid email address.')
/** Empty for none. */
const accountantSchema = z
  .string()
  .trim()
  .toLowerCase()
  .max(254, 'This email address is too long.')
  .superRefine((value, context) => {
    const { error } = emailSchema.safeParse(value)
    if (value !== '' && error) context.addIssue({ code: 'custom', message: error.issues[0]?.message })
  })

export const summarySettingsSchema = z.strictObject({
  ...shape,
  /** Also gets the summary; empty for none. */
  accountantEmail: z.string(),
  /** Whether this address has stopped these emails. */
  isStopped: z.boolean(),
  /** When the next summary is sent, and the first day of its month. */
  next: z.strictObject({ at: z.iso.datetime(), month: z.string() }).nullable(),
})
export type SummarySettings = z.infer<typeof summarySettingsSchema>

export const getSummarySettings = endpoint({
  method: 'get',
  path: '/api/v1/reports/summary',
  access: { permission: 'reports.read' },
  tag,
  summary: 'When the summary of each month is sent by email, and to whom',
  response: summarySettingsSchema,
})

export const saveSummarySettings = endpoint({
  method: 'put',
  path: '/api/v1/reports/summary',
  access: { permission: 'reports.write' },
  tag,
  summary: 'Turn the summary of each month on or off, and say who gets it',
  body: z.strictObject({ ...shape, accountantEmail: accountantSchema }),
  response: summarySettingsSchema,
  errors,
})

export const sendTestSummary = endpoint({
  method: 'post',
  path: '/api/v1/reports/summary/test',
  access: { permission: 'reports.write' },
  tag,
  summary: 'Email the summary of the last month to the owner now, at most five times an hour',
  response: z.strictObject({ to: z.string(), state: z.enum(['queued', 'held']) }),
  errors: [...errors, 'TOO_MANY_REQUESTS', 'UNAVAILABLE'],
})

const params = z.strictObject({ token: z.string().max(500).regex(stopTokenPattern) })
const stopErrors = ['TOO_MANY_REQUESTS'] as const
export const summaryLinkSchema = z.strictObject({
  /** The name of the business that sends these emails. */
  business: z.string(),
  /** The address that the link was sent to. */
  email: z.string(),
  isStopped: z.boolean(),
})

export const openSummaryLink = endpoint({
  method: 'get',
  path: '/api/v1/summary-emails/{token}',
  access: 'public',
  tag,
  summary: 'Which emails the link in the summary of a month is about. Changes nothing',
  params,
  response: summaryLinkSchema,
  errors: stopErrors,
})

export const stopSummaries = endpoint({
  method: 'post',
  path: '/api/v1/summary-emails/{token}',
  access: 'public',
  tag,
  summary: 'Stop the summaries of a business to an address, or get them again',
  params,
  body: z.strictObject({ isStopped: z.boolean() }),
  response: summaryLinkSchema,
  errors: stopErrors,
})

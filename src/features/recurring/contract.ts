import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { day, endSchema, frequencySchema, scheduleStateSchema } from '../schedules/contract.ts'
import { seriesContentSchema } from './period-text-rules.ts'

const tag = 'Recurring invoices'
const params = z.strictObject({ id: z.uuid() })
const momentSchema = z.iso.datetime()
const planShape = {
  frequency: frequencySchema,
  startDate: day('a start date'),
  end: endSchema,
  /** True to mail each invoice to the client; false to leave it for the owner to send. */
  sends: z.boolean(),
}
const inputShape = { ...planShape, content: seriesContentSchema }

export const seriesSchema = z.strictObject({
  id: z.uuid(),
  version: z.int(),
  ...inputShape,
  /** Whether clients can save a card that pays these invoices automatically. */
  autopay: z.boolean(),
  /** The saved card that pays them; null without one. */
  savedCard: z
    .strictObject({ label: z.string(), since: momentSchema, expires: z.string(), isTest: z.boolean() })
    .nullable(),
  /** The currency of the content. */
  currency: z.string(),
  totalMinor: z.int(),
  /** The next invoice and its date; null when the series is paused or over. */
  next: z.strictObject({ period: z.int(), onDate: z.string(), at: momentSchema }).nullable(),
  /** The first period that is not settled, also during a pause. */
  nextPeriod: z.int(),
  made: z.int(),
  /** True once a period was made or skipped. Frequency and start date cannot change after that. */
  hasSettled: z.boolean(),
  state: scheduleStateSchema,
  pausedBy: z.enum(['owner', 'plan', 'error']).nullable(),
  /** Why the series was paused, as a sentence; null if the owner paused it. */
  pauseReason: z.string().nullable(),
  createdAt: momentSchema,
})
export type Series = z.infer<typeof seriesSchema>

export const seriesListItemSchema = seriesSchema.omit({ content: true }).extend({ clientName: z.string() })
export type SeriesListItem = z.infer<typeof seriesListItemSchema>

export const listSeries = endpoint({
  method: 'get',
  path: '/api/v1/recurring',
  access: { permission: 'sales.read' },
  tag,
  summary: 'Recurring invoices, newest first, 50 at a time',
  query: z.strictObject({ after: z.string().max(200).optional() }),
  response: z.strictObject({ series: z.array(seriesListItemSchema), next: z.string().nullable() }),
})

export const getSeries = endpoint({
  method: 'get',
  path: '/api/v1/recurring/{id}',
  access: { permission: 'sales.read' },
  tag,
  summary: 'One recurring invoice, with the content of its invoices',
  params,
  response: seriesSchema,
})

export const seriesInvoiceSchema = z.strictObject({
  id: z.uuid(),
  number: z.string(),
  issueDate: z.string(),
  currency: z.string(),
  totalMinor: z.int(),
  status: z.enum(['pending', 'paid', 'overdue', 'cancelled']),
})

export const listSeriesInvoices = endpoint({
  method: 'get',
  path: '/api/v1/recurring/{id}/invoices',
  access: { permission: 'sales.read' },
  tag,
  summary: 'The invoices a recurring invoice has created, newest first, 20 at a time',
  params,
  /** `after` is the `next` of an earlier response. */
  query: z.strictObject({
    after: z
      .string()
      .regex(/^\d{1,9}$/, 'This isn’t a valid position in the list.')
      .optional(),
  }),
  response: z.strictObject({ invoices: z.array(seriesInvoiceSchema), next: z.string().nullable() }),
})

export const createSeries = endpoint({
  method: 'post',
  path: '/api/v1/recurring',
  access: { permission: 'sales.write' },
  tag,
  summary: 'Create a recurring invoice',
  bodyLimit: 512 * 1024,
  body: z.strictObject({ ...inputShape, autopay: z.boolean().optional(), requestId: z.uuid() }),
  response: seriesSchema,
  errors: ['PLAN_REQUIRED'],
})

export const updateSeries = endpoint({
  method: 'put',
  path: '/api/v1/recurring/{id}',
  access: { permission: 'sales.write' },
  tag,
  summary: 'Change a recurring invoice from the next one on; existing invoices stay as they are',
  bodyLimit: 512 * 1024,
  params,
  body: z.strictObject({
    ...inputShape,
    /** Leave it out to keep it. False ends a saved card. */
    autopay: z.boolean().optional(),
    version: z.int(),
  }),
  response: seriesSchema,
  errors: ['CHANGED_ELSEWHERE', 'PLAN_REQUIRED'],
})

const act = <Path extends `/api/v1/${string}`>(path: Path, summary: string) =>
  endpoint({
    method: 'post',
    path,
    access: { permission: 'sales.write' },
    tag,
    summary,
    params,
    response: seriesSchema,
    errors: ['PLAN_REQUIRED'],
  })
export const pauseSeries = act('/api/v1/recurring/{id}/pause', 'Pause a recurring invoice')
export const resumeSeries = act(
  '/api/v1/recurring/{id}/resume',
  'Resume a recurring invoice with the next date',
)
export const stopSeriesAutopay = act(
  '/api/v1/recurring/{id}/stop-autopay',
  'Stop charging the saved card; the client gets an email',
)
/** The request names the period, so that sending it twice skips only one. */
export const skipPeriod = endpoint({
  ...act('/api/v1/recurring/{id}/skip', 'Skip the next invoice'),
  // The column is an int4.
  body: z.strictObject({ period: z.int32().min(0) }),
  errors: ['CHANGED_ELSEWHERE'],
})

export const deleteSeries = endpoint({
  method: 'delete',
  path: '/api/v1/recurring/{id}',
  access: { permission: 'sales.write' },
  tag,
  summary: 'End a recurring invoice permanently; its invoices stay',
  params,
})

import { z } from 'zod'
import { maxMinor } from '../../shared/currencies.ts'
import { isIsoDate } from '../../shared/dates.ts'
import { endpoint } from '../../shared/endpoint.ts'
import { currencySchema } from '../business/contract.ts'
import { maxDescriptionLength, maxSeconds } from './rules.ts'

const tag = 'Time'
const params = z.strictObject({ id: z.uuid() })
const momentSchema = z.iso.datetime()
const secondsMessage = 'Please enter hours, such as 1:30 or 1.5, up to 24.'
const rateMessage = 'Please enter a rate for an hour.'

const entryShape = {
  description: z
    .string()
    .trim()
    .max(maxDescriptionLength, `Please use at most ${maxDescriptionLength} characters.`),
  /** For an hour. */
  rateMinor: z.int(rateMessage).min(0, 'The rate can’t be less than 0.').max(maxMinor, rateMessage),
  currency: currencySchema,
}
const typedShape = {
  ...entryShape,
  date: z.string().refine(isIsoDate, 'Please choose a date.'),
  seconds: z.int(secondsMessage).min(1, secondsMessage).max(maxSeconds, secondsMessage),
}
const newShape = {
  clientId: z.uuid('Please choose a client.'),
  /** Makes the request idempotent. */
  requestId: z.uuid(),
}

export const timeEntrySchema = z.strictObject({
  id: z.uuid(),
  /** Increases with every change. An update must name the version it is based on. */
  version: z.int(),
  clientId: z.uuid(),
  clientName: z.string(),
  description: z.string(),
  date: z.string(),
  /** Null for time that was typed in. */
  startedAt: momentSchema.nullable(),
  /** Null while the timer runs. */
  seconds: z.int().nullable(),
  rateMinor: z.int(),
  currency: z.string(),
  /** The invoice that bills it. */
  invoice: z.strictObject({ id: z.uuid(), number: z.string() }).nullable(),
})
export type TimeEntry = z.infer<typeof timeEntrySchema>

export const listTime = endpoint({
  method: 'get',
  path: '/api/v1/time',
  access: { permission: 'sales.read' },
  tag,
  summary: 'The time entries of a client, the latest date first, 50 at a time, without a running timer',
  query: z.strictObject({
    clientId: z.uuid(),
    after: z.string().max(200).optional(),
    before: z.string().max(200).optional(),
  }),
  response: z.strictObject({
    entries: z.array(timeEntrySchema),
    next: z.string().nullable(),
    previous: z.string().nullable(),
    /** What is not billed yet. */
    unbilledSeconds: z.int(),
    /** The rate and currency of the client’s last entry; null before the first. */
    last: z.strictObject({ rateMinor: z.int(), currency: z.string() }).nullable(),
  }),
})

export const addTime = endpoint({
  method: 'post',
  path: '/api/v1/time',
  access: { permission: 'sales.write' },
  tag,
  summary: 'Add time worked for a client',
  body: z.strictObject({ ...typedShape, ...newShape }),
  response: timeEntrySchema,
})

export const updateTime = endpoint({
  method: 'put',
  path: '/api/v1/time/{id}',
  access: { permission: 'sales.write' },
  tag,
  summary: 'Change a time entry that no invoice bills',
  params,
  body: z.strictObject({ ...typedShape, version: z.int() }),
  response: timeEntrySchema,
  errors: ['CHANGED_ELSEWHERE', 'ALREADY_BILLED'],
})

export const deleteTime = endpoint({
  method: 'delete',
  path: '/api/v1/time/{id}',
  access: { permission: 'sales.write' },
  tag,
  summary: 'Delete a time entry that no invoice bills',
  params,
  errors: ['ALREADY_BILLED'],
})

export const getTimer = endpoint({
  method: 'get',
  path: '/api/v1/timer',
  access: { permission: 'sales.read' },
  tag,
  summary: 'The running timer of the signed-in user',
  response: z.strictObject({ timer: timeEntrySchema.nullable() }),
})

export const startTimer = endpoint({
  method: 'post',
  path: '/api/v1/timer',
  access: { permission: 'sales.write' },
  tag,
  summary: 'Start a timer. If one is running for the same client, it is kept',
  body: z.strictObject({ ...entryShape, ...newShape }),
  response: timeEntrySchema,
  errors: ['TIMER_RUNNING'],
})

export const stopTimer = endpoint({
  method: 'post',
  path: '/api/v1/time/{id}/stop',
  access: { permission: 'sales.write' },
  tag,
  summary: 'Stop a timer; one that was stopped before stays as it is',
  params,
  response: timeEntrySchema,
})

export const listBillable = endpoint({
  method: 'get',
  path: '/api/v1/billable',
  access: { permission: 'sales.read' },
  tag,
  summary: 'What can be billed to a client: time and expenses that no invoice bills, oldest first',
  query: z.strictObject({
    clientId: z.uuid(),
    /** What this invoice bills is listed too. */
    invoiceId: z.uuid().optional(),
  }),
  response: z.strictObject({
    time: z.array(
      z.strictObject({
        id: z.uuid(),
        description: z.string(),
        date: z.string(),
        seconds: z.int(),
        rateMinor: z.int(),
        currency: z.string(),
      }),
    ),
    expenses: z.array(
      z.strictObject({
        id: z.uuid(),
        vendor: z.string(),
        notes: z.string(),
        category: z.string(),
        date: z.string(),
        amountMinor: z.int(),
        currency: z.string(),
      }),
    ),
  }),
})
export type Billable = z.infer<typeof listBillable.response>

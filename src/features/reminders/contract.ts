import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { maxLineBreaks, text } from '../invoices/charge-rules.ts'
import { mostSteps, offsetBounds } from './rules.ts'
import { unknownPlaceholders } from './text-rules.ts'

const tag = 'Reminders'
const params = z.strictObject({ id: z.uuid() })

const words = (schema: ReturnType<typeof text>) =>
  schema.superRefine((value, context) => {
    const message = unknownPlaceholders(value)
    if (message !== null) context.addIssue({ code: 'custom', message })
  })

const offsetMessage = `Please enter a day from ${-offsetBounds.min} days before to ${offsetBounds.max} days after the due date.`
const stepSchema = z.strictObject({
  offsetDays: z.int(offsetMessage).min(offsetBounds.min, offsetMessage).max(offsetBounds.max, offsetMessage),
  /** With placeholders; null for the usual words. */
  subject: words(text(200, 0)).nullable(),
  body: words(text(2000, maxLineBreaks.notes)).nullable(),
})
export type ReminderStep = z.infer<typeof stepSchema>

export const reminderSettingsSchema = z.strictObject({
  /** False: one reminder, three days before the due date. */
  hasOwnSeries: z.boolean(),
  sendHour: z.int().min(0).max(23),
  /** By day, each day once. */
  steps: z
    .array(stepSchema)
    .max(mostSteps, `Please choose at most ${mostSteps} reminders.`)
    .superRefine((steps, context) => {
      const days = steps.map(({ offsetDays }) => offsetDays)
      for (const [index, offsetDays] of days.entries())
        if (days.indexOf(offsetDays) < index)
          context.addIssue({
            code: 'custom',
            path: [index, 'offsetDays'],
            message: 'There is a reminder on this day already.',
          })
    }),
})
export type ReminderSettings = z.infer<typeof reminderSettingsSchema>

export const getReminderSettings = endpoint({
  method: 'get',
  path: '/api/v1/reminders/settings',
  access: 'user',
  tag,
  summary: 'When the business reminds its clients, at which hour and in which words',
  response: reminderSettingsSchema,
})

export const saveReminderSettings = endpoint({
  method: 'put',
  path: '/api/v1/reminders/settings',
  access: 'user',
  tag,
  summary: 'Choose them; invoices that are open are planned anew from now on',
  body: reminderSettingsSchema,
  response: reminderSettingsSchema,
})

export const invoiceRemindersSchema = z.strictObject({
  /** Null when none is to come. */
  next: z.strictObject({ at: z.iso.datetime(), offsetDays: z.int() }).nullable(),
  /** Who stopped them; null while they go on. */
  pausedBy: z.enum(['client', 'owner']).nullable(),
  /** Why none is to come although none was stopped: what the owner can do something about, or null. */
  hint: z.enum(['paid', 'off', 'not-sent', 'client-opted-out', 'done']).nullable(),
  /** Whether the client of this invoice gets none at all; null when it has no client on record. */
  clientOptedOut: z.boolean().nullable(),
})
export type InvoiceReminders = z.infer<typeof invoiceRemindersSchema>

export const getInvoiceReminders = endpoint({
  method: 'get',
  path: '/api/v1/invoices/{id}/reminders',
  access: 'user',
  tag,
  summary: 'Which reminder of an invoice comes next',
  params,
  response: invoiceRemindersSchema,
})

const act = <Path extends `/api/v1/${string}`>(path: Path, summary: string) =>
  endpoint({
    method: 'post',
    path,
    access: 'user',
    tag,
    summary,
    params,
    response: invoiceRemindersSchema,
    errors: ['INVOICE_PAID', 'NOTHING_TO_SEND', 'TOO_MANY_REQUESTS'],
  })

export const remindNow = act(
  '/api/v1/invoices/{id}/reminders/remind',
  'Send a reminder now, outside of the series; with Send now at most one an hour',
)
export const sendStepNow = act(
  '/api/v1/invoices/{id}/reminders/send-now',
  'Send the reminder that comes next now instead of at its time',
)
export const skipStep = act('/api/v1/invoices/{id}/reminders/skip', 'Leave out the reminder that comes next')
export const pauseReminders = act('/api/v1/invoices/{id}/reminders/pause', 'Send no more for this invoice')
export const resumeReminders = act(
  '/api/v1/invoices/{id}/reminders/resume',
  'Go on with those whose time is still to come',
)

export const setClientReminders = endpoint({
  method: 'put',
  path: '/api/v1/clients/{id}/reminders',
  access: 'user',
  tag,
  summary: 'Whether this client gets reminders by themselves',
  params,
  body: z.strictObject({ optedOut: z.boolean() }),
})

export const sayPaid = endpoint({
  method: 'post',
  path: '/api/v1/public/invoices/{id}/says-paid',
  access: 'public',
  tag,
  summary: 'The client says that the invoice is paid: reminders stop and its owner is told, once',
  params,
  body: z.strictObject({ note: text(500) }),
  errors: ['TOO_MANY_REQUESTS'],
})

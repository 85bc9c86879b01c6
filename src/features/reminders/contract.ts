import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { maxLineBreaks, text } from '../invoices/document/charge-rules.ts'
import { maxSteps, offsetBounds, textLengths, unknownPlaceholders } from './rules.ts'

const tag = 'Reminders'
const params = z.strictObject({ id: z.uuid() })

const templateText = (schema: ReturnType<typeof text>) =>
  schema.superRefine((value, context) => {
    const message = unknownPlaceholders(value)
    if (message !== null) context.addIssue({ code: 'custom', message })
  })

const offsetMessage = `Please enter a day from ${-offsetBounds.min} days before to ${offsetBounds.max} days after the due date.`
const stepSchema = z.strictObject({
  offsetDays: z.int(offsetMessage).min(offsetBounds.min, offsetMessage).max(offsetBounds.max, offsetMessage),
  /** May contain placeholders; null for the default text. */
  subject: templateText(text(textLengths.subject, 0)).nullable(),
  body: templateText(text(textLengths.body, maxLineBreaks.notes)).nullable(),
})
export type ReminderStep = z.infer<typeof stepSchema>

const hourMessage = 'Please choose an hour of the day.'

export const reminderSettingsSchema = z.strictObject({
  /** If false, the business sends the default reminder, three days before the due date. */
  hasOwnSeries: z.boolean(),
  sendHour: z.int(hourMessage).min(0, hourMessage).max(23, hourMessage),
  /** At most one step per day. Responses are ordered by day. */
  steps: z
    .array(stepSchema)
    .max(maxSteps, `Please choose at most ${maxSteps} reminders.`)
    .superRefine((steps, context) => {
      const days = steps.map(({ offsetDays }) => offsetDays)
      for (const [index, offsetDays] of days.entries())
        if (days.indexOf(offsetDays) < index)
          context.addIssue({
            code: 'custom',
            path: [index, 'offsetDays'],
            message: 'There’s already a reminder on this day.',
          })
    }),
})
export type ReminderSettings = z.infer<typeof reminderSettingsSchema>

const savedSettingsSchema = reminderSettingsSchema.extend({
  /** Identifies this version of the settings; null before the first save. */
  version: z.string().nullable(),
})
export type SavedReminderSettings = z.infer<typeof savedSettingsSchema>

export const getReminderSettings = endpoint({
  method: 'get',
  path: '/api/v1/reminders/settings',
  access: { permission: 'sales.read' },
  tag,
  summary: 'The reminder settings: on which days, at what time and with which texts',
  response: savedSettingsSchema,
})

export const saveReminderSettings = endpoint({
  method: 'put',
  path: '/api/v1/reminders/settings',
  access: { permission: 'settings.write' },
  tag,
  summary: 'Change the reminder settings; they apply to unpaid invoices from now on',
  body: reminderSettingsSchema.extend({
    /** The version that the caller edited. If a newer one exists, the request fails. Leave it out to overwrite. */
    version: z.string().nullable().optional(),
  }),
  response: savedSettingsSchema,
  errors: ['CHANGED_ELSEWHERE'],
})

export const invoiceRemindersSchema = z.strictObject({
  /** The next reminder; null if no reminder is planned. */
  next: z.strictObject({ at: z.iso.datetime(), offsetDays: z.int() }).nullable(),
  /** When the last reminder was sent, automatic or not; null before the first one. */
  lastAt: z.iso.datetime().nullable(),
  /** Who paused the reminders; null if they are not paused. */
  pausedBy: z.enum(['client', 'owner']).nullable(),
  /** Why no reminder is planned; null if one is planned or if `pausedBy` is the reason. */
  hint: z
    .enum([
      'paid',
      'cancelled',
      'disputed',
      'off',
      'not-sent',
      'client-opted-out',
      'no-steps',
      'passed',
      'partly-passed',
      'done',
    ])
    .nullable(),
  hasOwnSeries: z.boolean(),
  /** Whether the client gets no automatic reminders; null if the invoice has no saved client. */
  clientOptedOut: z.boolean().nullable(),
})
export type InvoiceReminders = z.infer<typeof invoiceRemindersSchema>

export const getInvoiceReminders = endpoint({
  method: 'get',
  path: '/api/v1/invoices/{id}/reminders',
  access: { permission: 'sales.read' },
  tag,
  summary: 'Which reminder of an invoice comes next',
  params,
  response: invoiceRemindersSchema,
})

const action = <Path extends `/api/v1/${string}`>(path: Path, summary: string) =>
  endpoint({
    method: 'post',
    path,
    access: { permission: 'sales.write' },
    tag,
    summary,
    params,
    response: invoiceRemindersSchema.extend({
      /** `held` until the owner confirms their e-mail address; null if the action sends no mail. */
      mail: z.enum(['queued', 'held']).nullable(),
    }),
    errors: [
      'INVOICE_PAID',
      'INVOICE_CANCELLED',
      'INVOICE_DISPUTED',
      'APPROVAL_NEEDED',
      'NOTHING_TO_SEND',
      'TOO_MANY_REQUESTS',
    ],
  })

export const remindNow = action(
  '/api/v1/invoices/{id}/reminders/remind',
  'Send an extra reminder now; at most one reminder an hour is sent by hand',
)
export const sendStepNow = action('/api/v1/invoices/{id}/reminders/send-now', 'Send the next reminder now')
export const skipStep = action('/api/v1/invoices/{id}/reminders/skip', 'Skip the next reminder')
export const pauseReminders = action(
  '/api/v1/invoices/{id}/reminders/pause',
  'Pause the reminders for this invoice',
)
export const resumeReminders = action(
  '/api/v1/invoices/{id}/reminders/resume',
  'Resume the reminders for this invoice',
)

const clientRemindersSchema = z.strictObject({ optedOut: z.boolean() })

export const setClientReminders = endpoint({
  method: 'put',
  path: '/api/v1/clients/{id}/reminders',
  access: { permission: 'sales.write' },
  tag,
  summary: 'Choose whether this client gets reminders automatically',
  params,
  body: clientRemindersSchema,
})

export const getClientReminders = endpoint({
  method: 'get',
  path: '/api/v1/clients/{id}/reminders',
  access: { permission: 'sales.read' },
  tag,
  summary: 'Whether this client gets reminders automatically',
  params,
  response: clientRemindersSchema,
})

export const sayPaid = endpoint({
  method: 'post',
  path: '/api/v1/public/invoices/{id}/says-paid',
  access: 'public',
  tag,
  summary: 'Say, as the client, that the invoice is paid; reminders pause and the owner is notified once',
  params,
  body: z.strictObject({ note: text(500) }),
  errors: ['TOO_MANY_REQUESTS'],
})

export const getSaidPaid = endpoint({
  method: 'get',
  path: '/api/v1/public/invoices/{id}/says-paid',
  access: 'public',
  tag,
  summary: 'When the client said that the invoice is paid, until its owner has decided',
  params,
  response: z.strictObject({ saidOn: z.iso.date().nullable() }),
})

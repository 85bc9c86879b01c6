import type { Transaction } from '../../platform/db/transaction.ts'
import { AppError } from '../../shared/errors.ts'
import { type InvoiceKey, type InvoiceRow, getInvoiceRow, invoiceNotFound } from '../invoices/queries.ts'
import type { StoredStatus } from '../invoices/rules.ts'
import type { ReminderStep } from './contract.ts'

/** A step that has been neither sent nor skipped. */
export interface OpenStep extends ReminderStep {
  isDue: boolean
}

/** Everything that decides which reminder of an invoice is sent, and when. */
export interface ReminderPlan {
  invoice: InvoiceRow
  business: { timeZone: string; ownerVerified: boolean }
  /** Earliest first. */
  steps: OpenStep[]
  /** Whether reminders may be sent now, by the business's local time. */
  isSendingTime: boolean
  nextSendingHour: Date
  /** A day after the last mail to the client about this invoice; null if there was no mail. */
  restsUntil: Date | null
}

const planStatement = `
  select b.time_zone as "timeZone", b.owner_verified as "ownerVerified",
    platform.is_sending_time($3, hour, b.time_zone) as "isSendingTime",
    platform.next_sending_hour($3 + interval '1 millisecond', hour, b.time_zone) as "nextSendingHour",
    platform.day_after(greatest(i.sent_at, i.reminded_at), hour, b.time_zone) as "restsUntil",
    (select coalesce(json_agg(json_build_object('offsetDays', o.step, 'isDue', o.moment <= $3,
        'subject', w.subject, 'body', w.body) order by o.moment), '[]')
      from platform.open_reminders(i) o
      left join reminder_steps w on w.business_id = $1 and w.offset_days = o.step and s.has_own_series) as steps
  from invoices i
  join businesses b on b.id = i.business_id
  left join reminder_settings s on s.business_id = i.business_id
  cross join lateral (select coalesce(s.send_hour, platform.default_send_hour()) as hour) sending
  where i.business_id = $1 and i.id = $2`

/** The next step, if any is left, and the steps missed with it: of several due steps the latest is sent. */
export function nextOf({ steps }: ReminderPlan): { step: OpenStep; missed: OpenStep[] } | null {
  const missed = steps.filter(({ isDue }) => isDue)
  const step = missed.pop() ?? steps[0]
  return step ? { step, missed } : null
}

export function assertNext(plan: ReminderPlan) {
  const next = nextOf(plan)
  if (!next) throw new AppError('NOTHING_TO_SEND', 'No reminder is planned for this invoice.')
  return next
}

export function assertUnpaid({ status }: { status: StoredStatus }): void {
  if (status === 'paid')
    throw new AppError('INVOICE_PAID', 'This invoice is paid, so no more reminders are sent.')
  if (status === 'cancelled')
    throw new AppError('INVOICE_CANCELLED', 'This invoice was canceled, so no more reminders are sent.')
}

/** Locks the invoice until the transaction ends, then reads its reminder plan. */
export async function lockReminderPlan(
  tx: Transaction,
  { businessId, invoiceId }: InvoiceKey,
  now: Date,
): Promise<ReminderPlan> {
  // A statement sees the data as of its start, so the lock has to be a separate statement. They are sent together.
  const [, { rows }, invoice] = await Promise.all([
    tx.client.query({
      name: 'lock-reminder-plan',
      text: 'select from invoices where business_id = $1 and id = $2 for update',
      values: [businessId, invoiceId],
    }),
    tx.client.query<Omit<ReminderPlan, 'invoice' | 'business'> & ReminderPlan['business']>({
      name: 'reminder-plan',
      text: planStatement,
      values: [businessId, invoiceId, now],
    }),
    getInvoiceRow(tx, invoiceId),
  ])
  const [row] = rows
  if (!row) throw invoiceNotFound()
  const { timeZone, ownerVerified, ...plan } = row
  return { ...plan, invoice, business: { timeZone, ownerVerified } }
}

export interface SettledReminder {
  /** Null for a reminder outside of the series. */
  offsetDays: number | null
  state: 'sent' | 'skipped'
  isAutomatic: boolean
  mailId: string | null
  /** Steps that were due before this one and will not be sent. */
  missed?: readonly OpenStep[]
  at: Date
}

/** The part of the invoice that a reminder is about, by its date; null if it has no parts. */
const partDate = `(select due_date from invoices where business_id = $1 and id = $2 and parts is not null)`

/** Records that a step was sent or skipped. The database then plans the next one. */
export async function recordReminder(
  { client }: Transaction,
  { businessId, invoiceId }: InvoiceKey,
  { offsetDays, state, isAutomatic, mailId, missed = [], at }: SettledReminder,
): Promise<void> {
  await Promise.all([
    client.query({
      name: 'record-reminder',
      text: `insert into reminders (business_id, invoice_id, offset_days, state, is_automatic, mail_id, at, due_date)
             select $1::uuid, $2::uuid, $3::smallint, $4, $5::boolean, $6::uuid, $7::timestamptz, ${partDate}
             union all
             select $1, $2, step, 'missed', $5, null, $7, ${partDate} from unnest($8::smallint[]) step`,
      values: [
        businessId,
        invoiceId,
        offsetDays,
        state,
        isAutomatic,
        mailId,
        at,
        missed.map((step) => step.offsetDays),
      ],
    }),
    client.query({
      name: 'plan-next-reminder',
      text: `update invoices set reminders_not_before = case when $3 then null else reminders_not_before end,
               reminded_at = case when $4 = 'sent' then $5::timestamptz else reminded_at end
             where business_id = $1 and id = $2`,
      values: [businessId, invoiceId, offsetDays !== null, state, at],
    }),
  ])
}

/** Sends no automatic reminder before `until`. With null, the database plans the next reminder again. */
export async function postponeReminder(
  { client }: Transaction,
  { businessId, invoiceId }: InvoiceKey,
  until: Date | null,
): Promise<void> {
  await client.query({
    name: 'postpone-reminder',
    text: 'update invoices set reminders_not_before = $3 where business_id = $1 and id = $2',
    values: [businessId, invoiceId, until],
  })
}

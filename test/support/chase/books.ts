import pg from 'pg'
import type { ChaseContext } from './context.ts'

export interface ReminderRow {
  invoiceId: string
  offset: number | null
  state: string
  isAutomatic: boolean
  mailId: string | null
  at: number
}

export interface InvoiceFacts {
  id: string
  issueDate: string
  dueDate: string
  status: string
  totalMinor: number
  isSent: boolean
  pausedBy: string | null
  nextAt: number | null
  nextStep: number | null
  seriesId: string | null
  seriesPeriod: number | null
  createdAt: number
}

export interface PeriodRow {
  seriesId: string
  period: number
  invoiceId: string | null
  state: string
  onDate: string
  at: number
}

export interface SeriesFacts {
  id: string
  nextPeriod: number
  nextOn: string | null
  nextRunAt: number | null
  pausedBy: string | null
  isEnded: boolean
}

/** What the product has recorded. */
export interface Books {
  reminders: ReminderRow[]
  mails: { id: string; kind: string; businessId: string; invoiceId: string | null }[]
  invoices: InvoiceFacts[]
  periods: PeriodRow[]
  series: SeriesFacts[]
}

const epoch = (column: string) => `(extract(epoch from ${column}) * 1000)::float8`
const reminderColumns = `invoice_id as "invoiceId", offset_days as offset, state, is_automatic as "isAutomatic",
  mail_id as "mailId", ${epoch('at')} as at`

/**
 * Reads the records of every business, as the owner of the tables. Forced row-level security also applies to
 * the owner, so it is turned off in this transaction.
 */
export async function readLedger({ url, archive }: Pick<ChaseContext, 'url' | 'archive'>): Promise<Books> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const read = async <Row extends object>(sql: string) => (await client.query<Row>(sql)).rows
  try {
    await client.query('begin')
    for (const table of ['reminders', 'mails', 'invoices', 'recurring_periods', 'recurring_series'])
      await client.query(`alter table ${table} no force row level security`)
    return {
      reminders: [...archive, ...(await read<ReminderRow>(`select ${reminderColumns} from reminders`))],
      mails: await read(`select id, kind, business_id as "businessId", invoice_id as "invoiceId" from mails`),
      invoices: await read(
        `select id, issue_date::text as "issueDate", due_date::text as "dueDate", status,
           total_minor::float8 as "totalMinor", sent_at is not null as "isSent", reminders_paused_by as "pausedBy",
           ${epoch('next_reminder_at')} as "nextAt", next_reminder_step as "nextStep", series_id as "seriesId",
           series_period as "seriesPeriod", ${epoch('created_at')} as "createdAt" from invoices`,
      ),
      periods: await read(
        `select series_id as "seriesId", period, invoice_id as "invoiceId", state, on_date::text as "onDate",
           ${epoch('at')} as at from recurring_periods`,
      ),
      series: await read(
        `select id, next_period as "nextPeriod", next_on::text as "nextOn", ${epoch('next_run_at')} as "nextRunAt",
           paused_by as "pausedBy", ended_at is not null as "isEnded" from recurring_series`,
      ),
    }
  } finally {
    await client.end()
  }
}

export const remindersOfInvoice = `select ${reminderColumns} from reminders where invoice_id = $1`

/** Vacuums the tables. Autovacuum is off in test databases, and years of changes need it. */
export async function tidyUp(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const table of ['invoices', 'reminders', 'mails', 'recurring_series', 'recurring_periods'])
      await client.query(`vacuum analyze ${table}`)
  } finally {
    await client.end()
  }
}

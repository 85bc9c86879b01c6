import { randomUUID } from 'node:crypto'
import type { InvoiceInput } from '../../../src/features/invoices/document/input-rules.ts'
import { saveReminderSettings } from '../../../src/features/reminders/contract.ts'
import { fireReminders } from '../../../src/features/reminders/fire-reminders.ts'
import { queryTenant } from '../../../src/platform/db/transaction.ts'
import { clientInput, makeInvoice } from './invoices.ts'
import { answerOf, createTestApp } from '../test-app.ts'

/** The app with a clock that is set by hand, and businesses in UTC unless they say otherwise. */
export async function createReminderApp(options: { mailWaitsForVerification?: boolean } = {}) {
  let clock = new Date('2026-11-01T00:00:00Z')
  const app = await createTestApp({ ...options, now: () => clock })

  async function open(business: { timeZone?: string } = {}) {
    const { cookie, session } = await app.signUpAndIn({ timeZone: 'UTC', ...business })
    const businessId = session.business.id
    return {
      cookie,
      businessId,
      /** Due on November 20 and counted as sent. */
      invoice: (overrides: Partial<InvoiceInput> = {}) =>
        makeInvoice(app, cookie, {
          dueDate: '2026-11-20',
          paymentTerms: 'custom',
          sendReminder: true,
          client: clientInput({ email: `${randomUUID()}@example.com` }),
          ...overrides,
        }),
      async series(days: number[], change: { sendHour?: number; subject?: string; body?: string } = {}) {
        const { sendHour = 9, subject = null, body = null } = change
        const steps = days.map((offsetDays) => ({ offsetDays, subject, body }))
        const settings = { hasOwnSeries: true, sendHour, steps }
        return answerOf(
          saveReminderSettings,
          await app.send(saveReminderSettings, { body: settings }, { cookie }),
        )
      },
      async sql<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
        return queryTenant<Row>(app.database, businessId, { text, values })
      },
      /** What became of its steps, in order: `0 sent`, or `remind sent` for one outside of the series. */
      async steps(invoiceId: string): Promise<string[]> {
        const rows = await this.sql<{ step: string }>(
          `select coalesce(offset_days::text, 'remind') || ' ' || state || case when is_automatic then '' else ' by hand' end as step
           from reminders where invoice_id = $1 order by at, offset_days`,
          [invoiceId],
        )
        return rows.map(({ step }) => step)
      },
      mails(invoiceId: string, kind = 'reminder') {
        return this.sql<{
          id: string
          to: string
          subject: string
          html: string
          text: string
          state: string
        }>(
          `select id, to_address as to, subject, html, text, state from mails
           where invoice_id = $1 and kind = $2 order by created_at`,
          [invoiceId, kind],
        )
      },
      /** When and which step comes next. */
      async next(invoiceId: string): Promise<string | null> {
        const [row] = await this.sql<{ at: Date | null; step: number | null }>(
          'select next_reminder_at as at, next_reminder_step as step from invoices where id = $1',
          [invoiceId],
        )
        return row?.at ? `${row.step} at ${row.at.toISOString().slice(0, 16)}` : null
      },
    }
  }

  return {
    app,
    open,
    setClock(iso: string): void {
      clock = new Date(iso)
    },
    /** As if the job ran at this moment. */
    async fireAt(iso: string): Promise<void> {
      clock = new Date(iso)
      await fireReminders(app.deps)
    },
  }
}

export type ReminderApp = Awaited<ReturnType<typeof createReminderApp>>

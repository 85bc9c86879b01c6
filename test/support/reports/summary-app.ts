import {
  type SummarySettings,
  getSummarySettings,
  saveSummarySettings,
} from '../../../src/features/reports/summary/contract.ts'
import { sendSummaries } from '../../../src/features/reports/summary/send-summaries.ts'
import { queryTenant } from '../../../src/platform/db/transaction.ts'
import { setPlan } from '../fixtures/invoices.ts'
import { answerOf, createTestApp } from '../test-app.ts'

interface SummaryMail {
  kind: string
  to: string
  from: string
  subject: string
  text: string
  state: string
}

type NewSettings = Partial<Omit<SummarySettings, 'isStopped' | 'next'>>

/** Creates the app with a clock that the test sets. Businesses are on the Pro plan, and in UTC by default. */
export async function createSummaryApp(options: { mailWaitsForVerification?: boolean } = {}) {
  let clock = new Date('2026-10-20T12:00:00Z')
  const app = await createTestApp({ ...options, now: () => clock })

  async function open(business: { timeZone?: string } = {}) {
    const { cookie, session } = await app.signUpAndIn({ timeZone: 'UTC', ...business })
    const businessId = session.business.id
    await setPlan(app, businessId, 'pro')
    const save = (settings: NewSettings = {}) =>
      app.send(
        saveSummarySettings,
        { body: { day: 5, toOwner: true, accountantEmail: '', basis: 'accrual', ...settings } },
        { cookie },
      )
    return {
      cookie,
      businessId,
      email: session.user.email,
      save,
      turnOn: async (settings: NewSettings = {}) => answerOf(saveSummarySettings, await save(settings)),
      settings: async () => answerOf(getSummarySettings, await app.send(getSummarySettings, {}, { cookie })),
      sql: <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
        queryTenant<Row>(app.database, businessId, { text, values }),
      mails(): Promise<SummaryMail[]> {
        return this.sql(
          `select kind, to_address as to, from_address as from, subject, text, state from mails
           where kind in ('month-summary', 'accountant-summary') order by created_at, kind desc`,
        )
      },
      /** The subjects, oldest first. */
      subjects: async function () {
        return (await this.mails()).map(({ subject }) => subject)
      },
    }
  }

  return {
    app,
    open,
    setClock(iso: string): void {
      clock = new Date(iso)
    },
    /** Runs the job at this moment. */
    async sendAt(iso: string): Promise<void> {
      clock = new Date(iso)
      await sendSummaries(app.deps)
    },
  }
}
export type SummaryApp = Awaited<ReturnType<typeof createSummaryApp>>
export type SummaryOwner = Awaited<ReturnType<SummaryApp['open']>>

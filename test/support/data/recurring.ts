import { randomUUID } from 'node:crypto'
import { createSeries } from '../../../src/features/recurring/contract.ts'
import type { Series } from '../../../src/features/recurring/contract.ts'
import { invoices } from '../../../src/platform/db/tables/invoices.ts'
import { recurringPeriods } from '../../../src/platform/db/tables/recurring.ts'
import { withTenant } from '../../../src/platform/db/transaction.ts'
import type { RequestOf } from '../../../src/shared/endpoint.ts'
import { invoiceInput, setPlan } from './invoices.ts'
import { answerOf } from '../test-app.ts'
import type { TestApp } from '../test-app.ts'

export type SeriesBody = Omit<RequestOf<typeof createSeries>['body'], 'requestId'>

/** A monthly one of one amount, as the form sends it; `overrides` replace whole fields. */
export function seriesInput(overrides: Partial<SeriesBody> = {}): SeriesBody {
  return {
    frequency: 'monthly',
    startDate: '2026-12-31',
    end: { kind: 'never' },
    sends: false,
    content: seriesContent(),
    ...overrides,
  }
}

export function seriesContent(overrides: Partial<SeriesBody['content']> = {}): SeriesBody['content'] {
  const { issueDate: _issued, dueDate: _due, sendOption: _option, ...content } = invoiceInput()
  return { ...content, dueInDays: null, ...overrides }
}

/** A new account on Pro, with what the tests of recurring invoices do as its owner. */
export async function signUpOnPro(app: TestApp, timeZone = 'UTC') {
  const { cookie, session } = await app.signUpAndIn({ timeZone })
  const businessId = session.business.id
  await setPlan(app, businessId, 'pro')
  return {
    cookie,
    businessId,
    userId: session.user.id,
    make: async (overrides: Partial<SeriesBody> = {}): Promise<Series> => {
      const body = { ...seriesInput(overrides), requestId: randomUUID() }
      return answerOf(createSeries, await app.send(createSeries, { body }, { cookie }))
    },
    /** What it has made, in the order of the periods. */
    invoices: () =>
      withTenant(app.database, businessId, ({ db }) =>
        db.select().from(invoices).orderBy(invoices.seriesId, invoices.seriesPeriod),
      ),
    periods: () =>
      withTenant(app.database, businessId, ({ db }) =>
        db.select().from(recurringPeriods).orderBy(recurringPeriods.seriesId, recurringPeriods.period),
      ),
    mails: async (kind: string) => {
      const { rows } = await withTenant(app.database, businessId, ({ client }) =>
        client.query<{ to_address: string; subject: string; text: string; invoice_id: string | null }>(
          'select * from mails where kind = $1 order by created_at',
          [kind],
        ),
      )
      return rows
    },
  }
}

import { eq } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { invoiceInput } from '../../../test/support/fixtures/invoice-input.ts'
import { addInvoiceRow } from '../../../test/support/fixtures/invoice-rows.ts'
import {
  type RecurringApp,
  createRecurringApp,
  seriesContent,
  signUpOnPro,
} from '../../../test/support/fixtures/recurring.ts'
import { type TestApp, answerOf } from '../../../test/support/test-app.ts'
import { businesses } from '../../platform/db/tables/business.ts'
import { recurringSeries } from '../../platform/db/tables/recurring.ts'
import { reminderSettings } from '../../platform/db/tables/reminders.ts'
import { withAdmin, withTenant } from '../../platform/db/transaction.ts'
import { isUniqueViolation } from '../../platform/db/violations.ts'
import { deleteInvoice, duplicateInvoice, updateInvoice } from '../invoices/contract.ts'

let recurring: RecurringApp
let app: TestApp
beforeAll(async () => {
  recurring = await createRecurringApp()
  app = recurring.app
})
beforeEach(() => recurring.setClock())
afterAll(() => app.close())

const datesOf = async (owner: Awaited<ReturnType<typeof signUpOnPro>>) =>
  (await owner.invoices()).map(({ issueDate }) => issueDate)

test('monthly from the 31st, run every day over a leap year', async () => {
  const owner = await signUpOnPro(app)
  await owner.make({ startDate: '2027-10-31' })
  for (let day = Date.parse('2027-10-30T09:00:00Z'); day < Date.parse('2028-06-01'); day += 86_400_000) {
    await recurring.runAt(new Date(day))
  }
  const made = await owner.invoices()
  const days = ['2027-10-31', '2027-11-30', '2027-12-31', '2028-01-31', '2028-02-29', '2028-03-31']
  expect(made.map(({ issueDate }) => issueDate)).toEqual([...days, '2028-04-30', '2028-05-31'])
  expect(made.map(({ createdAt }) => createdAt.toISOString().slice(0, 13))).toEqual(
    made.map(({ issueDate }) => `${issueDate}T09`),
  )
  expect(made.map(({ dueDate }) => dueDate).slice(3, 5)).toEqual(['2028-03-01', '2028-03-30'])
})

test('those of a suspended business wait, and are made up for when it is restored', async () => {
  const [suspended, other] = [await signUpOnPro(app), await signUpOnPro(app)]
  const end = { kind: 'count', count: 2 } as const
  await suspended.make({ startDate: '2027-01-01', end })
  await other.make({ startDate: '2027-02-01', end })
  const suspend = (at: Date | null) =>
    withAdmin(app.database, ({ client }) =>
      client.query('update businesses set suspended_at = $2 where id = $1', [suspended.businessId, at]),
    )
  await suspend(app.deps.now())
  await recurring.runAt('2027-02-02T12:00:00Z')
  expect(await suspended.invoices()).toEqual([])
  expect(await datesOf(other)).toEqual(['2027-02-01'])
  await suspend(null)
  await recurring.runAt('2027-02-02T12:01:00Z')
  expect(await datesOf(suspended)).toEqual(['2027-01-01', '2027-02-01'])
})

test('yearly from Feb 29', async () => {
  const owner = await signUpOnPro(app)
  await owner.make({ frequency: 'yearly', startDate: '2028-02-29' })
  await recurring.runAt('2032-02-29T09:00:00Z')
  expect(await datesOf(owner)).toEqual(['2028-02-29', '2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29'])
})

test.each([
  ['Europe/Zurich', '2027-03-22', ['2027-03-22T08', '2027-03-29T07']],
  ['America/New_York', '2027-03-08', ['2027-03-08T14', '2027-03-15T13']],
  ['Pacific/Auckland', '2027-03-29', ['2027-03-28T20', '2027-04-04T21']],
  ['Asia/Kathmandu', '2027-03-22', ['2027-03-22T03', '2027-03-29T03']],
])('weekly in %s is made at nine there, whatever was done to the clocks', async (zone, startDate, hours) => {
  const owner = await signUpOnPro(app, zone)
  const { id } = await owner.make({ frequency: 'weekly', startDate })
  const moments: string[] = []
  for (const _ of hours) {
    const { next } = await recurring.read(owner, id)
    moments.push(next!.at)
    await recurring.runAt(new Date(Date.parse(next!.at) - 1))
    expect((await owner.invoices()).length).toBe(moments.length - 1)
    await recurring.runAt(next!.at)
    expect((await owner.invoices()).length).toBe(moments.length)
  }
  expect(moments.map((moment) => moment.slice(0, 13))).toEqual(hours)
})

test('the business’s own hour and another time zone move the next one', async () => {
  const owner = await signUpOnPro(app, 'Europe/Zurich')
  const { id, next } = await owner.make({ startDate: '2026-12-01' })
  expect(next).toEqual({ period: 0, onDate: '2026-12-01', at: '2026-12-01T08:00:00.000Z' })
  await withTenant(app.database, owner.businessId, ({ db }) =>
    db.insert(reminderSettings).values({ businessId: owner.businessId, sendHour: 18 }),
  )
  expect((await recurring.read(owner, id)).next?.at).toBe('2026-12-01T17:00:00.000Z')
  await withTenant(app.database, owner.businessId, ({ db }) =>
    db.update(businesses).set({ timeZone: 'America/New_York' }).where(eq(businesses.id, owner.businessId)),
  )
  expect((await recurring.read(owner, id)).next?.at).toBe('2026-12-01T23:00:00.000Z')
})

test('today is made at once when the hour has passed', async () => {
  const owner = await signUpOnPro(app)
  await owner.make({ startDate: '2026-11-15' })
  await recurring.run()
  await recurring.run()
  expect(await datesOf(owner)).toEqual(['2026-11-15'])
})

test('an outage is caught up in order, each with the day that it should have had', async () => {
  const owner = await signUpOnPro(app)
  const { id } = await owner.make({
    frequency: 'weekly',
    startDate: '2026-11-16',
    content: seriesContent({ paymentTerms: 'custom', dueInDays: 10, sendReminder: true }),
    sends: true,
  })
  await recurring.runAt('2026-12-08T03:00:00Z')
  const made = await owner.invoices()
  expect(made.map(({ seriesPeriod, issueDate, dueDate }) => [seriesPeriod, issueDate, dueDate])).toEqual([
    [0, '2026-11-16', '2026-11-26'],
    [1, '2026-11-23', '2026-12-03'],
    [2, '2026-11-30', '2026-12-10'],
    [3, '2026-12-07', '2026-12-17'],
  ])
  for (const invoice of made) {
    expect(invoice).toMatchObject({ seriesId: id, createdAt: app.deps.now(), createdBy: owner.userId })
  }
  expect(await recurring.read(owner, id)).toMatchObject({
    made: 4,
    next: { period: 4, onDate: '2026-12-14' },
  })
  expect(await owner.mails('invoice')).toHaveLength(4)
  // Reminders that were due before the invoices were made are not sent.
  expect(made.map(({ nextReminderAt }) => nextReminderAt?.toISOString() ?? null)).toEqual([
    null,
    null,
    null,
    '2026-12-14T09:00:00.000Z',
  ])
})

describe('ends', () => {
  test.each([
    ['by date', { kind: 'date', date: '2026-11-30' } as const, 3],
    ['the day before', { kind: 'date', date: '2026-11-29' } as const, 2],
    ['by count', { kind: 'count', count: 4 } as const, 4],
    ['never', { kind: 'never' } as const, 8],
  ])('%s', async (_how, end, expected) => {
    const owner = await signUpOnPro(app)
    const { id } = await owner.make({ frequency: 'weekly', startDate: '2026-11-16', end })
    await recurring.runAt('2027-01-04T09:00:00Z')
    expect(await datesOf(owner)).toHaveLength(expected)
    const series = await recurring.read(owner, id)
    expect([series.state, series.next === null]).toEqual(
      end.kind === 'never' ? ['running', false] : ['over', true],
    )
  })
})

describe('exactly once', () => {
  test('four processes at once make one each', async () => {
    const owner = await signUpOnPro(app)
    const ids = await Promise.all(
      [1, 2, 3].map(async () => {
        const { id } = await owner.make({ frequency: 'weekly', startDate: '2026-11-16', sends: true })
        return id
      }),
    )
    recurring.setClock('2026-12-07T09:00:00Z')
    await Promise.all([recurring.run(), recurring.run(), recurring.run(), recurring.run()])
    const made = await owner.invoices()
    expect(made.map(({ seriesId, seriesPeriod }) => `${seriesId} ${seriesPeriod}`)).toEqual(
      ids.toSorted().flatMap((id) => [0, 1, 2, 3].map((period) => `${id} ${period}`)),
    )
    expect(await owner.periods()).toHaveLength(12)
    expect(await owner.mails('invoice')).toHaveLength(12)
  })

  test('the database refuses a second invoice and a second note of one period', async () => {
    const owner = await signUpOnPro(app)
    const { id } = await owner.make({ startDate: '2026-11-15' })
    await recurring.run()
    const tenant = (statement: string) =>
      withTenant(app.database, owner.businessId, ({ client }) => client.query(statement, [id]))
    const again = addInvoiceRow(app.database, owner.businessId, { seriesId: id, seriesPeriod: 0 })
    const refusal: unknown = await again.catch((error: unknown) => error)
    expect(isUniqueViolation(refusal, 'invoices_series_period')).toBe(true)
    await expect(
      tenant(`insert into recurring_periods (business_id, series_id, period, state, on_date, at)
        select business_id, series_id, period, 'skipped', on_date, at from recurring_periods where series_id = $1`),
    ).rejects.toThrow(/recurring_periods_pkey/)
    await expect(tenant('delete from recurring_periods where series_id = $1')).rejects.toThrow(
      /permission denied/,
    )
  })

  test('one that its owner changes still belongs to its series', async () => {
    const owner = await signUpOnPro(app)
    const { id } = await owner.make({ startDate: '2026-11-15' })
    await recurring.run()
    const params = { id: (await owner.invoices())[0]!.id }
    const body = { ...invoiceInput({ notes: 'By hand' }), version: 1 }
    const response = await app.send(updateInvoice, { params, body }, { cookie: owner.cookie })
    expect(await answerOf(updateInvoice, response)).toMatchObject({ seriesId: id, notes: 'By hand' })
    await recurring.run()
    expect(await owner.invoices()).toMatchObject([{ seriesId: id, seriesPeriod: 0 }])
  })

  test('one that was deleted is not made again, and a duplicate belongs to no series', async () => {
    const owner = await signUpOnPro(app)
    await owner.make({ startDate: '2026-11-15' })
    await recurring.run()
    const params = { id: (await owner.invoices())[0]!.id }
    const copy = await answerOf(
      duplicateInvoice,
      await app.send(duplicateInvoice, { params }, { cookie: owner.cookie }),
    )
    expect(copy.seriesId).toBeNull()
    expect((await app.send(deleteInvoice, { params }, { cookie: owner.cookie })).status).toBe(204)
    await recurring.run()
    expect((await owner.invoices()).map(({ id }) => id)).toEqual([copy.id])
    expect(await owner.periods()).toMatchObject([{ period: 0, state: 'made', invoiceId: null }])
  })
})

test('more than a page is drained in one run', async () => {
  const owner = await signUpOnPro(app)
  const { id } = await owner.make({ startDate: '2026-11-16' })
  await withTenant(app.database, owner.businessId, async ({ db }) => {
    const [{ requestId: _request, ...row } = expect.fail('no row')] = await db
      .select()
      .from(recurringSeries)
      .where(eq(recurringSeries.id, id))
    await db
      .insert(recurringSeries)
      .values(Array.from({ length: 119 }, () => Object.assign({}, row, { id: randomUUID() })))
  })
  await recurring.runAt('2026-11-16T09:00:00Z')
  expect(await owner.invoices()).toHaveLength(120)
})

import { eq } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makePicture } from '../../../test/support/fixtures/images.ts'
import { invoiceInput } from '../../../test/support/fixtures/invoice-input.ts'
import { addInvoiceRow } from '../../../test/support/fixtures/invoice-rows.ts'
import { asOwner, makeInvoice, setPlan } from '../../../test/support/fixtures/invoices.ts'
import { seriesContent, signUpOnPro } from '../../../test/support/fixtures/recurring.ts'
import { type TestApp, answerOf, createTestApp } from '../../../test/support/test-app.ts'
import { businesses } from '../../platform/db/tables/business.ts'
import { clients } from '../../platform/db/tables/clients.ts'
import { files } from '../../platform/db/tables/files.ts'
import { invoiceEvents, invoices } from '../../platform/db/tables/invoices.ts'
import { recurringSeries } from '../../platform/db/tables/recurring.ts'
import { reminderSettings } from '../../platform/db/tables/reminders.ts'
import { withAdmin, withTenant } from '../../platform/db/transaction.ts'
import { isUniqueViolation } from '../../platform/db/violations.ts'
import type { JobQueue } from '../../platform/jobs/job-queue.ts'
import { uploadLogo } from '../business/contract.ts'
import { removeUnusedLogos } from '../business/logos.ts'
import { deleteInvoice, duplicateInvoice, updateInvoice } from '../invoices/contract.ts'
import { getSeries } from './contract.ts'
import { makeDueInvoices } from './make-due-invoices.ts'

let app: TestApp
const start = new Date('2026-11-15T12:00:00Z')
let now = start
beforeAll(async () => {
  app = await createTestApp({ now: () => now })
})
beforeEach(() => {
  now = start
})
afterAll(() => app.close())

type Owner = Awaited<ReturnType<typeof signUpOnPro>>

const run = () => makeDueInvoices(app.deps)
async function runAt(moment: string) {
  now = new Date(moment)
  await run()
}
const read = async ({ cookie }: Owner, id: string) =>
  answerOf(getSeries, await app.send(getSeries, { params: { id } }, { cookie }))
const datesOf = async (owner: Owner) => (await owner.invoices()).map(({ issueDate }) => issueDate)

test('monthly from the 31st, run every day over a leap year', async () => {
  const owner = await signUpOnPro(app)
  await owner.make({ startDate: '2027-10-31' })
  for (let day = Date.parse('2027-10-30T09:00:00Z'); day < Date.parse('2028-06-01'); day += 86_400_000) {
    await runAt(new Date(day).toISOString())
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
  await suspend(now)
  await runAt('2027-02-02T12:00:00Z')
  expect(await suspended.invoices()).toEqual([])
  expect(await datesOf(other)).toEqual(['2027-02-01'])
  await suspend(null)
  await runAt('2027-02-02T12:01:00Z')
  expect(await datesOf(suspended)).toEqual(['2027-01-01', '2027-02-01'])
})

test('yearly from Feb 29', async () => {
  const owner = await signUpOnPro(app)
  await owner.make({ frequency: 'yearly', startDate: '2028-02-29' })
  await runAt('2032-02-29T09:00:00Z')
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
    const { next } = await read(owner, id)
    moments.push(next!.at)
    now = new Date(Date.parse(next!.at) - 1)
    await run()
    expect((await owner.invoices()).length).toBe(moments.length - 1)
    await runAt(next!.at)
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
  expect((await read(owner, id)).next?.at).toBe('2026-12-01T17:00:00.000Z')
  await withTenant(app.database, owner.businessId, ({ db }) =>
    db.update(businesses).set({ timeZone: 'America/New_York' }).where(eq(businesses.id, owner.businessId)),
  )
  expect((await read(owner, id)).next?.at).toBe('2026-12-01T23:00:00.000Z')
})

test('today is made at once when the hour has passed', async () => {
  const owner = await signUpOnPro(app)
  await owner.make({ startDate: '2026-11-15' })
  await run()
  await run()
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
  await runAt('2026-12-08T03:00:00Z')
  const made = await owner.invoices()
  expect(made.map(({ seriesPeriod, issueDate, dueDate }) => [seriesPeriod, issueDate, dueDate])).toEqual([
    [0, '2026-11-16', '2026-11-26'],
    [1, '2026-11-23', '2026-12-03'],
    [2, '2026-11-30', '2026-12-10'],
    [3, '2026-12-07', '2026-12-17'],
  ])
  for (const invoice of made) {
    expect(invoice).toMatchObject({ seriesId: id, createdAt: now, createdBy: owner.userId })
  }
  expect(await read(owner, id)).toMatchObject({ made: 4, next: { period: 4, onDate: '2026-12-14' } })
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
    await runAt('2027-01-04T09:00:00Z')
    expect(await datesOf(owner)).toHaveLength(expected)
    const series = await read(owner, id)
    expect([series.state, series.next === null]).toEqual(
      end.kind === 'never' ? ['running', false] : ['over', true],
    )
  })
})

test('one that is mailed, and one that waits for its owner', async () => {
  const owner = await signUpOnPro(app)
  await owner.make({ startDate: '2026-11-15', sends: true })
  await run()
  const [sent] = await owner.invoices()
  expect(sent).toMatchObject({ sendOption: 'email_now', sentAt: expect.any(Date) })
  expect(await owner.mails('invoice')).toMatchObject([
    { to_address: 'client@example.com', invoice_id: sent?.id },
  ])
  const other = await signUpOnPro(app)
  await other.make({ startDate: '2026-11-15', sends: false })
  await run()
  expect(await other.invoices()).toMatchObject([{ sendOption: 'email_later', sentAt: null }])
  expect(await other.mails('invoice')).toEqual([])
  const events = await withTenant(app.database, other.businessId, ({ db }) => db.select().from(invoiceEvents))
  expect(events.map(({ kind }) => kind)).toEqual(['recurred'])
})

test('the look is the business’s of that day, the client’s record is left as its owner has it', async () => {
  const owner = await signUpOnPro(app)
  await owner.make({ startDate: '2026-12-01' })
  await withTenant(app.database, owner.businessId, async ({ db }) => {
    await db.update(businesses).set({ documentLook: 'compact' }).where(eq(businesses.id, owner.businessId))
    await db.update(clients).set({ phone: '044' })
  })
  await runAt('2026-12-01T09:00:00Z')
  const [client] = await withTenant(app.database, owner.businessId, ({ db }) => db.select().from(clients))
  expect(client?.phone).toBe('044')
  expect(await owner.invoices()).toMatchObject([
    { documentLook: 'compact', clientId: client?.id, clientPhone: '' },
  ])
})

test('a logo stays as long as a series has it; one that is gone all the same is left out', async () => {
  const owner = await signUpOnPro(app)
  const file = new Blob([new Uint8Array(await makePicture('png'))])
  const { id: logoId } = await answerOf(
    uploadLogo,
    await app.send(uploadLogo, { file }, { cookie: owner.cookie }),
  )
  await owner.make({ startDate: '2026-11-15', content: seriesContent({ logoId }) })
  await withTenant(app.database, owner.businessId, async (tx) => {
    await tx.db.update(businesses).set({ logoId: null }).where(eq(businesses.id, owner.businessId))
    await removeUnusedLogos(tx, owner.businessId, app.deps.log)
  })
  await run()
  expect(await owner.invoices()).toMatchObject([{ logoId }])
  await withTenant(app.database, owner.businessId, async ({ db }) => {
    await db.update(invoices).set({ logoId: null })
    await db.delete(files).where(eq(files.id, logoId))
  })
  await runAt('2026-12-15T09:00:00Z')
  expect((await owner.invoices()).map((invoice) => invoice.logoId)).toEqual([null, null])
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
    now = new Date('2026-12-07T09:00:00Z')
    await Promise.all([run(), run(), run(), run()])
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
    await run()
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
    await run()
    const params = { id: (await owner.invoices())[0]!.id }
    const body = { ...invoiceInput({ notes: 'By hand' }), version: 1 }
    const response = await app.send(updateInvoice, { params, body }, { cookie: owner.cookie })
    expect(await answerOf(updateInvoice, response)).toMatchObject({ seriesId: id, notes: 'By hand' })
    await run()
    expect(await owner.invoices()).toMatchObject([{ seriesId: id, seriesPeriod: 0 }])
  })

  test('one that was deleted is not made again, and a duplicate belongs to no series', async () => {
    const owner = await signUpOnPro(app)
    await owner.make({ startDate: '2026-11-15' })
    await run()
    const params = { id: (await owner.invoices())[0]!.id }
    const copy = await answerOf(
      duplicateInvoice,
      await app.send(duplicateInvoice, { params }, { cookie: owner.cookie }),
    )
    expect(copy.seriesId).toBeNull()
    expect((await app.send(deleteInvoice, { params }, { cookie: owner.cookie })).status).toBe(204)
    await run()
    expect((await owner.invoices()).map(({ id }) => id)).toEqual([copy.id])
    expect(await owner.periods()).toMatchObject([{ period: 0, state: 'made', invoiceId: null }])
  })
})

describe('on Free, after a downgrade', () => {
  test('it runs on within the limit; one too many pauses it and tells the owner once', async () => {
    const owner = await signUpOnPro(app)
    const { id } = await owner.make({ frequency: 'weekly', startDate: '2026-11-16', sends: true })
    await setPlan(app, owner.businessId, 'free')
    await runAt('2026-11-16T09:00:00Z')
    expect(await datesOf(owner)).toEqual(['2026-11-16'])
    for (let made = 0; made < 9; made++) await makeInvoice(app, owner.cookie)
    now = new Date('2026-11-23T09:00:00Z')
    await Promise.all([run(), run(), run(), run()])
    await runAt('2026-12-14T09:00:00Z')
    expect(await owner.invoices()).toHaveLength(10)
    expect(await owner.periods()).toHaveLength(1)
    expect(await read(owner, id)).toMatchObject({
      state: 'paused',
      pausedBy: 'plan',
      pauseReason: expect.stringContaining('10 invoices this month'),
      next: null,
      made: 1,
    })
    const mails = await owner.mails('series-paused')
    expect(mails).toMatchObject([
      {
        to_address: 'billing@business.example',
        subject: 'Your recurring invoice for Test Client is paused',
        text: expect.stringContaining(`/invoices/recurring/${id}`),
      },
    ])
    expect(mails[0]?.text).toContain('The invoice for Test Client on Nov 23, 2026 wasn’t created.')
  })
})

test('invoices are in the currency of the series, and in the number format of the business', async () => {
  const owner = await signUpOnPro(app)
  const content = seriesContent({ currency: 'JPY', charge: { kind: 'amount', amountMinor: 5000 } })
  const series = await owner.make({ startDate: '2026-11-15', content })
  expect(series).toMatchObject({ currency: 'JPY', totalMinor: 5000 })
  await asOwner(app, 'businesses', `update businesses set locale = 'ja-JP' where id = '${owner.businessId}'`)
  await run()
  expect(await owner.invoices()).toMatchObject([{ currency: 'JPY', locale: 'ja-JP', totalMinor: 5000 }])
  const { rows } = await withTenant(app.database, owner.businessId, ({ client }) =>
    client.query('select s.currency as series, c.currency as client from recurring_series s, clients c'),
  )
  expect(rows).toEqual([{ series: 'JPY', client: 'JPY' }])
})

test('content that was stored before a text existed makes its invoice, with that text empty', async () => {
  const owner = await signUpOnPro(app)
  const series = await owner.make({ startDate: '2026-11-15' })
  await withTenant(app.database, owner.businessId, ({ client }) =>
    client.query(`update recurring_series set content = content - 'notes' where id = $1`, [series.id]),
  )
  await run()
  expect(await owner.invoices()).toMatchObject([{ issueDate: '2026-11-15', notes: '' }])
  expect(await read(owner, series.id)).toMatchObject({ state: 'running', content: { notes: '' } })
})

test('content that cannot be used any more pauses it in words, and leaves the others alone', async () => {
  const owner = await signUpOnPro(app)
  const broken = await owner.make({ startDate: '2026-11-15' })
  const other = await owner.make({ startDate: '2026-11-15' })
  await withTenant(app.database, owner.businessId, ({ client }) =>
    client.query(`update recurring_series set content = content - 'charge' where id = $1`, [broken.id]),
  )
  await run()
  expect((await owner.invoices()).map(({ seriesId }) => seriesId)).toEqual([other.id])
  const { rows } = await withTenant(app.database, owner.businessId, ({ client }) =>
    client.query('select paused_by, pause_reason from recurring_series where id = $1', [broken.id]),
  )
  expect(rows).toEqual([{ paused_by: 'error', pause_reason: expect.stringContaining('check every field') }])
  expect(await owner.mails('series-paused')).toHaveLength(1)
})

test('a failure that may pass is tried again, and does not stop the others', async () => {
  const owner = await signUpOnPro(app)
  const ids = [1, 2, 3].map(() => owner.make({ startDate: '2026-11-15', sends: true }))
  const series = (await Promise.all(ids)).map(({ id }) => id).toSorted()
  let calls = 0
  const jobs: JobQueue = {
    ...app.deps.jobs,
    enqueue: async (...added) => {
      calls += 1
      if (calls === 2) throw new Error('the database is away')
      return app.deps.jobs.enqueue(...added)
    },
  }
  await makeDueInvoices({ ...app.deps, jobs })
  expect(await owner.invoices()).toHaveLength(2)
  for (const id of series) expect((await read(owner, id)).state).toBe('running')
  await run()
  expect((await owner.invoices()).map(({ seriesId }) => seriesId)).toEqual(series)
  expect(await owner.mails('invoice')).toHaveLength(3)
  expect(await owner.mails('series-paused')).toEqual([])
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
  await runAt('2026-11-16T09:00:00Z')
  expect(await owner.invoices()).toHaveLength(120)
})

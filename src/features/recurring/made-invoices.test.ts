import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makePicture } from '../../../test/support/fixtures/images.ts'
import { asOwner, makeInvoice, setPlan } from '../../../test/support/fixtures/invoices.ts'
import {
  type RecurringApp,
  createRecurringApp,
  seriesContent,
  signUpOnPro,
} from '../../../test/support/fixtures/recurring.ts'
import { type TestApp, answerOf } from '../../../test/support/test-app.ts'
import { businesses } from '../../platform/db/tables/business.ts'
import { clients } from '../../platform/db/tables/clients.ts'
import { files } from '../../platform/db/tables/files.ts'
import { invoiceEvents, invoices } from '../../platform/db/tables/invoices.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import type { JobQueue } from '../../platform/jobs/job-queue.ts'
import { uploadLogo } from '../business/contract.ts'
import { removeUnusedLogos } from '../business/logos.ts'
import { makeDueInvoices } from './make-due-invoices.ts'

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

test('one that is mailed, and one that waits for its owner', async () => {
  const owner = await signUpOnPro(app)
  await owner.make({ startDate: '2026-11-15', sends: true })
  await recurring.run()
  const [sent] = await owner.invoices()
  expect(sent).toMatchObject({ sendOption: 'email_now', sentAt: expect.any(Date) })
  expect(await owner.mails('invoice')).toMatchObject([
    { to_address: 'client@example.com', invoice_id: sent?.id },
  ])
  const other = await signUpOnPro(app)
  await other.make({ startDate: '2026-11-15', sends: false })
  await recurring.run()
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
  await recurring.runAt('2026-12-01T09:00:00Z')
  const [client] = await withTenant(app.database, owner.businessId, ({ db }) => db.select().from(clients))
  expect(client?.phone).toBe('044')
  expect(await owner.invoices()).toMatchObject([
    { documentLook: 'compact', clientId: client?.id, clientPhone: '' },
  ])
})

test('each invoice names the month and the period of its own date', async () => {
  const owner = await signUpOnPro(app)
  const content = {
    ...seriesContent(),
    description: 'Support {month} {year}',
    notes: 'For {period}. {{kept}}',
  }
  await owner.make({ startDate: '2026-12-31', frequency: 'monthly', content })
  await recurring.runAt('2027-03-01T12:00:00Z')
  const made = (await owner.invoices()).toSorted((a, b) => a.issueDate.localeCompare(b.issueDate))
  expect(made.map(({ description, notes }) => [description, notes])).toEqual([
    ['Support December 2026', 'For Dec 31, 2026 – Jan 30, 2027. {{kept}}'],
    ['Support January 2027', 'For Jan 31 – Feb 27, 2027. {{kept}}'],
    ['Support February 2027', 'For Feb 28 – Mar 30, 2027. {{kept}}'],
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
  await recurring.run()
  expect(await owner.invoices()).toMatchObject([{ logoId }])
  await withTenant(app.database, owner.businessId, async ({ db }) => {
    await db.update(invoices).set({ logoId: null })
    await db.delete(files).where(eq(files.id, logoId))
  })
  await recurring.runAt('2026-12-15T09:00:00Z')
  expect((await owner.invoices()).map((invoice) => invoice.logoId)).toEqual([null, null])
})

describe('on Free, after a downgrade', () => {
  test('it runs on within the limit; one too many pauses it and tells the owner once', async () => {
    const owner = await signUpOnPro(app)
    const { id } = await owner.make({ frequency: 'weekly', startDate: '2026-11-16', sends: true })
    await setPlan(app, owner.businessId, 'free')
    await recurring.runAt('2026-11-16T09:00:00Z')
    expect(await datesOf(owner)).toEqual(['2026-11-16'])
    for (let made = 0; made < 9; made++) await makeInvoice(app, owner.cookie)
    recurring.setClock('2026-11-23T09:00:00Z')
    await Promise.all([recurring.run(), recurring.run(), recurring.run(), recurring.run()])
    await recurring.runAt('2026-12-14T09:00:00Z')
    expect(await owner.invoices()).toHaveLength(10)
    expect(await owner.periods()).toHaveLength(1)
    expect(await recurring.read(owner, id)).toMatchObject({
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
  await recurring.run()
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
  await recurring.run()
  expect(await owner.invoices()).toMatchObject([{ issueDate: '2026-11-15', notes: '' }])
  expect(await recurring.read(owner, series.id)).toMatchObject({ state: 'running', content: { notes: '' } })
})

test('content that cannot be used any more pauses it in words, and leaves the others alone', async () => {
  const owner = await signUpOnPro(app)
  const broken = await owner.make({ startDate: '2026-11-15' })
  const other = await owner.make({ startDate: '2026-11-15' })
  await withTenant(app.database, owner.businessId, ({ client }) =>
    client.query(`update recurring_series set content = content - 'charge' where id = $1`, [broken.id]),
  )
  await recurring.run()
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
  for (const id of series) expect((await recurring.read(owner, id)).state).toBe('running')
  await recurring.run()
  expect((await owner.invoices()).map(({ seriesId }) => seriesId)).toEqual(series)
  expect(await owner.mails('invoice')).toHaveLength(3)
  expect(await owner.mails('series-paused')).toEqual([])
})

import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addBusiness, addInvoiceRow } from '../../../test/support/fixtures/invoice-rows.ts'
import { type TestDatabase, createTestDatabase } from '../../../test/support/test-database.ts'
import { businesses } from '../../platform/db/tables/business.ts'
import { invoices } from '../../platform/db/tables/invoices.ts'
import { reminders, reminderSettings, reminderSteps } from '../../platform/db/tables/reminders.ts'
import { withTenant } from '../../platform/db/transaction.ts'

let testDatabase: TestDatabase
beforeAll(async () => {
  testDatabase = await createTestDatabase()
})
afterAll(() => testDatabase.drop())

const since = new Date('2026-11-01T00:00:00Z')

async function plan(
  change: Partial<typeof invoices.$inferInsert>,
  { zone = 'UTC', steps, hour = 9 }: { zone?: string; steps?: number[]; hour?: number } = {},
) {
  const { database } = testDatabase
  const businessId = await addBusiness(database)
  const id = await addInvoiceRow(database, businessId)
  return withTenant(database, businessId, async ({ db }) => {
    await db.update(businesses).set({ timeZone: zone }).where(eq(businesses.id, businessId))
    if (steps) {
      await db.insert(reminderSettings).values({ businessId, hasOwnSeries: true, sendHour: hour })
      if (steps.length > 0)
        await db.insert(reminderSteps).values(steps.map((offsetDays) => ({ businessId, offsetDays })))
    }
    const set = { sendReminder: true, sentAt: since, remindersSince: since, dueDate: '2026-11-20', ...change }
    await db.update(invoices).set(set).where(eq(invoices.id, id))
    const read = async () => {
      const [row] = await db.select().from(invoices).where(eq(invoices.id, id))
      return [row?.nextReminderAt?.toISOString() ?? null, row?.nextReminderStep ?? null]
    }
    const first = await read()
    if (first[1] === null) return [first, null]
    await db.insert(reminders).values({
      businessId,
      invoiceId: id,
      offsetDays: Number(first[1]),
      state: 'sent',
      isAutomatic: true,
      at: since,
    })
    await db.update(invoices).set({ remindersNotBefore: null }).where(eq(invoices.id, id))
    return [first, await read()]
  })
}

const none = [null, null]

test('without a series of its own, one goes three days before the due date, at nine', async () => {
  expect(await plan({})).toEqual([['2026-11-17T09:00:00.000Z', -3], none])
  expect(await plan({}, { zone: 'America/New_York' })).toEqual([['2026-11-17T14:00:00.000Z', -3], none])
})

test('with one, the next is the first that is not settled', async () => {
  expect(await plan({}, { steps: [7, -7, 0], hour: 18 })).toEqual([
    ['2026-11-13T18:00:00.000Z', -7],
    ['2026-11-20T18:00:00.000Z', 0],
  ])
  expect(await plan({}, { steps: [] })).toEqual([none, null])
})

test('an hour that a day lacks is the one after it', async () => {
  const january = new Date('2026-01-01T00:00:00Z')
  const march = { dueDate: '2026-03-29', sentAt: january, remindersSince: january }
  expect((await plan(march, { zone: 'Europe/Zurich', steps: [0], hour: 2 }))[0]).toEqual([
    '2026-03-29T01:00:00.000Z',
    0,
  ])
})

test.each([
  ['it is paid', { status: 'paid' as const }],
  ['it is not wanted', { sendReminder: false }],
  ['it was never sent', { sentAt: null, sendOption: 'email_later' as const }],
  ['it is paused', { remindersPausedAt: since, remindersPausedBy: 'owner' as const }],
  ['its time was over when it was made', { remindersSince: new Date('2026-11-18T00:00:00Z') }],
])('none when %s', async (_, change) => {
  expect(await plan(change)).toEqual([none, null])
})

test('what is put off comes then', async () => {
  const later = new Date('2026-11-18T09:00:00Z')
  expect((await plan({ remindersNotBefore: later }))[0]).toEqual([later.toISOString(), -3])
})

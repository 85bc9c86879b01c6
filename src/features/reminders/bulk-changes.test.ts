import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clientInput } from '../../../test/support/fixtures/invoice-input.ts'
import { type ReminderApp, createReminderApp } from '../../../test/support/fixtures/reminders.ts'
import { waitForLock } from '../../../test/support/wait-for-lock.ts'
import { setClientReminders } from './contract.ts'

let reminding: ReminderApp
beforeAll(async () => {
  reminding = await createReminderApp()
})
afterAll(() => reminding.app.close())

type Business = Awaited<ReturnType<ReminderApp['open']>>

/** Two invoices to one client, of which the one with the greater id lies first in every other order. */
async function openWithTwo() {
  const business = await reminding.open()
  const client = clientInput()
  for (;;) {
    const first = await business.invoice({ client, dueDate: '2026-11-20' })
    const second = await business.invoice({ client, dueDate: '2026-11-21' })
    if (first.id > second.id) return { business, lesser: second.id }
    await business.sql('delete from invoices')
  }
}

test.each([
  { what: 'another series', change: (business: Business) => business.series([0, 7]) },
  {
    what: 'another zone',
    change: (business: Business) =>
      business.sql(`update businesses set time_zone = 'Asia/Tokyo' where id = $1`, [business.businessId]),
  },
])('$what and an opt-out at once do not wait for each other', async ({ change }) => {
  const { app } = reminding
  const { business, lesser } = await openWithTwo()
  const [row] = await business.sql<{ id: string }>('select client_id as id from invoices limit 1')
  const other = new pg.Client({ connectionString: app.url })
  await other.connect()
  try {
    await other.query('begin')
    await other.query(`set local role millrace_app`)
    await other.query(`set local app.business_id = '${business.businessId}'`)
    await other.query('select from invoices where id = $1 for update', [lesser])
    const params = { id: row?.id ?? '' }
    const optOut = app.send(setClientReminders, { params, body: { optedOut: true } }, business)
    await waitForLock(app.url, 1)
    const changed = change(business)
    await waitForLock(app.url, 2)
    await other.query('commit')
    expect((await optOut).status).toBe(204)
    await changed
  } finally {
    await other.end()
  }
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { setPlan } from '../../../../test/support/fixtures/invoices.ts'
import { type SummaryApp, createSummaryApp } from '../../../../test/support/reports/summary-app.ts'
import { exportArchive, freshAccount, restoreInto } from '../../../../test/support/restored-account.ts'
import { queryTenant } from '../../../platform/db/transaction.ts'

let summing: SummaryApp
beforeAll(async () => {
  summing = await createSummaryApp()
})
afterAll(() => summing.app.close())

test('the monthly summary comes back, sends nothing about earlier months, and leaves alone who stopped it', async () => {
  const { app, setClock, sendAt, open } = summing
  setClock('2026-06-10T12:00:00Z')
  const owner = await open()
  await owner.turnOn({ accountantEmail: 'accountant@books.example', basis: 'cash' })
  await sendAt('2026-07-05T08:00:00Z')
  await owner.sql(`update report_settings set summary_stopped = '{accountant@books.example}' where true`)
  const archive = await exportArchive(app, owner.cookie)

  setClock('2026-11-20T12:00:00Z')
  const fresh = await freshAccount(app)
  await setPlan(app, fresh.businessId, 'pro')
  expect(await restoreInto(app, fresh, archive)).toMatchObject({ state: 'restored', problem: null })
  const sent = () =>
    queryTenant(app.database, fresh.businessId, {
      text: `select kind, subject from mails where kind like '%-summary' order by created_at, kind desc`,
    })
  const before = await sent()
  const read = {
    text: `select summary_day, accountant_email, summary_basis, summary_last_month::text as last_month, summary_stopped,
             summary_key, next_summary_at from report_settings`,
  }
  expect(await queryTenant(app.database, fresh.businessId, read)).toEqual([
    {
      summary_day: 5,
      accountant_email: 'accountant@books.example',
      summary_basis: 'cash',
      last_month: '2026-10-01',
      summary_stopped: ['accountant@books.example'],
      summary_key: null,
      next_summary_at: new Date('2026-12-05T08:00:00Z'),
    },
  ])
  await sendAt('2026-11-20T12:01:00Z')
  expect(await sent()).toEqual(before)
  await sendAt('2026-12-05T08:00:00Z')
  expect((await sent()).slice(before.length)).toMatchObject([{ kind: 'month-summary' }])
})

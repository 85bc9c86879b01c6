import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeInvoice, setPlan } from '../../../../test/support/fixtures/invoices.ts'
import { periodClosed, signUpToClose } from '../../../../test/support/periods/sign-up-to-close.ts'
import { exportArchive, freshAccount, restoreInto } from '../../../../test/support/restored-account.ts'
import { type TestApp, createTestApp, problemOf } from '../../../../test/support/test-app.ts'
import { withTenant } from '../../../platform/db/transaction.ts'
import { deleteExpense } from '../../expenses/contract.ts'
import { updateJournal } from '../../journal/update-journal.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ now: () => new Date('2026-12-01T12:00:00Z') })
})
afterAll(() => app.close())

test('an archive with a closed period comes back with everything in it, and the period is closed', async () => {
  const owner = await signUpToClose(app)
  await makeInvoice(app, owner.cookie, {
    issueDate: '2026-06-01',
    dueDate: '2026-06-30',
    paymentTerms: 'custom',
  })
  await owner.addExpenses([{ date: '2026-06-10' }])
  await owner.closeJune()
  const archive = await exportArchive(app, owner.cookie)

  const fresh = await freshAccount(app)
  await setPlan(app, fresh.businessId, 'pro')
  expect(await restoreInto(app, fresh, archive)).toMatchObject({ state: 'restored', problem: null })
  const read = async (sql: string) =>
    (await withTenant(app.database, fresh.businessId, ({ client }) => client.query(sql))).rows
  expect(await read('select issue_date::text as day from invoices')).toEqual([{ day: '2026-06-01' }])
  expect(await read('select closed_through::text as day from report_settings')).toEqual([
    { day: '2026-06-30' },
  ])
  expect(await read('select kind, created_by from period_changes')).toEqual([
    { kind: 'closed', created_by: fresh.userId },
  ])
  // Nothing of it is a correction, which would count on the first open day.
  await updateJournal(app.deps, fresh.businessId)
  const days = `select distinct day::text as day, is_correction from journal order by day`
  expect(await read(days)).toEqual([
    { day: '2026-06-01', is_correction: false },
    { day: '2026-06-10', is_correction: false },
  ])
  const [{ id } = { id: '' }] = await read('select id from expenses')
  const { code, message } = await problemOf(
    await app.send(deleteExpense, { params: { id } }, { cookie: fresh.cookie }),
  )
  expect({ code, message }).toEqual(periodClosed)
})

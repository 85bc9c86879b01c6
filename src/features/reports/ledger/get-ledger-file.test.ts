import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseCsv } from '../../../../test/support/exports/parse-csv.ts'
import { makeInvoice, setPlan } from '../../../../test/support/fixtures/invoices.ts'
import { type TestApp, createTestApp, problemOf } from '../../../../test/support/test-app.ts'
import { getLedgerFile } from './contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const year = { from: '2026-01-01', to: '2026-12-31' } as const

async function signUp() {
  const { cookie, session } = await app.signUpAndIn()
  await setPlan(app, session.business.id, 'pro')
  await makeInvoice(app, cookie, {
    issueDate: '2026-03-01',
    dueDate: '2026-03-31',
    sendOption: 'do_not_send',
  })
  const download = (query: object) =>
    app.send(getLedgerFile, { query: { format: 'csv', basis: 'accrual', ...year, ...query } }, { cookie })
  return { businessId: session.business.id, download }
}

test('the general ledger of a period is a file of its own, whose sides come to the same', async () => {
  const { download } = await signUp()
  const response = await download({})
  expect(response.headers.get('content-disposition')).toContain('general-ledger-2026-01-01-to-2026-12-31.csv')
  const rows = parseCsv(await response.text())
  const sum = (column: string) => rows.reduce((all, row) => all + Number(row[column] || 0), 0)
  expect(rows.map(({ Date: day }) => day)).toContain('2026-03-01')
  expect(sum('Debit (USD)')).toBeGreaterThan(0)
  expect(sum('Debit (USD)')).toBeCloseTo(sum('Credit (USD)'))
  // Nothing was paid.
  expect(parseCsv(await (await download({ basis: 'cash' })).text())).toEqual([])
  expect(parseCsv(await (await download({ to: '2026-02-28' })).text())).toEqual([])
  const workbook = unzipSync(new Uint8Array(await (await download({ format: 'xlsx' })).arrayBuffer()))
  expect(Object.keys(workbook)).toContain('xl/workbook.xml')
})

test('it is part of the Pro plan, and a period that ends before it begins is refused', async () => {
  const { businessId, download } = await signUp()
  expect((await problemOf(await download({ from: '2027-01-01' }))).fields).toEqual({
    to: 'The last day can’t be before the first day.',
  })
  await setPlan(app, businessId, 'free')
  expect((await problemOf(await download({}))).code).toBe('PLAN_REQUIRED')
})

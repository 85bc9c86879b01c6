import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openReports } from '../../../../test/support/fixtures/reports.ts'
import { type TestApp, createTestApp } from '../../../../test/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ now: () => new Date('2026-11-18T12:00:00Z') })
})
afterAll(() => app.close())

test('fees are those of payouts, each on the day of its payment in the time zone of the business', async () => {
  const reports = await openReports(app)
  const id = randomUUID()
  await reports.run(
    `insert into payouts (business_id, id, provider, provider_payout_id, is_own, is_test, currency, amount_minor, state,
       arrives_on, is_itemized, entries_minor, fee_minor, created_at)
     values ($1, $2, 'card', 'po_1', true, false, 'USD', 19300, 'paid', '2026-11-05', true, 19300, 700, now())`,
    [reports.businessId, id],
  )
  await reports.run(
    `insert into payout_entries (business_id, payout_id, position, provider_entry_id, kind, amount_minor, fee_minor, at, description)
     values ($1, $2, 0, 'txn_1', 'payment', 10000, 320, '2026-10-31T23:59:59Z', 'Invoice 0001'),
       ($1, $2, 1, 'txn_2', 'payment', 10000, 380, '2026-11-01T00:00:00Z', 'Invoice 0002')`,
    [reports.businessId, id],
  )
  await reports.run(`update businesses set time_zone = 'UTC'`)
  const { figures, sentence } = await reports.read('payments-by-method', { period: 'this-month' })
  expect(figures['Card']).toEqual([0, 0, 0, 380, -380])
  expect(sentence).toContain('Fees took $3.80.')
  const november = { period: 'this-month' } as const
  expect(await reports.entries('payments-by-method', 'card', 'fees', november)).toMatchObject({
    minor: 380,
    entries: [{ date: '2026-11-01', text: 'Fee of Stripe', detail: 'Invoice 0002', minor: 380 }],
    next: null,
  })
  expect((await reports.entries('payments-by-method', 'total', 'fees')).minor).toBe(700)
  expect((await reports.entries('payments-by-method', 'card', 'kept', november)).entries).toMatchObject([
    { text: 'Fees', minor: -380 },
  ])
})

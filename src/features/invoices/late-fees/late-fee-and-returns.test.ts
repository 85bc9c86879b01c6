import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type LateFeeApp,
  createLateFeeApp,
  feeOnce,
} from '../../../../test/support/late-fees/late-fee-app.ts'
import { withTenant } from '../../../platform/db/transaction.ts'
import { settleInvoice } from '../settle-invoice.ts'

let late: LateFeeApp
beforeAll(async () => {
  late = await createLateFeeApp()
})
afterAll(() => late.app.close())

test('a late fee after everything that was paid went back leaves nothing to settle', async () => {
  late.setClock('2026-10-01T12:00:00Z')
  const business = await late.open()
  const { id } = await business.late(feeOnce)
  const settle = async () => {
    const key = business.key(id)
    await withTenant(late.app.database, key.businessId, (tx) => settleInvoice(tx, key, late.app.deps.now()))
    const { openMinor } = await business.read(id)
    return openMinor
  }
  const giveBack = async (stillOwed: boolean) => {
    await business.sql(
      `insert into refunds (business_id, payment_id, amount_minor, state, still_owed)
       select business_id, id, amount_minor, 'succeeded', $1 from payments order by amount_minor limit 1`,
      [stillOwed],
    )
    await settle()
  }
  await business.pay(id, 100_000, '2026-10-01')
  await giveBack(true)
  await business.pay(id, 50_000, '2026-10-01')
  await giveBack(false)
  await late.addAt('2026-11-15T09:00:00Z')
  expect(await business.fees(id)).toEqual(['2026-11-15 25.00'])
  const { openMinor } = await business.read(id)
  expect(await settle()).toBe(openMinor)
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { setPlan } from '../../../test/support/fixtures/invoices.ts'
import { signUpToFile } from '../../../test/support/fixtures/receipt-rows.ts'
import { type TestApp, createTestApp, problemOf } from '../../../test/support/test-app.ts'
import { getReceipt, readReceiptAgain, saveReceiptSettings, updateReceipt } from './contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const fields = {
  merchant: 'Rail Co',
  date: '2026-11-05',
  currency: 'EUR',
  totalMinor: 990,
  taxMinor: null,
  cardLast4: '1234',
}

test('fields are corrected, confirmed, and matched again', async () => {
  const owner = await signUpToFile(app)
  const [expense] = await owner.addExpenses([
    { currency: 'EUR', amountMinor: 990, date: '2026-11-05', notes: 'Rail Co' },
  ])
  const [id] = await owner.addReceipts([{ taxMinor: 5 }])
  const changed = await owner.ask(updateReceipt, { params: { id: id! }, body: { ...fields, version: 1 } })
  expect(changed).toMatchObject({ ...fields, version: 2, expense: { id: expense }, filedBy: 'match' })
  expect(changed.checkedAt).not.toBeNull()
  const late = await owner.send(updateReceipt, { params: { id: id! }, body: { ...fields, version: 1 } })
  expect(await problemOf(late)).toMatchObject({ code: 'CHANGED_ELSEWHERE' })
})

test('a receipt is read once more, from the first try on', async () => {
  const owner = await signUpToFile(app)
  const [id] = await owner.addReceipts([
    { state: 'unreadable', problem: 'This file is empty.', tries: 3, claimedUntil: new Date() },
  ])
  const again = await owner.ask(readReceiptAgain, { params: { id: id! } })
  expect(again).toMatchObject({ state: 'waiting', problem: null })
  const { rows } = await owner.tenant(({ client }) =>
    client.query('select tries, claimed_until from receipts where id = $1', [id]),
  )
  expect(rows).toEqual([{ tries: 0, claimed_until: null }])
})

test('without the plan nothing is changed, and everything can be seen', async () => {
  const owner = await signUpToFile(app)
  const [id] = await owner.addReceipts([{}])
  await setPlan(app, owner.businessId, 'free')
  const params = { id: id! }
  const settings = { senders: [], keepsLocation: true, missingFromMinor: null }
  for (const refused of [
    await owner.send(updateReceipt, { params, body: { ...fields, version: 1 } }),
    await owner.send(readReceiptAgain, { params }),
    await owner.send(saveReceiptSettings, { body: settings }),
  ])
    expect(await problemOf(refused)).toMatchObject({ code: 'PLAN_REQUIRED' })
  expect(await owner.ask(getReceipt, { params })).toMatchObject({ id, version: 1 })
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { setPlan } from '../../../../test/support/fixtures/invoices.ts'
import { type TestApp, answerOf, createTestApp, problemOf } from '../../../../test/support/test-app.ts'
import * as contract from '../contract.ts'
import { makeMailName } from './mail-name.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ receiptMail: { domain: 'receipts.example' } })
})
afterAll(() => app.close())

async function make(cookie: string) {
  const response = await app.send(contract.makeReceiptAddress, {}, { cookie })
  return answerOf(contract.makeReceiptAddress, response)
}

test('a name has a hundred random bits in groups that are easy to read', () => {
  const names = Array.from({ length: 2000 }, makeMailName)
  for (const name of names) expect(name).toMatch(/^[0-9a-hj-km-np-tv-z]{4}(-[0-9a-hj-km-np-tv-z]{4}){4}$/)
  expect(new Set(names).size).toBe(names.length)
  expect(new Set(names.join('').replaceAll('-', '')).size).toBe(32)
})

test('an owner makes an address, and each new one takes the place of the one before', async () => {
  const { cookie, session } = await app.signUpAndIn()
  await setPlan(app, session.business.id, 'pro')
  const settings = await answerOf(
    contract.getReceiptSettings,
    await app.send(contract.getReceiptSettings, {}, { cookie }),
  )
  expect(settings).toMatchObject({ address: null, takesMail: true })
  const first = await make(cookie)
  // What was set before stays, also what was never saved.
  expect(first).toEqual({ ...settings, address: expect.stringMatching(/^[a-z0-9-]{24}@receipts\.example$/) })
  const second = await make(cookie)
  expect(second.address).not.toBe(first.address)
  const seen = await app.send(contract.getReceiptSettings, {}, { cookie })
  expect(await answerOf(contract.getReceiptSettings, seen)).toEqual(second)
})

test('on Free there is no address to make', async () => {
  const { cookie } = await app.signUpAndIn()
  const response = await app.send(contract.makeReceiptAddress, {}, { cookie })
  expect(await problemOf(response)).toMatchObject({ code: 'PLAN_REQUIRED' })
})

test('where the operator takes no email, none is made, and the settings say so', async () => {
  const other = await createTestApp()
  try {
    const { cookie, session } = await other.signUpAndIn()
    await setPlan(other, session.business.id, 'pro')
    const response = await other.send(contract.makeReceiptAddress, {}, { cookie })
    expect(await problemOf(response)).toMatchObject({ code: 'NOT_CONFIGURED' })
    const settings = await other.send(contract.getReceiptSettings, {}, { cookie })
    expect(await answerOf(contract.getReceiptSettings, settings)).toMatchObject({
      address: null,
      takesMail: false,
    })
  } finally {
    await other.close()
  }
})

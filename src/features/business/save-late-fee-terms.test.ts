import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeInvoice } from '../../../test/support/fixtures/invoices.ts'
import { feeMonthly, feeOnce } from '../../../test/support/late-fees/late-fee-app.ts'
import { type TestApp, answerOf, createTestApp, problemOf } from '../../../test/support/test-app.ts'
import { getInvoice } from '../invoices/contract.ts'
import { getBusiness, saveLateFeeTerms, updateProfile } from './contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const save = (cookie: string, lateFeeTerms: typeof feeOnce | null) =>
  app.send(saveLateFeeTerms, { body: { lateFeeTerms } }, { cookie })

test('the late fee of a business is off, and is kept once it is saved', async () => {
  const { cookie } = await app.signUpAndIn()
  const read = async () => answerOf(getBusiness, await app.send(getBusiness, {}, { cookie }))
  expect((await read()).lateFeeTerms).toBeNull()
  expect(await answerOf(saveLateFeeTerms, await save(cookie, feeMonthly))).toEqual(await read())
  expect((await read()).lateFeeTerms).toEqual(feeMonthly)
  await save(cookie, null)
  expect((await read()).lateFeeTerms).toBeNull()
})

test('an invoice that exists keeps its own', async () => {
  const { cookie } = await app.signUpAndIn()
  const [without, own] = [
    await makeInvoice(app, cookie),
    await makeInvoice(app, cookie, { lateFeeTerms: feeOnce }),
  ]
  await save(cookie, feeMonthly)
  const read = async (id: string) =>
    answerOf(getInvoice, await app.send(getInvoice, { params: { id } }, { cookie }))
  expect((await read(without.id)).lateFeeTerms).toBeNull()
  expect((await read(own.id)).lateFeeTerms).toEqual(feeOnce)
})

test('what is wrong is refused with its field', async () => {
  const { cookie } = await app.signUpAndIn()
  expect(await problemOf(await save(cookie, { ...feeOnce, afterDays: 0 }))).toMatchObject({
    fields: { 'lateFeeTerms.afterDays': 'Please enter a number of days from 1 to 365.' },
  })
  const large = { ...feeOnce, maxMinor: Number.MAX_SAFE_INTEGER }
  expect(await problemOf(await save(cookie, large))).toMatchObject({
    fields: { 'lateFeeTerms.maxMinor': expect.stringContaining('The amount can be at most') },
  })
})

test('an amount fixes the home currency that it is in; a percentage does not', async () => {
  const { cookie, session } = await app.signUpAndIn()
  const { name: businessName, timeZone } = session.business
  const profile = { name: 'Owner', businessName, businessEmail: '', phone: '', address: '', contactName: '' }
  const change = (currency: string) =>
    app.send(updateProfile, { body: { ...profile, timeZone, currency } }, { cookie })
  await save(cookie, feeMonthly)
  expect((await change('EUR')).status).toBe(200)
  await save(cookie, feeOnce)
  expect(await problemOf(await change('JPY'))).toMatchObject({ code: 'CURRENCY_FIXED' })
})

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeInvoice, setPlan } from '../../../test/support/fixtures/invoices.ts'
import { type TestApp, answerOf, createTestApp, problemOf } from '../../../test/support/test-app.ts'
import { type DocumentStyle, defaultStyle, getBusiness } from '../business/contract.ts'
import { getInvoice } from '../invoices/contract.ts'
import { getPublicInvoice } from '../invoices/public/contract.ts'
import { getDocumentStyle, saveDocumentStyle } from './contract.ts'

let app: TestApp
let cookie: string
let businessId: string

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  const person = await app.signUpAndIn()
  cookie = person.cookie
  businessId = person.session.business.id
})

const modern: DocumentStyle = { look: 'modern', accentColour: '#b91c1c', logoPosition: 'center' }
const save = (body: DocumentStyle) => app.send(saveDocumentStyle, { body }, { cookie })
const read = async () => answerOf(getDocumentStyle, await app.send(getDocumentStyle, {}, { cookie }))

test('on Pro the look is kept, and invoices have the one they were made with', async () => {
  await setPlan(app, businessId, 'pro')
  expect(await read()).toEqual(defaultStyle)
  const before = await makeInvoice(app, cookie)
  expect(await answerOf(saveDocumentStyle, await save(modern))).toEqual(modern)
  expect(await read()).toEqual(modern)
  const business = await answerOf(getBusiness, await app.send(getBusiness, {}, { cookie }))
  expect(business.documentStyle).toEqual(modern)
  const after = await makeInvoice(app, cookie)
  const styleOf = async (id: string) =>
    (await answerOf(getInvoice, await app.send(getInvoice, { params: { id } }, { cookie }))).style
  expect([await styleOf(before.id), await styleOf(after.id)]).toEqual([defaultStyle, modern])
  const shown = await app.send(getPublicInvoice, { params: { id: after.id } })
  expect((await answerOf(getPublicInvoice, shown)).style).toEqual(modern)
})

test('on Free no other look is kept, and the way back to the usual one is open', async () => {
  const refused = await save(modern)
  expect(refused.status).toBe(403)
  expect(await problemOf(refused)).toMatchObject({
    code: 'PLAN_REQUIRED',
    message: 'Looks are part of the Pro plan.',
  })
  expect(await read()).toEqual(defaultStyle)
  await setPlan(app, businessId, 'pro')
  await save(modern)
  await setPlan(app, businessId, 'free')
  expect(await read()).toEqual(modern)
  expect((await save({ ...modern, logoPosition: 'left' })).status).toBe(403)
  expect((await save(defaultStyle)).status).toBe(200)
  expect(await read()).toEqual(defaultStyle)
})

test('back on Free, invoices keep the look they were made with, and new ones have the usual one', async () => {
  await setPlan(app, businessId, 'pro')
  await save(modern)
  const before = await makeInvoice(app, cookie)
  await setPlan(app, businessId, 'free')
  const after = await makeInvoice(app, cookie)
  const styleOf = async (id: string) =>
    (await answerOf(getPublicInvoice, await app.send(getPublicInvoice, { params: { id } }))).style
  expect([await styleOf(before.id), await styleOf(after.id)]).toEqual([modern, defaultStyle])
})

test('what is no colour is refused at its field', async () => {
  await setPlan(app, businessId, 'pro')
  for (const accentColour of ['red', '#fff', '#FFFFFF', '#12345g', 'url(x)', '#123456;color:red']) {
    const answer = await save({ ...modern, accentColour })
    expect([accentColour, answer.status]).toEqual([accentColour, 422])
    expect(await problemOf(answer)).toMatchObject({ fields: { accentColour: 'Please choose a color.' } })
  }
})

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makePicture } from '../../../test/support/fixtures/images.ts'
import { invoiceInput } from '../../../test/support/fixtures/invoice-input.ts'
import { makeInvoice } from '../../../test/support/fixtures/invoices.ts'
import { type TestApp, answerOf, createTestApp } from '../../../test/support/test-app.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import { updateInvoice } from '../invoices/contract.ts'
import { getFile, getProfile, removeLogo, uploadLogo } from './contract.ts'

let app: TestApp
let cookie: string
let businessId: string
beforeAll(async () => {
  // Mails wait for the owner's address to be confirmed, so that one can be looked at while it does.
  app = await createTestApp({ mailWaitsForVerification: true })
})
afterAll(() => app.close())
beforeEach(async () => {
  const person = await app.signUpAndIn()
  cookie = person.cookie
  businessId = person.session.business.id
})

async function upload() {
  const file = new Blob([new Uint8Array(await makePicture('png'))])
  return answerOf(uploadLogo, await app.send(uploadLogo, { file }, { cookie }))
}
const remove = (as = cookie) => app.send(removeLogo, {}, { cookie: as })
const ownLogo = async () => (await answerOf(getProfile, await app.send(getProfile, {}, { cookie }))).logo
const fileStatus = async (id: string) => (await app.send(getFile, { params: { id } })).status

test('a logo is gone once it is removed, and removing it again is no error', async () => {
  const logo = await upload()
  expect(await ownLogo()).toEqual(logo)
  expect((await remove()).status).toBe(204)
  expect(await ownLogo()).toBeNull()
  expect(await fileStatus(logo.id)).toBe(404)
  expect((await remove()).status).toBe(204)
})

test('an invoice keeps the logo it was made with', async () => {
  const logo = await upload()
  await makeInvoice(app, cookie, { logoId: logo.id })
  await remove()
  expect(await ownLogo()).toBeNull()
  expect(await fileStatus(logo.id)).toBe(200)
})

test('a mail that has not left yet keeps the logo it was made with, also when its invoice has lost it', async () => {
  const logo = await upload()
  const { id, version } = await makeInvoice(app, cookie, { logoId: logo.id, sendOption: 'email_now' })
  const body = { ...invoiceInput({ logoId: null }), version }
  expect((await app.send(updateInvoice, { params: { id }, body }, { cookie })).status).toBe(200)
  await remove()
  const states = await withTenant(app.database, businessId, async ({ client }) => {
    const { rows } = await client.query<{ state: string }>('select state from mails')
    return rows.map(({ state }) => state)
  })
  expect(states).toEqual(['held'])
  expect(await fileStatus(logo.id)).toBe(200)
})

test('removing one’s own logo leaves that of others', async () => {
  const logo = await upload()
  const other = await app.signUpAndIn()
  expect((await remove(other.cookie)).status).toBe(204)
  expect(await ownLogo()).toEqual(logo)
})

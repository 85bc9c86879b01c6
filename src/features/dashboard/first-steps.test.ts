import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTables } from '../../../test/support/figures/books.ts'
import { setPlan } from '../../../test/support/fixtures/invoices.ts'
import { type TestApp, answerOf, createTestApp } from '../../../test/support/test-app.ts'
import { getDashboard, hideFirstSteps } from './contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

async function signUp() {
  const { cookie, session } = await app.signUpAndIn()
  const businessId = session.business.id
  const books = openTables(app.database, businessId)
  const read = async () => answerOf(getDashboard, await app.send(getDashboard, {}, { cookie }))
  return {
    ...books,
    businessId,
    cookie,
    read,
    steps: async () => (await read()).firstSteps,
    sql: (text: string, values: unknown[] = []) => books.tenant(({ client }) => client.query(text, values)),
  }
}
const none = { details: false, invoice: false, expense: false, bank: false }

test('each is ticked off once it is done, and with the last one they are gone', async () => {
  const owner = await signUp()
  expect(await owner.steps()).toEqual(none)
  await owner.sql(`update businesses set phone = '+41 44 000 00 00', address = ' '`)
  expect(await owner.steps()).toEqual(none)
  await owner.sql(`update businesses set address = '1 Mill Lane'`)
  expect(await owner.steps()).toEqual({ ...none, details: true })
  await owner.addInvoices([{}])
  expect(await owner.steps()).toEqual({ ...none, details: true, invoice: true })
  await owner.addExpenses([{}])
  expect(await owner.steps()).toEqual({ details: true, invoice: true, expense: true, bank: false })
  await owner.addConnection({ state: 'disconnected' })
  expect(await owner.steps()).toBeNull()
})

test('an invoice that was deleted was a first one; a bank that was removed, or an expense, is none', async () => {
  const owner = await signUp()
  await owner.addConnection({ removedAt: new Date() })
  await owner.addExpenses([{}])
  await owner.sql('delete from expenses')
  expect(await owner.steps()).toEqual(none)
  await owner.sql(
    `insert into deleted_invoices (business_id, id, number, client_name, total_minor, was_sent, created_at, deleted_by)
     values ($1, $2, '1A2B3C4D', 'Client', 100, true, now(), $2)`,
    [owner.businessId, randomUUID()],
  )
  expect(await owner.steps()).toEqual({ ...none, invoice: true })
  expect(await owner.read()).toMatchObject({ isEmpty: true })
})

test('an invoice that is paid is a first one as well', async () => {
  const owner = await signUp()
  await owner.addInvoices([{ status: 'paid' }])
  expect(await owner.steps()).toEqual({ ...none, invoice: true })
})

test('hidden by their owner they are gone for good, and for that one alone', async () => {
  const [owner, other] = [await signUp(), await signUp()]
  const response = await app.send(hideFirstSteps, {}, { cookie: owner.cookie })
  expect(response.status).toBe(204)
  expect(await owner.steps()).toBeNull()
  expect(await other.steps()).toEqual(none)
})

test('the plan is told', async () => {
  const owner = await signUp()
  expect(await owner.read()).toMatchObject({ plan: 'free' })
  await setPlan(app, owner.businessId, 'enterprise')
  expect(await owner.read()).toMatchObject({ plan: 'enterprise' })
})

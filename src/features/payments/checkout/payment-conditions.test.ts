import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addInvoiceRow } from '../../../../test/support/fixtures/invoice-rows.ts'
import { confirm, openPage, readLedger, start } from '../../../../test/support/fixtures/payments.ts'
import { type FakeCards, createFakeCards } from '../../../../test/support/providers/fake-cards.ts'
import { createFakePaypal } from '../../../../test/support/providers/fake-paypal.ts'
import { saveOwnPaypal } from '../../../../test/support/providers/own-accounts.ts'
import { type TestApp, answerOf, createTestApp, problemOf } from '../../../../test/support/test-app.ts'
import { businesses } from '../../../platform/db/tables/business.ts'
import { withTenant } from '../../../platform/db/transaction.ts'
import { confirmPayment, getPaymentOptions, payDemo } from '../contract.ts'

const now = new Date('2026-11-05T12:00:00Z')
const missing = { code: 'NOT_FOUND', message: 'This invoice could not be found.' }
const paypal = createFakePaypal({ now: () => now })
let app: TestApp
let cards: FakeCards
let businessId: string
let id: string

beforeAll(async () => {
  cards = createFakeCards({ now: () => now })
  app = await createTestApp({ now: () => now, cards: cards.provider })
  app.deps.connectPaypal = () => paypal.provider
})
beforeEach(async () => {
  const owner = await app.signUpAndIn()
  businessId = owner.session.business.id
  id = await addInvoiceRow(app.database, businessId)
  await saveOwnPaypal(app, owner.cookie)
})
afterAll(() => app.close())

const demo = () => app.send(payDemo, { params: { id } })
const options = async () => answerOf(getPaymentOptions, await app.send(getPaymentOptions, { params: { id } }))

async function leave(deleteAfter: Date) {
  await withTenant(app.database, businessId, ({ db }) =>
    db.update(businesses).set({ deletionRequestedAt: new Date('2026-10-29T12:00:00Z'), deleteAfter }),
  )
}

test('nobody can begin to pay a business whose time is over', async () => {
  await leave(now)
  for (const method of ['card', 'paypal'] as const) {
    expect(await problemOf(await start(app, id, method))).toMatchObject(missing)
  }
  expect(await problemOf(await demo())).toMatchObject(missing)
  expect(await options()).toMatchObject({ card: false, paypal: false, demo: false })
  expect(await readLedger(app, businessId, id)).toMatchObject({ checkouts: [], payments: [] })
})

test('nor go on to a page that was opened before; but what was paid there is written', async () => {
  const { sessionId } = await openPage(app, businessId, id)
  await leave(now)
  expect(await problemOf(await start(app, id))).toMatchObject(missing)
  cards.pay(sessionId)
  const answer = await answerOf(confirmPayment, await confirm(app, id, sessionId))
  expect(answer.state).toBe('confirmed')
})

test('until the last moment everything works as before', async () => {
  await leave(new Date(now.getTime() + 1))
  expect(await options()).toMatchObject({ card: true, paypal: true, demo: true })
  expect((await start(app, id)).status).toBe(200)
  expect((await demo()).status).toBe(204)
})

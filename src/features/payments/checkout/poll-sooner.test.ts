import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addInvoiceRow } from '../../../../test/support/fixtures/invoice-rows.ts'
import { confirm, openPage, readLedger } from '../../../../test/support/fixtures/payments.ts'
import { createFakeCards } from '../../../../test/support/providers/fake-cards.ts'
import { type FakePaypal, createFakePaypal } from '../../../../test/support/providers/fake-paypal.ts'
import { saveOwnPaypal } from '../../../../test/support/providers/own-accounts.ts'
import { type TestApp, createTestApp } from '../../../../test/support/test-app.ts'

let app: TestApp
let paypal: FakePaypal
let businessId: string
let id: string

beforeAll(async () => {
  app = await createTestApp({ cards: createFakeCards().provider })
  app.deps.connectPaypal = () => paypal.provider
})
beforeEach(async () => {
  paypal = createFakePaypal()
  const owner = await app.signUpAndIn()
  businessId = owner.session.business.id
  id = await addInvoiceRow(app.database, businessId)
  await saveOwnPaypal(app, owner.cookie)
})
afterAll(() => app.close())

async function polls(checkoutId: string) {
  const { rows } = await app.database.platform.query<{ id: string; seconds: number; state: string }>(
    `select id, round(extract(epoch from start_after - created_on))::int as seconds, state
     from pgboss.job where name = 'look-sooner' and data ->> 'checkoutId' = $1 order by start_after`,
    [checkoutId],
  )
  return rows
}

async function beOnItsWay() {
  const page = await openPage(app, businessId, id, 'paypal')
  paypal.books.set(page.sessionId, { state: 'processing' })
  return page
}

test('a payment that is on its way is looked at after 1, 5 and 15 minutes, however often that is noted', async () => {
  const { sessionId, checkoutId } = await beOnItsWay()
  expect(await polls(checkoutId)).toEqual([])
  await Promise.all([confirm(app, id, sessionId), confirm(app, id, sessionId)])
  await confirm(app, id, sessionId)
  expect((await polls(checkoutId)).map(({ seconds }) => seconds)).toEqual([60, 300, 900])
})

test('such a look finds that it has come, and the ones after it ask nobody', async () => {
  await app.startPaymentJobs()
  const { sessionId, checkoutId } = await beOnItsWay()
  await confirm(app, id, sessionId)
  paypal.books.pay(sessionId)
  const [first, ...later] = await polls(checkoutId)
  const bring = (jobId = '') =>
    app.database.platform.query('update pgboss.job set start_after = now() where id = $1', [jobId])
  const states = async () => (await polls(checkoutId)).map(({ state }) => state).toSorted()
  await bring(first?.id)
  await expect.poll(states).toEqual(['completed', 'created', 'created'])
  expect(await readLedger(app, businessId, id)).toMatchObject({
    invoice: { status: 'paid' },
    payments: [{ method: 'paypal', amountMinor: 125_000 }],
  })
  paypal.books.calls.read.length = 0
  for (const look of later) await bring(look.id)
  await expect.poll(states).toEqual(['completed', 'completed', 'completed'])
  expect(paypal.books.calls.read).toEqual([])
})

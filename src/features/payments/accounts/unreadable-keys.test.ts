import { ne } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { addInvoiceRow } from '../../../../test/support/fixtures/invoice-rows.ts'
import { confirm, openPage, readLedger, start } from '../../../../test/support/fixtures/payments.ts'
import {
  type FakeCards,
  connectFakes,
  createFakeCards,
} from '../../../../test/support/providers/fake-cards.ts'
import { createFakePaypal } from '../../../../test/support/providers/fake-paypal.ts'
import { flipBit, saveOwnPaypal, saveOwnStripe } from '../../../../test/support/providers/own-accounts.ts'
import { type TestApp, createTestApp, problemOf } from '../../../../test/support/test-app.ts'
import { integrations } from '../../../platform/db/tables/integrations.ts'
import { mails } from '../../../platform/db/tables/mail.ts'
import { withTenant } from '../../../platform/db/transaction.ts'
import { MasterKeyMissing } from '../../../platform/secrets/key-ring.ts'
import { runCloseCheckout } from '../checkout/close-checkout.ts'
import { refundPayment } from '../contract.ts'
import { reconcile } from '../reconcile-payments.ts'

const minute = 60_000
let app: TestApp
let own: FakeCards
let owner: Awaited<ReturnType<TestApp['signUpAndIn']>>
let businessId: string
let id: string
let now: Date

beforeAll(async () => {
  app = await createTestApp({
    now: () => now,
    cards: createFakeCards({ now: () => now }).provider,
    connectOwnCards: (keys) => connectFakes({ sk_test_own1: own })(keys),
  })
  const paypal = createFakePaypal({ now: () => now })
  app.deps.connectPaypal = () => paypal.provider
})
beforeEach(async () => {
  now = new Date('2026-11-05T12:00:00Z')
  own = createFakeCards({ now: () => now })
  owner = await app.signUpAndIn()
  businessId = owner.session.business.id
  id = await addInvoiceRow(app.database, businessId)
  await saveOwnStripe(app, owner.cookie, { secretKey: 'sk_test_own1' })
})
afterAll(() => app.close())

const books = () => readLedger(app, businessId, id)
const open = () => openPage(app, businessId, id)
const pass = (ms: number) => (now = new Date(now.getTime() + ms))
const breakKey = () => flipBit(app, businessId, 'stripe_secret_key')
/** Without the mails about changes of accounts that a test makes itself. */
const readMails = () =>
  withTenant(app.database, businessId, ({ db }) =>
    db.select().from(mails).where(ne(mails.kind, 'security-notice')),
  )

function refund(paymentId: string) {
  const request = { params: { id, paymentId }, body: { amountMinor: 125_000, requestId: randomUUID() } }
  return app.send(refundPayment, request, { cookie: owner.cookie })
}

test('keys that cannot be read are told to their owner once, and the client that it did not work; mended, the same page is there', async () => {
  const { sessionId } = await open()
  await breakKey()
  for (let times = 0; times < 2; times += 1) {
    const refused = await start(app, id)
    expect([refused.status, (await problemOf(refused)).message]).toEqual([
      502,
      'There was a problem processing your payment',
    ])
  }
  const [mail, ...more] = await readMails()
  expect([mail?.subject, more]).toEqual(['Your clients can’t pay by card', []])
  expect(mail?.text).toContain('can no longer read the Stripe keys you entered for')
  expect(mail?.text).not.toContain('refused')
  const [row] = await withTenant(app.database, businessId, ({ db }) => db.select().from(integrations))
  expect(row?.stripeRefusedAt).toEqual(now)
  await breakKey()
  expect((await open()).sessionId).toBe(sessionId)
})

test('keys that cannot be read do not keep a client from paying with PayPal, and what was paid on the old page is found once they are mended', async () => {
  await saveOwnPaypal(app, owner.cookie)
  const { sessionId } = await open()
  await breakKey()
  pass(1000)
  await openPage(app, businessId, id, 'paypal')
  expect((await books()).checkouts.map(({ state, provider }) => [state, provider])).toEqual([
    ['expired', 'card'],
    ['open', 'paypal'],
  ])
  own.pay(sessionId)
  // Longer than the page would have been open.
  pass(3 * 24 * 60 * minute)
  await reconcile(app.deps)
  expect((await books()).payments).toEqual([])
  await breakKey()
  pass(11 * minute)
  await reconcile(app.deps)
  expect((await books()).payments).toMatchObject([{ method: 'card', isOwn: true, amountMinor: 125_000 }])
})

test('keys that cannot be read give up a page that has to be closed', async () => {
  const { checkoutId } = await open()
  await breakKey()
  await runCloseCheckout(app.deps, { businessId, checkoutId })
  expect((await books()).checkout).toMatchObject({ state: 'expired', needsRecheck: true })
})

test('keys that cannot be read let a refund wait for them', async () => {
  const { sessionId } = await open()
  const providerPaymentId = own.pay(sessionId)
  await confirm(app, id, sessionId)
  const paymentId = (await books()).payments[0]?.id ?? ''
  await breakKey()
  expect((await problemOf(await refund(paymentId))).message).toBe(
    'The card provider couldn’t be reached because the saved keys can no longer be read. We’ll try the refund again.',
  )
  await breakKey()
  pass(3 * minute)
  await reconcile(app.deps)
  expect(own.refunds.get(providerPaymentId)).toHaveLength(1)
})

test('keys that cannot be read because the operator left out a secret are like an account that does not answer: nobody is told', async () => {
  const { checkoutId } = await open()
  const opening = vi
    .spyOn(app.deps.secrets, 'open')
    .mockRejectedValue(new MasterKeyMissing('the secret is not at hand'))
  expect((await start(app, id)).status).toBe(502)
  await expect(runCloseCheckout(app.deps, { businessId, checkoutId })).rejects.toThrow('cannot be read')
  opening.mockRestore()
  expect((await books()).checkout?.state).toBe('open')
  expect(await readMails()).toEqual([])
})

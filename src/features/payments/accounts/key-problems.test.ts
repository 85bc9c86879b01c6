import { ne } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addInvoiceRow } from '../../../../test/support/fixtures/invoice-rows.ts'
import { confirm, openPage, start } from '../../../../test/support/fixtures/payments.ts'
import {
  type FakeCards,
  connectFakes,
  createFakeCards,
} from '../../../../test/support/providers/fake-cards.ts'
import { type FakePaypal, createFakePaypal } from '../../../../test/support/providers/fake-paypal.ts'
import {
  saveOwnPaypal,
  saveOwnStripe,
  switchOwnAccounts,
} from '../../../../test/support/providers/own-accounts.ts'
import {
  type TestApp,
  answerOf,
  createTestApp,
  problemOf,
  testOrigin,
} from '../../../../test/support/test-app.ts'
import type { CardProvider } from '../../../platform/cards/card-provider.ts'
import { integrations } from '../../../platform/db/tables/integrations.ts'
import { mails } from '../../../platform/db/tables/mail.ts'
import { withTenant } from '../../../platform/db/transaction.ts'
import { getIntegrations } from '../../integrations/contract.ts'
import { reconcile } from '../reconcile-payments.ts'
import { sorry } from './card-failure.ts'

const wrongKey = { kind: 'refused', signs: { isWrongKey: true } } as const
let app: TestApp
let platform: FakeCards
let own: FakeCards
let paypal: FakePaypal
let connect: (account: CardProvider) => CardProvider
let owner: Awaited<ReturnType<TestApp['signUpAndIn']>>
let businessId: string
let id: string
let now: Date

beforeAll(async () => {
  platform = createFakeCards({ now: () => now })
  app = await createTestApp({
    now: () => now,
    cards: platform.provider,
    connectOwnCards: (keys) => connect(connectFakes({ sk_test_own1: own, sk_test_newer: own })(keys)),
  })
  app.deps.connectPaypal = () => paypal.provider
})
beforeEach(async () => {
  now = new Date('2026-11-05T12:00:00Z')
  platform.failure = null
  own = createFakeCards({ now: () => now })
  paypal = createFakePaypal({ now: () => now })
  connect = (account) => account
  owner = await app.signUpAndIn({ businessName: 'Riverside' })
  businessId = owner.session.business.id
  id = await addInvoiceRow(app.database, businessId)
  await saveOwnStripe(app, owner.cookie, { secretKey: 'sk_test_own1' })
  await saveOwnPaypal(app, owner.cookie)
})
afterAll(() => app.close())

const open = (method: 'card' | 'paypal' = 'card') => openPage(app, businessId, id, method)
const another = () => addInvoiceRow(app.database, businessId)
/** Without the mails about changes of accounts that a test makes itself. */
const readMails = () =>
  withTenant(app.database, businessId, ({ db }) =>
    db.select().from(mails).where(ne(mails.kind, 'security-notice')),
  )

async function refusedAt() {
  const response = await app.send(getIntegrations, {}, { cookie: owner.cookie })
  const { stripe, paypal: other } = await answerOf(getIntegrations, response)
  return { card: stripe.refusedAt, paypal: other.refusedAt }
}

async function rowVersion() {
  const [row] = await withTenant(app.database, businessId, ({ client }) =>
    client.query<{ xmin: string }>('select xmin from integrations').then(({ rows }) => rows),
  )
  return row?.xmin
}

describe('keys that are refused', () => {
  test('when a card page is to be opened: the owner is told which, what the client saw and what to do', async () => {
    own.failure = wrongKey
    expect(await problemOf(await start(app, id))).toMatchObject({ message: sorry })
    expect(await refusedAt()).toEqual({ card: now.toISOString(), paypal: null })
    const [mail, ...more] = await readMails()
    expect(more).toEqual([])
    expect(mail).toMatchObject({
      toAddress: owner.session.user.email,
      subject: 'Your clients can’t pay by card',
      state: 'queued',
      onBehalf: false,
      invoiceId: null,
    })
    for (const phrase of ['Stripe', 'Riverside', sorry, 'Test connection', `${testOrigin}/integrations`]) {
      expect(mail?.text).toContain(phrase)
    }
    expect(mail?.text).not.toContain('PayPal')
  })

  test('by PayPal', async () => {
    paypal.books.failure = wrongKey
    await start(app, id, 'paypal')
    expect(await refusedAt()).toEqual({ card: null, paypal: now.toISOString() })
    const sent = await readMails()
    expect(sent.map(({ subject }) => subject)).toEqual(['Your clients can’t pay with PayPal'])
    expect(sent[0]?.text).not.toContain('Stripe')
  })

  test('when somebody comes back from the page, and when the hourly look asks', async () => {
    const { sessionId } = await open()
    own.failure = wrongKey
    expect((await confirm(app, id, sessionId)).status).toBe(502)
    expect((await refusedAt()).card).not.toBeNull()
    await open('paypal').catch(() => undefined)
    expect(await readMails()).toHaveLength(1)
    const second = await another()
    await openPage(app, businessId, second, 'paypal')
    paypal.books.failure = wrongKey
    now = new Date(now.getTime() + 11 * 60_000)
    await reconcile(app.deps)
    expect((await refusedAt()).paypal).toBe(now.toISOString())
    expect(await readMails()).toHaveLength(2)
  })

  test('to many clients at once, and again and again: one mail', async () => {
    const ids = await Promise.all(Array.from({ length: 6 }, another))
    own.failure = wrongKey
    await Promise.all(ids.map((one) => start(app, one)))
    const first = (await refusedAt()).card
    now = new Date(now.getTime() + 3_600_000)
    await Promise.all(ids.map((one) => start(app, one)))
    expect(await readMails()).toHaveLength(1)
    expect((await refusedAt()).card).toBe(first)
  })

  test('for a payment page, though they are good for other things', async () => {
    own.failure = { kind: 'refused', only: 'create', signs: { isForbidden: true, isMissing: true } }
    await start(app, id)
    expect(await readMails()).toHaveLength(1)
  })

  test('and taken again: that is noted, and the next refusal is told anew', async () => {
    own.failure = wrongKey
    await start(app, id)
    own.failure = null
    await open()
    expect((await refusedAt()).card).toBeNull()
    own.failure = wrongKey
    await start(app, await another())
    expect((await refusedAt()).card).not.toBeNull()
    expect(await readMails()).toHaveLength(2)
  })

  test('for a payment page: that they are good for other things does not end it', async () => {
    const { sessionId } = await open()
    own.failure = { kind: 'refused', only: 'create', signs: { isForbidden: true } }
    await start(app, await another())
    const recordedAt = (await refusedAt()).card
    expect(recordedAt).not.toBeNull()
    await confirm(app, id, sessionId)
    now = new Date(now.getTime() + 11 * 60_000)
    await reconcile(app.deps)
    // Choosing another payment method closes the page.
    await open('paypal')
    expect(own.calls.read.filter((one) => one === sessionId)).toHaveLength(2)
    expect(own.calls.expire).toContain(sessionId)
    expect((await refusedAt()).card).toBe(recordedAt)
    await start(app, await another())
    expect(await readMails()).toHaveLength(1)
  })

  test('by turns with being taken: three mails a day are enough', async () => {
    for (let times = 0; times < 5; times += 1) {
      own.failure = wrongKey
      await start(app, await another())
      own.failure = null
      await start(app, await another())
    }
    expect(await readMails()).toHaveLength(3)
  })
})

describe('nothing is noted', () => {
  test('while the keys are taken: the row is not even written', async () => {
    const before = await rowVersion()
    const { sessionId } = await open()
    await confirm(app, id, sessionId)
    expect(await rowVersion()).toBe(before)
  })

  test.each([
    ['is not reached', { kind: 'unreachable' }],
    ['answers nonsense', { kind: 'malformed' }],
    ['refuses something else', { kind: 'refused' }],
    [
      'is not reached, whatever the answer may look like',
      { kind: 'unreachable', signs: { isWrongKey: true } },
    ],
  ] as const)('when the provider %s', async (_, failure) => {
    own.failure = failure
    await start(app, id)
    expect([await refusedAt(), await readMails()]).toEqual([{ card: null, paypal: null }, []])
  })

  test('when what is asked about belongs to another account', async () => {
    const { sessionId } = await open()
    own.failure = { kind: 'refused', only: 'read', signs: { isForbidden: true, isMissing: true } }
    await confirm(app, id, sessionId)
    expect((await refusedAt()).card).toBeNull()
  })

  test('when the accounts are switched off, and clients pay through the platform', async () => {
    const { sessionId } = await open()
    await switchOwnAccounts(app, owner.cookie, false)
    own.failure = wrongKey
    await confirm(app, id, sessionId)
    expect((await refusedAt()).card).toBeNull()
    platform.failure = wrongKey
    await start(app, await another())
    expect([await refusedAt(), await readMails()]).toEqual([{ card: null, paypal: null }, []])
  })

  test('about keys that were replaced while the provider was asked', async () => {
    own.failure = wrongKey
    connect = (account) => ({
      ...account,
      checkouts: {
        ...account.checkouts,
        async create(request) {
          connect = (other) => other
          await saveOwnStripe(app, owner.cookie, { secretKey: 'sk_test_newer' })
          return account.checkouts.create(request)
        },
      },
    })
    expect((await start(app, id)).status).toBe(502)
    expect([await refusedAt(), await readMails()]).toEqual([{ card: null, paypal: null }, []])
  })
})

test('an owner who has not confirmed an address is told once that is done', async () => {
  app.deps.mailWaitsForVerification = true
  own.failure = wrongKey
  await start(app, id)
  app.deps.mailWaitsForVerification = false
  expect((await readMails()).map(({ state }) => state)).toEqual(['held'])
  const [row] = await withTenant(app.database, businessId, ({ db }) => db.select().from(integrations))
  expect(row?.stripeRefusedAt).toEqual(now)
})

import { ne } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { addInvoiceRow } from '../../../../test/support/fixtures/invoice-rows.ts'
import { addOpenPages, openPage, readLedger, start } from '../../../../test/support/fixtures/payments.ts'
import {
  type FakeCards,
  connectFakes,
  createFakeCards,
} from '../../../../test/support/providers/fake-cards.ts'
import { type FakePaypal, createFakePaypal } from '../../../../test/support/providers/fake-paypal.ts'
import {
  flipBit,
  readAccesses,
  removeOwnAccount,
  saveOwnPaypal,
  saveOwnStripe,
  switchOwnAccounts,
} from '../../../../test/support/providers/own-accounts.ts'
import { type TestApp, createTestApp } from '../../../../test/support/test-app.ts'
import { mails } from '../../../platform/db/tables/mail.ts'
import { checkouts } from '../../../platform/db/tables/payments.ts'
import { withTenant } from '../../../platform/db/transaction.ts'
import { savePaypal, saveStripe } from '../../integrations/contract.ts'
import { reconcile } from '../reconcile-payments.ts'
import { runCloseCheckout } from './close-checkout.ts'
import { createOwnPageCloser } from './own-page-closer.ts'

const minute = 60_000
let app: TestApp
let own: FakeCards
let newer: FakeCards
let paypal: FakePaypal
let owner: Awaited<ReturnType<TestApp['signUpAndIn']>>
let businessId: string
let id: string
let now: Date

beforeAll(async () => {
  app = await createTestApp({
    now: () => now,
    cards: createFakeCards({ now: () => now }).provider,
    connectOwnCards: (keys) => connectFakes({ sk_test_own1: own, sk_test_newer: newer })(keys),
  })
  app.deps.connectPaypal = () => paypal.provider
})
beforeEach(async () => {
  now = new Date('2026-11-05T12:00:00Z')
  own = createFakeCards({ now: () => now })
  newer = createFakeCards({ now: () => now })
  paypal = createFakePaypal({ now: () => now })
  owner = await app.signUpAndIn()
  businessId = owner.session.business.id
  id = await addInvoiceRow(app.database, businessId)
  await saveOwnStripe(app, owner.cookie, { secretKey: 'sk_test_own1' })
  await saveOwnPaypal(app, owner.cookie)
})
afterAll(() => app.close())

const books = (invoiceId = id) => readLedger(app, businessId, invoiceId)
const open = (method: 'card' | 'paypal' = 'card') => openPage(app, businessId, id, method)
const remove = (name: 'stripe' | 'paypal') => removeOwnAccount(app, owner.cookie, name)
const stripeBody = { publishableKey: 'pk_test_own1', secretKey: null, accountId: '', webhookSecret: null }
const saveCard = (changes: Partial<Record<keyof typeof stripeBody, string>>) =>
  app.send(saveStripe, { body: { ...stripeBody, ...changes } }, { cookie: owner.cookie })
const another = () => addInvoiceRow(app.database, businessId)
const stateOf = (fake: FakeCards, sessionId: string) => fake.sessionOf(sessionId).facts.state
const ownCards = () => ({
  businessId,
  keys: {
    provider: 'card' as const,
    account: { secretKey: 'sk_test_own1' },
    sealed: Buffer.alloc(0),
  },
})

/** Runs it when the account is first asked to close a page: after it closed it, before it responds. */
function whileClosing<T>(work: () => Promise<T>) {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  own.beforeAnswer = async (name) => {
    if (name !== 'expire') return
    own.beforeAnswer = undefined
    await work().then(resolve, reject)
  }
  return promise
}

/** Runs the callback between the closing of the pages and the change itself. */
function beforeChange<T>(work: () => Promise<T>) {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  const { closeOwnPages } = app.deps
  const spy = vi.spyOn(app.deps, 'closeOwnPages').mockImplementation(async (...args) => {
    await closeOwnPages(...args)
    if (args[2].isLast) return
    spy.mockRestore()
    await work().then(resolve, reject)
  })
  return promise
}

function addPages(count: number): Promise<void> {
  const expiresAt = new Date(now.getTime() + 24 * 60 * minute)
  return addOpenPages(app, businessId, own.provider, { count, expiresAt })
}

describe('a page of an own account is closed before its keys go', () => {
  test.each([
    ['the account is removed', () => remove('stripe')],
    ['other keys are saved', () => saveCard({ secretKey: 'sk_test_other' })],
    ['the secret key is emptied', () => saveCard({ secretKey: '' })],
    ['the publishable key is emptied', () => saveCard({ publishableKey: '' })],
  ])('when %s', async (_, change) => {
    const { sessionId } = await open()
    await change()
    expect(own.sessionOf(sessionId).facts.state).toBe('expired')
    expect((await books()).checkout?.state).toBe('expired')
    const [newest] = await readAccesses(app, businessId)
    expect(newest?.reason).toBe('To close payment pages before the keys change')
  })

  test.each([
    ['the account is removed', () => remove('paypal')],
    ['another secret is saved', () => saveOwnPaypal(app, owner.cookie, { clientSecret: 'other' })],
    ['another client id is saved', () => saveOwnPaypal(app, owner.cookie, { clientId: 'other' })],
    ['another mode is saved', () => saveOwnPaypal(app, owner.cookie, { mode: 'demo' })],
  ])('when %s at PayPal: what is agreed to there is not taken any more', async (_, change) => {
    const { sessionId } = await open('paypal')
    paypal.approve(sessionId)
    await change()
    expect((await books()).checkout?.state).toBe('expired')
    expect(paypal.books.sessionOf(sessionId).facts.state).toBe('open')
  })

  test('and a client who was quicker has paid', async () => {
    const { sessionId } = await open()
    own.pay(sessionId)
    await remove('stripe')
    expect(await books()).toMatchObject({
      invoice: { status: 'paid' },
      payments: [{ isOwn: true, amountMinor: 125_000 }],
      mails: ['payment-received', 'receipt'],
    })
  })

  test('one that was only being opened too', async () => {
    own.losesAnswerTo = 'create'
    expect((await start(app, id)).status).toBe(502)
    own.losesAnswerTo = null
    await remove('stripe')
    expect((await books()).checkout?.state).toBe('expired')
  })
})

describe('it stays open', () => {
  test.each([
    ['when the accounts are switched off', () => switchOwnAccounts(app, owner.cookie, false)],
    ['when the keys stay', () => saveCard({ publishableKey: 'pk_test_own2' })],
    ['when what was typed is refused', () => saveCard({ secretKey: 'sk_live_own1' })],
  ])('%s', async (_, change) => {
    await open()
    const before = await readAccesses(app, businessId)
    await change()
    expect(own.calls.expire).toEqual([])
    expect((await books()).checkout?.state).toBe('open')
    expect(await readAccesses(app, businessId)).toEqual(before)
  })

  test('when another account is removed', async () => {
    await open()
    await remove('paypal')
    expect(own.calls.expire).toEqual([])
    expect((await books()).checkout?.state).toBe('open')
  })

  test('when the account says so, though it was told to close it: that is no end', async () => {
    const { checkoutId } = await open()
    vi.spyOn(own.provider.checkouts, 'expire').mockImplementation(
      async (sessionId) => own.sessionOf(sessionId).facts,
    )
    await expect(runCloseCheckout(app.deps, { businessId, checkoutId })).rejects.toThrow('is open')
    app.log.length = 0
    await remove('stripe')
    expect((await books()).checkout?.state).toBe('open')
    expect(app.log.join('')).toContain('a page that was closed is open')
  })

  test('when the keys cannot be read: they go all the same', async () => {
    await open()
    await flipBit(app, businessId, 'stripe_secret_key')
    app.log.length = 0
    await remove('stripe')
    expect((await books()).checkout?.state).toBe('open')
    expect(app.log.join('')).toContain('payment pages cannot be closed, because the keys cannot be read')
  })

  test('at PayPal, when another mode is refused because the secret was not typed again', async () => {
    await open('paypal')
    const body = { clientId: 'own-client', clientSecret: null, mode: 'live' as const }
    expect((await app.send(savePaypal, { body }, { cookie: owner.cookie })).status).toBe(422)
    expect((await books()).checkout?.state).toBe('open')
  })

  test.each([
    ['cannot be reached', 'unreachable' as const],
    ['refuses the keys', 'refused' as const],
  ])('when the provider %s: the keys go all the same, and nobody is told by mail', async (_, kind) => {
    await open()
    own.failure = { kind, signs: { isWrongKey: kind === 'refused' } }
    app.log.length = 0
    await remove('stripe')
    expect((await books()).checkout?.state).toBe('open')
    expect(app.log.join('')).toContain('a payment page could not be closed')
    const others = ne(mails.kind, 'security-notice')
    expect(
      await withTenant(app.database, businessId, ({ db }) => db.select().from(mails).where(others)),
    ).toEqual([])
  })
})

describe('a page that is opened while the others are being closed', () => {
  test.each([
    ['the account is removed', () => remove('stripe')],
    ['other keys are saved', () => saveCard({ secretKey: 'sk_test_other' })],
  ])('is closed once %s, and the keys are opened once for all of it', async (_, change) => {
    const first = await open()
    const before = (await readAccesses(app, businessId)).length
    const opened = whileClosing(async () => openPage(app, businessId, await another()))
    await change()
    expect(stateOf(own, first.sessionId)).toBe('expired')
    expect(stateOf(own, (await opened).sessionId)).toBe('expired')
    const reasons = (await readAccesses(app, businessId)).map(({ reason }) => reason)
    expect(reasons.slice(0, reasons.length - before)).toEqual([
      'To open a payment page',
      'To close payment pages before the keys change',
    ])
  })

  test('is closed when there was no other', async () => {
    const opened = beforeChange(open)
    await remove('stripe')
    expect(stateOf(own, (await opened).sessionId)).toBe('expired')
    expect((await books()).checkout?.state).toBe('expired')
  })

  test('at PayPal: what was agreed to there is not taken any more', async () => {
    const opened = beforeChange(() => open('paypal'))
    await remove('paypal')
    paypal.approve((await opened).sessionId)
    expect((await books()).checkout?.state).toBe('expired')
    expect(stateOf(paypal.books, (await opened).sessionId)).toBe('open')
  })

  test('and paid at once is written', async () => {
    const paid = beforeChange(async () => own.pay((await open()).sessionId))
    await remove('stripe')
    expect((await books()).payments).toMatchObject([{ isOwn: true, providerPaymentId: await paid }])
  })

  test('and whose address is still on its way when the keys go is closed, and the client gets another', async () => {
    own.beforeAnswer = async (name) => {
      if (name !== 'create') return
      own.beforeAnswer = undefined
      await remove('stripe')
    }
    await open()
    const [session, ...more] = own.sessions.values()
    expect([session?.facts.state, more]).toEqual(['expired', []])
    expect((await books()).checkouts.map(({ state, isOwn }) => [state, isOwn]).toSorted()).toEqual([
      ['expired', true],
      ['open', false],
    ])
  })

  test('with keys that another change put there meanwhile is closed with those', async () => {
    await open()
    const opened = whileClosing(async () => {
      await saveCard({ secretKey: 'sk_test_newer' })
      return openPage(app, businessId, await another())
    })
    await saveCard({ secretKey: 'sk_test_other' })
    expect(stateOf(newer, (await opened).sessionId)).toBe('expired')
  })

  test('stays open when the change is refused after all', async () => {
    await open()
    const opened = beforeChange(async () => {
      vi.spyOn(app.deps.secrets, 'seal').mockRejectedValueOnce(new Error('no key to seal with'))
      return openPage(app, businessId, await another())
    })
    expect((await saveCard({ secretKey: 'sk_test_other' })).status).toBe(500)
    expect(stateOf(own, (await opened).sessionId)).toBe('open')
  })
})

describe('the owner does not wait for long', () => {
  const closer = createOwnPageCloser()
  const closed = async () =>
    (await withTenant(app.database, businessId, ({ db }) => db.select().from(checkouts))).filter(
      ({ state }) => state === 'expired',
    )

  /** The account does not respond until this is called. */
  function holdAnswers() {
    const { promise, resolve } = Promise.withResolvers<void>()
    own.beforeAnswer = () => promise
    return resolve
  }

  test('all are closed while there is time', async () => {
    await addPages(53)
    await closer.close(app.deps, ownCards(), { milliseconds: 60_000, isLast: false })
    expect(await closed()).toHaveLength(53)
  })

  test('when the account does not answer, five are asked about and no more once the time is over', async () => {
    await addPages(7)
    const answer = holdAnswers()
    await closer.close(app.deps, ownCards(), { milliseconds: 100, isLast: false })
    answer()
    await expect.poll(closed).toHaveLength(5)
    expect(own.calls.expire).toHaveLength(5)
  })

  test('but once the keys are gone, the others are closed when nobody waits any more', async () => {
    await addPages(7)
    const answer = holdAnswers()
    await closer.close(app.deps, ownCards(), { milliseconds: 0, isLast: true })
    expect(await closed()).toEqual([])
    answer()
    await expect.poll(closed).toHaveLength(7)
  })

  test('whoever stops the program does not either, and what is left open is in the log', async () => {
    await addPages(7)
    const stopped = createOwnPageCloser()
    const answer = holdAnswers()
    await stopped.close(app.deps, ownCards(), { milliseconds: 0, isLast: true })
    await expect.poll(() => own.calls.expire).toHaveLength(5)
    app.log.length = 0
    await stopped.stop({ milliseconds: 0 })
    answer()
    await expect.poll(() => app.log.join('')).toContain('some payment pages could not be closed in time')
    expect(own.calls.expire).toHaveLength(5)
  })

  test('a program that stops lets it come to its end while there is time', async () => {
    await addPages(7)
    const stopped = createOwnPageCloser()
    await stopped.close(app.deps, ownCards(), { milliseconds: 0, isLast: true })
    await stopped.stop({ milliseconds: 60_000 })
    expect(await closed()).toHaveLength(7)
  })
})

test('a closed visit to PayPal that cannot be looked at again, as its keys are gone, is let go in time', async () => {
  await open('paypal')
  await remove('paypal')
  expect((await books()).checkout).toMatchObject({ state: 'expired', needsRecheck: true })
  now = new Date(now.getTime() + 25 * 60 * minute)
  await reconcile(app.deps)
  expect((await books()).checkout).toMatchObject({ state: 'expired', needsRecheck: false })
})

test('one about which only nonsense is told is let go as well', async () => {
  const { sessionId } = await open('paypal')
  await saveOwnPaypal(app, owner.cookie, { clientSecret: 'other' })
  const session = paypal.books.sessionOf(sessionId)
  session.facts = { state: 'open', reference: 'somebody else’s', declined: null }
  now = new Date(now.getTime() + 25 * 60 * minute)
  await reconcile(app.deps)
  expect((await books()).checkout?.needsRecheck).toBe(true)
  now = new Date(now.getTime() + 31 * 24 * 60 * minute)
  await reconcile(app.deps)
  expect((await books()).checkout?.needsRecheck).toBe(false)
})

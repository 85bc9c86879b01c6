import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { accountOf } from '../../../sandbox/cards/card-sandbox.ts'
import { typedStripe } from '../../../test/support/fixtures/integration-settings.ts'
import { sending, startAnsweringServer } from '../../../test/support/providers/answering-server.ts'
import { type TestApp, answerOf, createTestApp } from '../../../test/support/test-app.ts'
import { createStripeProvider } from '../../platform/cards/stripe-provider.ts'
import type { BodyOf } from '../../shared/endpoint.ts'
import { testStripe } from './contract.ts'

type Answer = Parameters<typeof startAnsweringServer>[0]

let app: TestApp
let cookie: string
const closing: (() => Promise<void>)[] = []
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()))
})

function stripeAt(port: number) {
  vi.spyOn(app.deps, 'connectOwnCards').mockImplementation((keys) =>
    createStripeProvider({
      ...keys,
      prices: [],
      productName: 'Millrace',
      address: { host: '127.0.0.1', port, protocol: 'http' },
    }),
  )
}

async function stripeAnswering(answer: Answer) {
  const server = await startAnsweringServer(answer)
  closing.push(() => server.close())
  stripeAt(server.port)
}

async function tryOut(change: Partial<BodyOf<typeof testStripe>> = {}) {
  cookie ??= (await app.signUpAndIn()).cookie
  return answerOf(testStripe, await app.send(testStripe, { body: { ...typedStripe, ...change } }, { cookie }))
}

const account = { id: 'acct_own', object: 'account', charges_enabled: true }
const list = { object: 'list', data: [], has_more: false, url: '/' }
const live = { publishableKey: 'pk_live_own1', secretKey: 'sk_live_own1' }
const testMode = 'This key is for test mode, so no real cards are charged.'

test('without a key there is nothing to try', async () => {
  stripeAt(1)
  expect(await tryOut({ secretKey: null })).toEqual({
    ok: false,
    message: 'Please enter the secret key first.',
  })
})

describe('the built-in sandbox', () => {
  test('knows its own key and says that it is for test mode', async () => {
    const { address, secretKey } = app.cardSandbox
    stripeAt(address.port)
    const id = accountOf(secretKey)
    expect(await tryOut({ secretKey })).toEqual({
      ok: true,
      message: `Connected to the account ${id}. ${testMode}`,
    })
    expect((await tryOut({ secretKey, accountId: id })).ok).toBe(true)
    expect(await tryOut({ secretKey, accountId: 'acct_other' })).toEqual({
      ok: false,
      message: `This key belongs to the account ${id}, not to acct_other.`,
    })
  })

  test('does not know any other', async () => {
    stripeAt(app.cardSandbox.address.port)
    expect(await tryOut()).toEqual({ ok: false, message: 'Stripe doesn’t recognize this key.' })
  })
})

describe('a live key', () => {
  test('charges real cards', async () => {
    await stripeAnswering(sending(200, account))
    expect(await tryOut(live)).toEqual({
      ok: true,
      message: 'Connected to the account acct_own. Real cards are charged.',
    })
  })

  test('of an account that is not set up charges none', async () => {
    await stripeAnswering(sending(200, { ...account, charges_enabled: false }))
    expect(await tryOut(live)).toEqual({
      ok: false,
      message:
        'Stripe accepts this key, but doesn’t let the account charge cards yet. Please finish its setup in Stripe’s dashboard.',
    })
    expect((await tryOut()).ok).toBe(true)
  })
})

describe('a restricted key', () => {
  const allowing =
    (...paths: string[]): Answer =>
    (request, response) => {
      const url = request.url ?? ''
      const isAllowed = paths.some((path) => url.startsWith(path))
      const refusal = { error: { type: 'invalid_request_error', message: 'rk_test_own1 may not' } }
      sending(isAllowed ? 200 : 403, isAllowed ? list : refusal)(request, response)
    }
  const secretKey = 'rk_test_own1'

  test('that may do what payments need is good', async () => {
    await stripeAnswering(allowing('/v1/checkout/sessions', '/v1/refunds'))
    expect(await tryOut({ secretKey })).toEqual({ ok: true, message: `Stripe accepts this key. ${testMode}` })
    expect(await tryOut({ secretKey, accountId: 'acct_own' })).toEqual({
      ok: true,
      message: `Stripe accepts this key. ${testMode} Because it’s restricted, it doesn’t show which account it belongs to.`,
    })
  })

  test.each([
    [['/v1/checkout/sessions'], 'may not make refunds (Refunds).'],
    [['/v1/refunds'], 'may not open payment pages (Checkout Sessions).'],
    [[], 'may not open payment pages (Checkout Sessions) nor make refunds (Refunds).'],
  ])('that may read %j only', async (paths, what) => {
    await stripeAnswering(allowing(...paths))
    const message = `Stripe accepts this key, but it’s restricted and ${what}`
    expect(await tryOut({ secretKey })).toEqual({ ok: false, message })
  })
})

test.each([
  [
    'fails',
    sending(500, { error: { type: 'api_error' } }),
    'Stripe couldn’t be reached. Please try again in a moment.',
  ],
  [
    'answers with a page',
    sending(200, '<html>Welcome</html>'),
    'Stripe’s answer couldn’t be understood. Please try again later.',
  ],
  [
    'refuses for another reason',
    sending(400, { error: { type: 'invalid_request_error', message: 'sk_test_own1 is odd' } }),
    'Stripe refused this key. Please check Stripe’s dashboard.',
  ],
] as [string, Answer, string][])('one that %s is told in our words', async (_, answer, message) => {
  await stripeAnswering(answer)
  expect(await tryOut()).toEqual({ ok: false, message })
})

test('one that is not there could not be reached', async () => {
  const server = await startAnsweringServer(() => undefined)
  await server.close()
  stripeAt(server.port)
  expect(await tryOut()).toEqual({
    ok: false,
    message: 'Stripe couldn’t be reached. Please try again in a moment.',
  })
})

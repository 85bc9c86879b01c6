import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { sending, startAnsweringServer } from '../../../test/support/providers/answering-server.ts'
import { type TestApp, answerOf, createTestApp } from '../../../test/support/test-app.ts'
import { createPaypalProvider } from '../../platform/paypal/paypal-provider.ts'
import type { BodyOf } from '../../shared/endpoint.ts'
import { testPaypal } from './contract.ts'
import { demoPaypalAccount } from './rules.ts'

type Answer = Parameters<typeof startAnsweringServer>[0]
type Body = BodyOf<typeof testPaypal>

let app: TestApp
let cookie: string
const closing: (() => Promise<void>)[] = []
beforeAll(async () => {
  app = await createTestApp()
  cookie = (await app.signUpAndIn()).cookie
})
afterAll(() => app.close())
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()))
})

const tryOut = async (body: Body) => answerOf(testPaypal, await app.send(testPaypal, { body }, { cookie }))

describe('the built-in stand-in', () => {
  test('takes the demo keys', async () => {
    expect(await tryOut({ ...demoPaypalAccount, mode: 'demo' })).toEqual({
      ok: true,
      message: 'The built-in demo accepts these keys. No real money moves.',
    })
  })

  test('takes no others, and says which it takes', async () => {
    expect(await tryOut({ ...demoPaypalAccount, clientSecret: 'mine', mode: 'demo' })).toEqual({
      ok: false,
      message: 'The built-in demo only accepts demo-client and demo-secret.',
    })
  })
})

/** PayPal's own addresses lead to a server of the test. */
async function paypalAnswering(answer: Answer) {
  const server = await startAnsweringServer(answer)
  closing.push(() => server.close())
  vi.spyOn(app.deps, 'connectPaypal').mockImplementation((account) =>
    createPaypalProvider({ ...account, mode: 'demo' }, { demo: server.url }),
  )
}

const token = { access_token: 'token', token_type: 'Bearer', expires_in: 32_000 }
const keys = { clientId: 'own-client', clientSecret: 'own-secret' }

test.each([
  ['live', 'PayPal accepts these keys. Payments are real.'],
  ['sandbox', 'PayPal’s sandbox accepts these keys. No real money moves.'],
] as const)('good keys for %s', async (mode, message) => {
  await paypalAnswering(sending(200, token))
  expect(await tryOut({ ...keys, mode })).toEqual({ ok: true, message })
})

test.each([
  ['live', 'PayPal doesn’t accept this client ID and secret. Sandbox keys only work in sandbox mode.'],
  ['sandbox', 'PayPal’s sandbox doesn’t accept this client ID and secret. Live keys only work in live mode.'],
] as const)('wrong keys for %s, without what the server said', async (mode, message) => {
  await paypalAnswering(
    sending(401, { error: 'invalid_client', error_description: 'own-secret is not known' }),
  )
  expect(await tryOut({ ...keys, mode })).toEqual({ ok: false, message })
})

test.each([
  ['fails', sending(503, {}), 'PayPal couldn’t be reached. Please try again in a moment.'],
  [
    'answers with a page',
    sending(200, '<html>Welcome</html>'),
    'PayPal’s answer couldn’t be understood. Please try again later.',
  ],
] as [string, Answer, string][])('one that %s is told in our words', async (_, answer, message) => {
  await paypalAnswering(answer)
  expect(await tryOut({ ...keys, mode: 'live' })).toEqual({ ok: false, message })
})

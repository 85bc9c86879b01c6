import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  readIntegrations,
  typedBanking,
  typedEmail,
  typedPaypal,
  typedStripe,
} from '../../../test/support/fixtures/integration-settings.ts'
import { type TestApp, createTestApp, problemOf } from '../../../test/support/test-app.ts'
import * as contract from './contract.ts'
import { differentModes, portFault } from './rules.ts'

const { saveBanking, saveEmail, savePaypal, saveStripe } = contract
const { removeIntegration, testBanking, testEmail, testPaypal, testStripe } = contract

let app: TestApp
let cookie: string
beforeAll(async () => {
  app = await createTestApp()
  cookie = (await app.signUpAndIn()).cookie
})
afterAll(() => app.close())

type Taking = typeof saveStripe | typeof savePaypal | typeof saveEmail | typeof saveBanking
type Trying = typeof testStripe | typeof testPaypal | typeof testEmail | typeof testBanking

const send = (endpoint: Taking | Trying, body: object) => app.send(endpoint, { body } as never, { cookie })
const read = () => readIntegrations(app, cookie)

async function refusedFields(endpoint: Taking | Trying, body: object) {
  const response = await send(endpoint, body)
  expect(response.status, JSON.stringify(body)).toBe(422)
  const problem = await problemOf(response)
  expect(problem.code).toBe('VALIDATION_FAILED')
  return problem.fields
}

const unknown = 'This field isn’t recognized.'
const strange = 'This has a character that keys don’t contain. Please copy it again.'
const wrong: [Taking, Trying, object, Record<string, string>][] = [
  [
    saveStripe,
    testStripe,
    { ...typedStripe, publishableKey: 'sk_test_own1' },
    { publishableKey: 'This is a secret key. It belongs in the Secret Key field.' },
  ],
  [
    saveStripe,
    testStripe,
    { ...typedStripe, secretKey: 'pk_test_own1' },
    { secretKey: 'This is a publishable key. It belongs in the Publishable Key field.' },
  ],
  [
    saveStripe,
    testStripe,
    { ...typedStripe, webhookSecret: 'own1' },
    { webhookSecret: 'A signing secret starts with whsec_.' },
  ],
  [
    saveStripe,
    testStripe,
    { ...typedStripe, accountId: 'own1' },
    { accountId: 'An account ID starts with acct_.' },
  ],
  [saveStripe, testStripe, { ...typedStripe, secretKey: 'sk_live_own1' }, { secretKey: differentModes }],
  [saveStripe, testStripe, { ...typedStripe, mode: 'live' }, { mode: unknown }],
  [
    savePaypal,
    testPaypal,
    { ...typedPaypal, clientId: 'x'.repeat(301) },
    { clientId: 'Please use at most 300 characters.' },
  ],
  [savePaypal, testPaypal, { ...typedPaypal, clientSecret: 'clé' }, { clientSecret: strange }],
  [savePaypal, testPaypal, { ...typedPaypal, clientId: 'own\nclient' }, { clientId: strange }],
  [savePaypal, testPaypal, { ...typedPaypal, provider: 'x' }, { provider: unknown }],
  [saveEmail, testEmail, { ...typedEmail, port: 58.7 }, { port: portFault }],
  [saveEmail, testEmail, { ...typedEmail, port: '587' }, { port: portFault }],
  [saveEmail, testEmail, { ...typedEmail, port: 0 }, { port: portFault }],
  [saveEmail, testEmail, { ...typedEmail, port: 65536 }, { port: portFault }],
  [saveEmail, testEmail, { ...typedEmail, host: '' }, { host: 'Please enter the name of the email server.' }],
  [
    saveEmail,
    testEmail,
    { ...typedEmail, host: 'smtp://smtp.gmail.com' },
    { host: 'Please enter only the name of the email server, such as smtp.gmail.com.' },
  ],
  [
    saveEmail,
    testEmail,
    { ...typedEmail, fromAddress: 'nobody' },
    { fromAddress: 'Please enter a valid email address.' },
  ],
  [saveEmail, testEmail, { ...typedEmail, businessId: 'x' }, { businessId: unknown }],
  [saveBanking, testBanking, { ...typedBanking, secret: 'key 🔑' }, { secret: strange }],
  [saveBanking, testBanking, { ...typedBanking, clientId: 'clé' }, { clientId: strange }],
  [saveBanking, testBanking, { ...typedBanking, webhookId: 'x' }, { webhookId: unknown }],
]

test.each(wrong)(
  'a wrong form is refused at its field, saved or tried: %#',
  async (save, tryOut, body, fields) => {
    const before = await read()
    expect(await refusedFields(save, body)).toEqual(fields)
    expect(await refusedFields(tryOut, body)).toEqual(fields)
    expect(await read()).toEqual(before)
  },
)

test('a value of another kind is refused without being repeated', async () => {
  for (const [endpoint, typed, field] of [
    [savePaypal, typedPaypal, 'mode'],
    [savePaypal, typedPaypal, 'clientSecret'],
    [saveBanking, typedBanking, 'environment'],
    [saveStripe, typedStripe, 'secretKey'],
  ] as const) {
    for (const value of [{ secret: 'own-odd-value' }, ['own-odd-value'], 'x'.repeat(400) + 'own-odd-value']) {
      const response = await send(endpoint, { ...typed, [field]: value })
      expect(response.status).toBe(422)
      const text = await response.text()
      expect(Object.keys(JSON.parse(text).fields)).toEqual([field])
      expect(text).not.toContain('own-odd-value')
    }
  }
})

test('a publishable key of another mode than the saved secret key', async () => {
  await send(saveStripe, typedStripe)
  const body = { ...typedStripe, publishableKey: 'pk_live_own1', secretKey: null }
  expect(await refusedFields(saveStripe, body)).toEqual({ secretKey: differentModes })
  expect(await refusedFields(testStripe, body)).toEqual({ secretKey: differentModes })
})

describe('a saved secret is not used with anything but what it was saved for', () => {
  beforeEach(async () => {
    for (const name of ['paypal', 'email', 'banking'] as const) {
      await app.send(removeIntegration, { params: { name } }, { cookie })
    }
    await send(savePaypal, typedPaypal)
    await send(saveEmail, { ...typedEmail, username: 'somebody' })
    await send(saveBanking, typedBanking)
  })

  const kept = {
    paypal: { ...typedPaypal, clientSecret: null },
    email: { ...typedEmail, username: 'somebody', password: null },
    banking: { ...typedBanking, secret: null },
  }
  const again = (what: string, other: string) =>
    `Please type the ${what} again, because it was saved for another ${other}.`

  test.each([
    [
      savePaypal,
      testPaypal,
      { ...kept.paypal, clientId: 'x' },
      { clientSecret: again('secret', 'client ID') },
    ],
    [
      savePaypal,
      testPaypal,
      { ...kept.paypal, clientId: '' },
      { clientSecret: again('secret', 'client ID') },
    ],
    [savePaypal, testPaypal, { ...kept.paypal, mode: 'live' }, { clientSecret: again('secret', 'mode') }],
    [savePaypal, testPaypal, { ...kept.paypal, mode: 'demo' }, { clientSecret: again('secret', 'mode') }],
    [
      saveEmail,
      testEmail,
      { ...kept.email, host: 'x.example.com' },
      { password: again('password', 'server') },
    ],
    [saveEmail, testEmail, { ...kept.email, username: 'else' }, { password: again('password', 'username') }],
    [saveEmail, testEmail, { ...kept.email, username: '' }, { password: again('password', 'username') }],
    [saveBanking, testBanking, { ...kept.banking, clientId: 'x' }, { secret: again('secret', 'client ID') }],
    [
      saveBanking,
      testBanking,
      { ...kept.banking, environment: 'production' },
      { secret: again('secret', 'environment') },
    ],
  ] as typeof wrong)('%#', async (save, tryOut, body, fields) => {
    const before = await read()
    expect(await refusedFields(save, body)).toEqual(fields)
    expect(await refusedFields(tryOut, body)).toEqual(fields)
    expect(await read()).toEqual(before)
    // Typed anew it may be used with whatever it is typed for; and with nothing there is nothing to protect.
    const [field = ''] = Object.keys(fields)
    expect((await send(save, { ...body, [field]: 'typed again' })).status).toBe(200)
    expect((await send(save, { ...body, [field]: '' })).status).toBe(200)
  })

  test('what it is not bound to may change without it', async () => {
    for (const change of [{ port: 465 }, { host: 'SMTP.example.com' }, { fromAddress: 'else@example.com' }]) {
      expect((await send(saveEmail, { ...kept.email, ...change })).status).toBe(200)
    }
  })

  test('what stood empty when it was saved may be filled in', async () => {
    await send(savePaypal, { ...typedPaypal, clientId: '' })
    expect((await send(savePaypal, kept.paypal)).status).toBe(200)
    await send(saveEmail, { ...typedEmail, fromAddress: '' })
    expect((await send(saveEmail, { ...typedEmail, password: null })).status).toBe(200)
    // By now the from address is what it signs in with.
    const moved = { ...typedEmail, fromAddress: 'else@example.com', password: null }
    expect(await refusedFields(saveEmail, moved)).toEqual({ password: again('password', 'username') })
  })
})

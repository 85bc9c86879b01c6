import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  type SavingSettings,
  typedBanking,
  typedEmail,
  typedPaypal,
  typedStripe,
} from '../../../test/support/fixtures/integration-settings.ts'
import { readActivity, readNotices, sourceHeaders } from '../../../test/support/security-activity.ts'
import { type TestApp, createTestApp } from '../../../test/support/test-app.ts'
import * as contract from './contract.ts'
import type { IntegrationName } from './rules.ts'

let app: TestApp
let cookie: string
let email: string
let businessId: string
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  const person = await app.signUpAndIn()
  cookie = person.cookie
  email = person.session.user.email
  businessId = person.session.business.id
})

const extra = () => ({ cookie, headers: sourceHeaders })
const save = async (endpoint: SavingSettings, body: object) =>
  expect((await app.send(endpoint, { body } as never, extra())).status).toBe(200)
const remove = (name: IntegrationName) => app.send(contract.removeIntegration, { params: { name } }, extra())
const turn = (enabled: boolean) => app.send(contract.switchIntegrations, { body: { enabled } }, extra())

/** Each is one entry and one mail. */
async function reported() {
  const entries = await readActivity(app, cookie)
  const mails = await readNotices(app, businessId)
  expect(mails).toHaveLength(entries.length)
  return entries.map(({ what, detail }, index) => [what, detail, mails[index]?.subject])
}

test.each([
  ['stripe', contract.saveStripe, typedStripe, 'Stripe: pk_test_own1', 'Stripe account'],
  ['paypal', contract.savePaypal, typedPaypal, 'PayPal: own-client, sandbox', 'PayPal account'],
  [
    'email',
    contract.saveEmail,
    typedEmail,
    'Email: billing@example.com, smtp.example.com:587',
    'email account',
  ],
  ['banking', contract.saveBanking, typedBanking, 'Banking: own-plaid-client, sandbox', 'Plaid account'],
] as const)(
  'saving and removing %s is noted and mailed once each; the same again says nothing',
  async (name, endpoint, typed, detail, account) => {
    await save(endpoint, typed)
    const secrets = new Set(['secretKey', 'webhookSecret', 'clientSecret', 'password', 'secret'])
    const unchanged = Object.fromEntries(
      Object.entries(typed).map(([field, value]) => [field, secrets.has(field) ? null : value]),
    )
    await save(endpoint, unchanged)
    await remove(name)
    await remove(name)
    expect(await reported()).toEqual([
      ['Account removed', detail, `Your ${account} was removed`],
      ['Account saved', detail, `Your ${account} was saved`],
    ])
  },
)

test('the mail says what, when and from where, and leaves through the platform', async () => {
  await save(contract.saveEmail, typedEmail)
  const elsewhere = { ...typedEmail, fromAddress: 'thief@example.net', host: 'smtp.example.net' }
  await save(contract.saveEmail, elsewhere)
  const [newest, ...others] = await readNotices(app, businessId)
  expect(others).toHaveLength(1)
  expect(newest).toMatchObject({ to: email, subject: 'Your email account was changed', onBehalf: false })
  const text = newest?.text ?? ''
  expect(text).toContain('thief@example.net, smtp.example.net:587')
  // What the owner had before is not lost.
  expect(text).toContain('Before: billing@example.com, smtp.example.com:587')
  expect(text).toContain('Replaced: Email password')
  expect(text).toMatch(/When: [A-Z][a-z]{2} \d+, \d{4} at \d+:\d\d [AP]M GMT\+\d/)
  expect(text).toContain('Device: Firefox on Windows')
  expect(text).toContain('IP address: 203.0.113.7')
  expect(text).toContain('http://localhost:3000/forgot-password')
  expect(text).not.toContain(typedEmail.password)
})

test('the switch is told once for each time it moves', async () => {
  await save(contract.savePaypal, typedPaypal)
  for (const enabled of [false, false, true]) expect((await turn(enabled)).status).toBe(200)
  expect((await reported()).slice(0, 2)).toEqual([
    ['All integrations turned on', 'Connected: PayPal', 'All integrations were turned on'],
    ['All integrations turned off', 'Connected: PayPal', 'All integrations were turned off'],
  ])
  expect(await readActivity(app, cookie)).toHaveLength(3)
})

test('a change that is refused leaves neither entry nor mail', async () => {
  await save(contract.saveEmail, typedEmail)
  const withoutPassword = { ...typedEmail, host: 'smtp.example.net', password: null }
  const refused = await app.send(contract.saveEmail, { body: withoutPassword }, extra())
  expect(refused.status).toBe(422)
  expect(await reported()).toHaveLength(1)
})

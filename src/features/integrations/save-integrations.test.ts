import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  type SavingSettings,
  readIntegrations,
  saveSettings,
  sendSettings,
  typedBanking,
  typedEmail,
  typedPaypal,
  typedStripe,
} from '../../../test/support/fixtures/integration-settings.ts'
import { type TestApp, createTestApp, problemOf, testOrigin } from '../../../test/support/test-app.ts'
import { waitForLock } from '../../../test/support/wait-for-lock.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import * as contract from './contract.ts'
import { openEmailAccount, openPaypalAccount, openStripeKeys, openWebhookSecret } from './own-accounts.ts'
import { differentModes } from './rules.ts'

const { saveBanking, saveEmail, savePaypal, saveStripe } = contract

let app: TestApp
let cookie: string
let businessId: string
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  const person = await app.signUpAndIn()
  cookie = person.cookie
  businessId = person.session.business.id
})

const send = (endpoint: SavingSettings, body: object) => sendSettings(app, cookie, endpoint, body)
const save = (endpoint: SavingSettings, body: object) => saveSettings(app, cookie, endpoint, body)
const read = () => readIntegrations(app, cookie)
const access = { userId: null, reason: 'To look' }

test('before anything is saved, the usual mail server is filled in and the address for events is there', async () => {
  const first = await read()
  expect(first).toEqual({
    enabled: true,
    platformCardsAreLive: false,
    areTestsAllowed: true,
    stripe: {
      isConnected: false,
      refusedAt: null,
      problem: null,
      publishableKey: '',
      accountId: '',
      hasSecretKey: false,
      hasWebhookSecret: false,
      mode: null,
      webhookUrl: expect.stringMatching(`^${testOrigin}/api/v1/webhooks/stripe/[0-9a-f-]{36}$`),
    },
    paypal: {
      isConnected: false,
      refusedAt: null,
      problem: null,
      clientId: '',
      hasClientSecret: false,
      mode: 'live',
    },
    email: {
      isConnected: false,
      fromAddress: '',
      host: 'smtp.gmail.com',
      port: 587,
      username: '',
      hasPassword: false,
      waiting: null,
    },
    banking: { isConnected: false, clientId: '', hasSecret: false, environment: 'production' },
  })
  expect(await read()).toEqual(first)
})

test('what is saved is kept, shown without its secrets, and can be used', async () => {
  await save(saveStripe, { ...typedStripe, publishableKey: ' pk_test_own1 ', accountId: 'acct_1' })
  await save(savePaypal, typedPaypal)
  await save(saveEmail, { ...typedEmail, username: 'somebody' })
  const saved = await save(saveBanking, typedBanking)
  expect(saved).toMatchObject({
    stripe: {
      isConnected: true,
      publishableKey: 'pk_test_own1',
      accountId: 'acct_1',
      hasSecretKey: true,
      hasWebhookSecret: true,
      mode: 'test',
    },
    paypal: { isConnected: true, clientId: 'own-client', hasClientSecret: true, mode: 'sandbox' },
    email: {
      isConnected: true,
      fromAddress: 'billing@example.com',
      host: 'smtp.example.com',
      port: 587,
      username: 'somebody',
      hasPassword: true,
    },
    banking: { isConnected: true, clientId: 'own-plaid-client', hasSecret: true, environment: 'sandbox' },
  })
  expect(await read()).toEqual(saved)

  expect(await openStripeKeys(app.deps, businessId, access)).toMatchObject({ secretKey: 'sk_test_own1' })
  expect(await openWebhookSecret(app.deps, businessId, access)).toBe('whsec_own1')
  expect(await openPaypalAccount(app.deps, businessId, access)).toMatchObject({
    clientId: 'own-client',
    clientSecret: 'own-paypal-secret',
    mode: 'sandbox',
  })
  expect(await openEmailAccount(app.deps, businessId, access)).toMatchObject({
    username: 'somebody',
    password: 'own mail password',
  })
})

describe('a secret on its way in', () => {
  test('null keeps the saved one, text replaces it, an empty text removes it', async () => {
    await save(saveStripe, typedStripe)
    const kept = await save(saveStripe, {
      publishableKey: 'pk_test_own2',
      secretKey: null,
      accountId: 'acct_2',
      webhookSecret: null,
    })
    expect(kept.stripe).toMatchObject({ publishableKey: 'pk_test_own2', hasSecretKey: true, mode: 'test' })
    expect(await openStripeKeys(app.deps, businessId, access)).toMatchObject({ secretKey: 'sk_test_own1' })
    expect(await openWebhookSecret(app.deps, businessId, access)).toBe('whsec_own1')

    const live = {
      publishableKey: 'pk_live_own1',
      secretKey: 'sk_live_own1',
      accountId: '',
      webhookSecret: '',
    }
    const replaced = await save(saveStripe, live)
    expect(replaced.stripe).toMatchObject({ mode: 'live', hasWebhookSecret: false, isConnected: true })
    expect(await openStripeKeys(app.deps, businessId, access)).toMatchObject({ secretKey: 'sk_live_own1' })
    expect(await openWebhookSecret(app.deps, businessId, access)).toBeNull()

    const removed = await save(saveStripe, { ...live, secretKey: '  ' })
    expect(removed.stripe).toMatchObject({ mode: null, hasSecretKey: false, isConnected: false })
    expect(await openStripeKeys(app.deps, businessId, access)).toBeNull()
  })

  test('the same for PayPal, mail and Plaid', async () => {
    for (const [endpoint, typed, field, has, part] of [
      [savePaypal, typedPaypal, 'clientSecret', 'hasClientSecret', 'paypal'],
      [saveEmail, typedEmail, 'password', 'hasPassword', 'email'],
      [saveBanking, typedBanking, 'secret', 'hasSecret', 'banking'],
    ] as const) {
      const change = (value: string | null) => save(endpoint, { ...typed, [field]: value })
      expect((await change(null))[part]).toMatchObject({ [has]: false, isConnected: false })
      expect((await change('one'))[part]).toMatchObject({ [has]: true, isConnected: true })
      expect((await change(null))[part]).toMatchObject({ [has]: true, isConnected: true })
      expect((await change(''))[part]).toMatchObject({ [has]: false, isConnected: false })
    }
  })
})

test('connected is what is complete, and nothing less', async () => {
  const incomplete = [
    [saveStripe, { ...typedStripe, publishableKey: '' }],
    [saveStripe, { ...typedStripe, secretKey: '' }],
    [savePaypal, { ...typedPaypal, clientId: '' }],
    [savePaypal, { ...typedPaypal, clientSecret: '' }],
    [saveEmail, { ...typedEmail, fromAddress: '' }],
    [saveEmail, { ...typedEmail, password: '' }],
    [saveBanking, { ...typedBanking, clientId: '' }],
    [saveBanking, { ...typedBanking, secret: '' }],
  ] as const
  for (const [endpoint, body] of incomplete) {
    const { stripe, paypal, email, banking } = await save(endpoint, body)
    const connected = [stripe, paypal, email, banking].filter(({ isConnected }) => isConnected)
    expect(connected, JSON.stringify(body)).toEqual([])
  }
})

describe('at once', () => {
  test('first saves of all kinds lose nothing of each other', async () => {
    await Promise.all([
      save(saveStripe, typedStripe),
      save(savePaypal, typedPaypal),
      save(saveEmail, typedEmail),
      save(saveBanking, typedBanking),
      read(),
    ])
    const { stripe, paypal, email, banking } = await read()
    expect([stripe, paypal, email, banking].every(({ isConnected }) => isConnected)).toBe(true)
    expect((await openEmailAccount(app.deps, businessId, access))?.password).toBe('own mail password')
  })

  test('a save waits for the one before and is judged by what that left', async () => {
    await save(saveStripe, typedStripe)
    const waiting = withTenant(app.database, businessId, async ({ client }) => {
      await client.query('select from integrations for no key update')
      const second = send(saveStripe, { ...typedStripe, secretKey: null })
      await waitForLock(app.url)
      await client.query(
        `update integrations set stripe_mode = 'live', stripe_publishable_key = 'pk_live_own1'`,
      )
      return { second }
    })
    const response = await (await waiting).second
    expect(await problemOf(response)).toMatchObject({ fields: { secretKey: differentModes } })
    expect((await read()).stripe.publishableKey).toBe('pk_live_own1')
  })
})

describe('what waits for the mail account', () => {
  test('is brought forward in the transaction that saves it', async () => {
    const changed = vi.spyOn(app.deps, 'mailAccountChanged')
    await save(saveEmail, typedEmail)
    expect(changed).toHaveBeenCalledTimes(1)
    expect(changed).toHaveBeenCalledWith(expect.anything(), businessId)
    await save(savePaypal, typedPaypal)
    expect(changed).toHaveBeenCalledTimes(1)

    changed.mockRejectedValue(new Error('no'))
    expect((await send(saveEmail, { ...typedEmail, port: 465 })).status).toBe(500)
    expect((await read()).email.port).toBe(587)
  })
})

test('the mail account can be saved sixty times an hour: each time waiting mail is tried with it', async () => {
  const guess = (password: string) => send(saveEmail, { ...typedEmail, password })
  for (let count = 0; count < 60; count++) expect((await guess(`guess ${count}`)).status).toBe(200)
  const refused = await guess('one more')
  expect(refused.status).toBe(429)
  expect((await problemOf(refused)).message).toMatch(
    /^You’ve saved the email settings 60 times within an hour\. Please try again in \d+ minutes\.$/,
  )
  expect((await send(saveStripe, typedStripe)).status).toBe(200)
})

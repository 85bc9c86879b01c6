import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import {
  readIntegrations,
  typedBanking,
  typedEmail,
  typedPaypal,
  typedStripe,
} from '../../../test/support/fixtures/integration-settings.ts'
import { type TestApp, answerOf, createTestApp } from '../../../test/support/test-app.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import * as contract from './contract.ts'
import { findOwnAccounts, openPaypalAccount, openStripeKeys } from './own-accounts.ts'
import { type IntegrationName, integrationNames } from './rules.ts'

const { getIntegrations, removeIntegration, switchIntegrations } = contract

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
  await app.send(contract.saveStripe, { body: typedStripe }, { cookie })
  await app.send(contract.savePaypal, { body: typedPaypal }, { cookie })
  await app.send(contract.saveEmail, { body: typedEmail }, { cookie })
  await app.send(contract.saveBanking, { body: typedBanking }, { cookie })
})

const read = () => readIntegrations(app, cookie)
const turn = async (enabled: boolean) =>
  answerOf(switchIntegrations, await app.send(switchIntegrations, { body: { enabled } }, { cookie }))
const remove = async (name: IntegrationName) =>
  answerOf(removeIntegration, await app.send(removeIntegration, { params: { name } }, { cookie }))
const inForce = () => withTenant(app.database, businessId, findOwnAccounts)
const access = { userId: null, reason: 'To look' }

const all = {
  stripe: { mode: 'test' },
  paypal: { mode: 'sandbox' },
  email: { fromAddress: 'billing@example.com' },
  banking: { environment: 'sandbox' },
}

test('switched off, all are still connected and none is in force; switched on, they are again', async () => {
  expect(await inForce()).toEqual(all)
  const before = await read()
  expect(await turn(false)).toEqual({ ...before, enabled: false })
  expect(await inForce()).toEqual({ stripe: null, paypal: null, email: null, banking: null })
  // What was begun with an account is brought to its end with it.
  expect(await openStripeKeys(app.deps, businessId, access)).toMatchObject({ secretKey: 'sk_test_own1' })
  expect(await turn(true)).toEqual(before)
  expect(await inForce()).toEqual(all)
})

test('the switch can be moved before anything is saved', async () => {
  const other = await app.signUpAndIn()
  const response = await app.send(switchIntegrations, { body: { enabled: false } }, { cookie: other.cookie })
  expect(await answerOf(switchIntegrations, response)).toMatchObject({ enabled: false })
  expect((await read()).enabled).toBe(true)
})

test('removing one forgets all of it, and nothing else', async () => {
  const fresh = await app.signUpAndIn()
  const untouched = await answerOf(
    getIntegrations,
    await app.send(getIntegrations, {}, { cookie: fresh.cookie }),
  )
  for (const name of integrationNames) {
    const before = await read()
    const after = await remove(name)
    const { webhookUrl } = before.stripe
    const empty = name === 'stripe' ? { ...untouched.stripe, webhookUrl } : untouched[name]
    expect(after).toEqual({ ...before, [name]: empty })
    expect((await inForce())[name]).toBeNull()
  }
  expect(await openStripeKeys(app.deps, businessId, access)).toBeNull()
  expect(await openPaypalAccount(app.deps, businessId, access)).toBeNull()
  const { rows } = await withTenant(app.database, businessId, ({ client }) =>
    client.query(
      `select from integrations where coalesce(stripe_secret_key, stripe_webhook_secret, paypal_client_secret,
         email_password, plaid_secret) is not null`,
    ),
  )
  expect(rows).toEqual([])
})

test('one that is none of the four is not there', async () => {
  const response = await app.send(removeIntegration, { params: { name: 'enabled' as never } }, { cookie })
  expect(response.status).toBe(404)
})

test('the switch and the removal of the mail account bring forward what waits for it', async () => {
  const changed = vi.spyOn(app.deps, 'mailAccountChanged')
  await turn(false)
  await turn(true)
  await remove('email')
  expect(changed.mock.calls).toEqual(Array.from({ length: 3 }, () => [expect.anything(), businessId]))
  await remove('stripe')
  expect(changed).toHaveBeenCalledTimes(3)
})

import { Stripe } from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createStripeAccount } from '../../src/platform/cards/stripe-account.ts'
import { type TestSandbox, createTestSandbox } from '../../test/support/providers/card-sandbox.ts'
import { accountOf } from './card-sandbox.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await createTestSandbox()
})
afterAll(() => sandbox.close())

test('a key is told whose it is', async () => {
  const id = accountOf(sandbox.secretKey)
  expect(await sandbox.stripe.accounts.retrieveCurrent()).toMatchObject({ id, object: 'account' })
  const { secretKey, address } = sandbox
  const { signal } = new AbortController()
  expect(await createStripeAccount({ secretKey, address }).check(signal)).toEqual({
    accountId: id,
    canCharge: true,
    lacks: [],
  })
})

test('a key that it does not know is told nothing', async () => {
  const stranger = new Stripe('sk_test_somebody_elses_key', { ...sandbox.address, telemetry: false })
  await expect(stranger.accounts.retrieveCurrent()).rejects.toThrow(Stripe.errors.StripeAuthenticationError)
})

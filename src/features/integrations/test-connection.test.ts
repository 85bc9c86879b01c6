import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { readIntegrations, typedPaypal } from '../../../test/support/fixtures/integration-settings.ts'
import { flipBit } from '../../../test/support/providers/own-accounts.ts'
import { type TestApp, answerOf, createTestApp, problemOf } from '../../../test/support/test-app.ts'
import { CardProviderError } from '../../platform/cards/card-provider.ts'
import type { PaypalAccount, PaypalProvider } from '../../platform/paypal/paypal-provider.ts'
import type { BodyOf } from '../../shared/endpoint.ts'
import * as contract from './contract.ts'

const { listSecurityActivity, savePaypal, testPaypal } = contract

let app: TestApp
let cookie: string
let tried: PaypalAccount[]
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  cookie = (await app.signUpAndIn({ name: 'Test Owner' })).cookie
  tried = []
})

/** Whatever is tried works out like this. */
function paypalThat(check: PaypalProvider['check']) {
  vi.spyOn(app.deps, 'connectPaypal').mockImplementation((account) => {
    tried.push(account)
    return { isLive: false, checkouts: {} as never, refunds: {} as never, payouts: {} as never, check }
  })
}

const send = (body: BodyOf<typeof testPaypal>) => app.send(testPaypal, { body }, { cookie })
const tryOut = async (body: BodyOf<typeof testPaypal>) => answerOf(testPaypal, await send(body))
const save = (body: BodyOf<typeof savePaypal>) => app.send(savePaypal, { body }, { cookie })
const read = () => readIntegrations(app, cookie)
const accesses = async () => {
  const response = await app.send(listSecurityActivity, { query: {} }, { cookie })
  const { entries } = await answerOf(listSecurityActivity, response)
  return entries.filter(({ type }) => type === 'read')
}

describe('what is tried', () => {
  beforeEach(() => paypalThat(async () => undefined))

  test('is what is typed, and nothing of it is saved or opened', async () => {
    await save({ ...typedPaypal, clientSecret: 'saved before' })
    const before = await read()
    expect((await tryOut({ clientId: 'other', clientSecret: 'typed', mode: 'live' })).ok).toBe(true)
    expect(tried).toEqual([{ clientId: 'other', clientSecret: 'typed', mode: 'live' }])
    expect(await read()).toEqual(before)
    expect(await accesses()).toEqual([])
  })

  test('is the saved secret where none is typed, and that is noted', async () => {
    await save(typedPaypal)
    expect((await tryOut({ ...typedPaypal, clientSecret: null })).ok).toBe(true)
    expect(tried).toEqual([typedPaypal])
    expect(await accesses()).toMatchObject([
      { what: 'PayPal secret', who: 'Test Owner', detail: 'To test the connection' },
    ])
  })

  test('is not a saved secret that cannot be read, which is said in words', async () => {
    const { session, ...owner } = await app.signUpAndIn()
    cookie = owner.cookie
    await save(typedPaypal)
    await flipBit(app, session.business.id, 'paypal_client_secret')
    expect(await tryOut({ ...typedPaypal, clientSecret: null })).toEqual({
      ok: false,
      message: 'The saved value can no longer be read. Please enter it again.',
    })
    expect(tried).toEqual([])
    expect(await tryOut(typedPaypal)).toMatchObject({ ok: true })
  })

  test('is not a secret whose key cannot be read, which typing would not mend', async () => {
    const { session, ...owner } = await app.signUpAndIn()
    cookie = owner.cookie
    await save(typedPaypal)
    await app.database.platform.query(
      'update data_keys set wrapped = set_byte(wrapped, 20, get_byte(wrapped, 20) # 1) where business_id = $1',
      [session.business.id],
    )
    const { ok, message } = await tryOut({ ...typedPaypal, clientSecret: null })
    expect([ok, message]).toEqual([
      false,
      'The saved value can’t be read right now. The operator of this installation needs to fix this.',
    ])
  })

  test('is nothing while something is missing', async () => {
    const missing = { ok: false, message: 'Please enter the client ID and the secret first.' }
    expect(await tryOut({ ...typedPaypal, clientSecret: null })).toEqual(missing)
    await save(typedPaypal)
    expect(await tryOut({ ...typedPaypal, clientSecret: '' })).toEqual(missing)
    expect(await tryOut({ ...typedPaypal, clientId: '' })).toEqual(missing)
    expect(tried).toEqual([])
  })

  test('is the business’s own: another’s saved secret is not found', async () => {
    await save(typedPaypal)
    cookie = (await app.signUpAndIn()).cookie
    expect((await tryOut({ ...typedPaypal, clientSecret: null })).ok).toBe(false)
    expect(tried).toEqual([])
  })
})

test('nothing is left open once it is answered', async () => {
  let ending: AbortSignal | undefined
  paypalThat(async (signal) => {
    ending = signal
  })
  await tryOut(typedPaypal)
  expect(ending?.aborted).toBe(true)
})

test('the note that a secret was read is kept before the secret leaves', async () => {
  await save(typedPaypal)
  let noted: unknown
  paypalThat(async () => {
    noted = await accesses()
  })
  await tryOut({ ...typedPaypal, clientSecret: null })
  expect(noted).toHaveLength(1)
})

test('twenty an hour for a business, of all kinds together; refused forms do not count', async () => {
  paypalThat(() => Promise.reject(new CardProviderError('refused', 'no')))
  await save(typedPaypal)
  for (let count = 0; count < 10; count++) {
    expect((await send({ ...typedPaypal, clientSecret: 'guess' })).status).toBe(200)
    expect((await send({ ...typedPaypal, clientId: 'moved', clientSecret: null })).status).toBe(422)
  }
  const banking = { clientId: '', secret: '', environment: 'sandbox' } as const
  for (let count = 0; count < 10; count++) {
    expect((await app.send(contract.testBanking, { body: banking }, { cookie })).status).toBe(200)
  }
  const response = await send(typedPaypal)
  expect(response.status).toBe(429)
  expect(response.headers.get('retry-after')).not.toBeNull()
  expect((await problemOf(response)).message).toMatch(
    /^You’ve tested connections 20 times within an hour\. Please try again in \d+ minutes\.$/,
  )
  expect(tried).toHaveLength(10)
  cookie = (await app.signUpAndIn()).cookie
  expect((await send(typedPaypal)).status).toBe(200)
})

test('a failure of our own is not told as the account’s', async () => {
  paypalThat(() => Promise.reject(new Error('ours')))
  expect((await send(typedPaypal)).status).toBe(500)
})

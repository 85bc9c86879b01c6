import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type BankOwner, signUpForBanks } from '../../../../test/support/fixtures/banking.ts'
import { type FakeItem, createFakeBank, genuine } from '../../../../test/support/providers/fake-bank.ts'
import { type TestApp, createTestApp, problemOf } from '../../../../test/support/test-app.ts'
import type { BankWebhook } from '../../../platform/banks/bank-provider.ts'
import { receivePlaidEvent } from '../contract.ts'
import { syncConnection } from './sync-connection.ts'

const bank = createFakeBank()
let app: TestApp
let owner: BankOwner
let id: string
let item: FakeItem
beforeAll(async () => {
  app = await createTestApp({ demoBank: bank.provider })
})
afterAll(() => app.close())
beforeEach(async () => {
  bank.mend()
  owner = await signUpForBanks(app)
  id = (await owner.connected('chase')).id
  item = bank.lastItem()
  await owner.inTenant(({ client }) =>
    client.query(`update bank_connections set next_sync_at = now() + interval '6 hours'`),
  )
})

const deliver = async (
  body: object | string,
  signature: string | undefined = genuine,
  ip = '203.0.113.9',
): Promise<Response> =>
  app.app.request(receivePlaidEvent.path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': ip,
      ...(signature === undefined ? {} : { 'plaid-verification': signature }),
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

const tell = async (kind: BankWebhook['kind'], itemId = item.itemId) => {
  const response = await deliver({ item_id: itemId, itemId, kind, code: `CODE_${kind}` })
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({ received: true })
}

const row = async () => (await owner.connectionRows())[0]!
const sync = () => syncConnection(app.deps, { businessId: owner.businessId, connectionId: id })
const isDue = async () => (await owner.banking()).connections[0]?.isSyncing

test('there is something to fetch: it is fetched', async () => {
  expect(await isDue()).toBe(false)
  await tell('transactions')
  expect(await isDue()).toBe(true)
  await tell('other')
})

test('a sign-in is wanted, as the bank itself says when it is asked, and is wanted no more', async () => {
  item.state = 'reconnect'
  await tell('reconnect')
  expect(await isDue()).toBe(true)
  await sync()
  expect(await row()).toMatchObject({
    state: 'reconnect',
    problem: 'Chase asks you to sign in again.',
    nextSyncAt: null,
  })
  // Nothing can be fetched until the owner signs in.
  await tell('transactions')
  expect(await isDue()).toBe(false)
  await tell('repaired')
  expect(await row()).toMatchObject({ state: 'connected', problem: null, problemCode: null })
  expect(await isDue()).toBe(true)
})

test('that a sign-in is wanted is told late: after it, nothing is wanted', async () => {
  await tell('reconnect')
  await sync()
  expect(await row()).toMatchObject({ state: 'connected', problem: null })
})

test('the access is gone: the connection is ended, with the reason', async () => {
  await tell('ended')
  expect(await row()).toMatchObject({
    state: 'disconnected',
    problem: 'Access to Chase was ended by the bank.',
  })
  for (const kind of ['repaired', 'reconnect', 'transactions'] as const) await tell(kind)
  expect((await row()).state).toBe('disconnected')
})

test('without a genuine signature nothing is believed', async () => {
  const before = await row()
  const body = { item_id: item.itemId, itemId: item.itemId, kind: 'ended', code: 'X' }
  for (const signature of ['forged', '']) {
    const problem = await problemOf(await deliver(body, signature))
    expect(problem).toMatchObject({ status: 400, code: 'INVALID_SIGNATURE' })
  }
  const unsigned = await app.app.request(receivePlaidEvent.path, {
    method: 'POST',
    body: JSON.stringify(body),
  })
  expect((await problemOf(unsigned)).code).toBe('INVALID_SIGNATURE')
  // Signed, but for another item than the one it was looked up by.
  const other = await deliver({ ...body, itemId: 'another' })
  expect((await problemOf(other)).code).toBe('INVALID_SIGNATURE')
  expect(await row()).toEqual(before)
})

test('when the signature cannot be looked into now, it is sent again', async () => {
  bank.fail('readBankWebhook', 'later', 1)
  const response = await deliver({ item_id: item.itemId, itemId: item.itemId, kind: 'ended', code: 'X' })
  expect((await problemOf(response)).code).toBe('BANK_PROVIDER_FAILED')
  expect((await row()).state).toBe('connected')
})

test('news of what is not known are taken and forgotten, without asking anybody', async () => {
  const asked = bank.calls.length
  for (const body of ['', 'no json', '[]', '{}', '{"item_id":7}', '{"item_id":"item_unknown"}']) {
    expect((await deliver(body)).status).toBe(200)
  }
  await owner.remove(id)
  await tell('transactions')
  expect(bank.calls.length).toBe(asked + 1)
})

test('a bank that is told of too often is heard again later', async () => {
  const body = { item_id: item.itemId, itemId: item.itemId, kind: 'other', code: 'X' }
  const answers = await Promise.all(Array.from({ length: 61 }, () => deliver(body)))
  expect(
    answers
      .map(({ status }) => status)
      .toSorted()
      .slice(-2),
  ).toEqual([200, 429])
})

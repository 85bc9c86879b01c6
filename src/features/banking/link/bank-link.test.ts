import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type BankOwner, addTransactions, signUpForBanks } from '../../../../test/support/fixtures/banking.ts'
import { setPlan } from '../../../../test/support/fixtures/invoices.ts'
import { createFakeBank, fakeAccounts } from '../../../../test/support/providers/fake-bank.ts'
import { readAccesses, switchOwnAccounts } from '../../../../test/support/providers/own-accounts.ts'
import { type TestApp, answerOf, createTestApp, problemOf } from '../../../../test/support/test-app.ts'
import * as integrations from '../../integrations/contract.ts'
import { expireDemoBank } from '../contract.ts'
import { endAccess } from '../end/end-access.ts'

const demo = createFakeBank()
const own = createFakeBank({ environment: 'sandbox' })
const platform = createFakeBank({ environment: 'production' })
let app: TestApp
let owner: BankOwner
let now = new Date()
beforeAll(async () => {
  app = await createTestApp({
    demoBank: demo.provider,
    connectOwnBanks: () => own.provider,
    now: () => now,
  })
})
afterAll(() => app.close())
beforeEach(async () => {
  now = new Date()
  app.deps.platformBanks = undefined
  for (const bank of [demo, own, platform]) {
    bank.mend()
    bank.hooks.clear()
  }
  owner = await signUpForBanks(app)
})

async function onPro() {
  await owner.saveKeys()
  await setPlan(app, owner.businessId, 'pro')
}

/** Opens the bank's page, signs in and returns. */
async function link(...at: Parameters<typeof own.finishLink>) {
  const { id } = await owner.started()
  own.finishLink(...at)
  const { connection } = await owner.finished(id)
  if (!connection) throw new Error('no bank was connected')
  return connection
}

test('without keys there is no page, and with keys it takes the plan', async () => {
  expect((await problemOf(await owner.start())).code).toBe('NOT_CONFIGURED')
  await owner.saveKeys()
  expect(await problemOf(await owner.start())).toMatchObject({
    code: 'PLAN_REQUIRED',
    message: 'Connections to real banks are part of the Pro plan.',
  })
  await setPlan(app, owner.businessId, 'pro')
  const { id, url } = await owner.started()
  expect(url).toMatch(/^https:\/\/bank\.example\/link\//)
  expect(own.callsOf('createLink').at(-1)?.args).toEqual([
    {
      owner: owner.businessId,
      accessToken: null,
      webhookUrl: `${app.deps.appUrl}/api/v1/webhooks/plaid`,
      choosesAccounts: false,
      returnUrl: `${app.deps.appUrl}/bank-connections?link=${id}`,
    },
  ])
})

test('the operator’s account is used where the business has none of its own in force', async () => {
  app.deps.platformBanks = platform.provider
  expect(await owner.banking()).toMatchObject({ connectsWith: 'demo', needsPlan: true })
  await setPlan(app, owner.businessId, 'pro')
  const { id } = await owner.started()
  platform.finishLink('wells')
  await owner.finished(id)
  await owner.saveKeys()
  await link('chase')
  await switchOwnAccounts(app, owner.cookie, false)
  const { id: last } = await owner.started()
  platform.finishLink('bofa')
  await owner.finished(last)
  const rows = await owner.connectionRows()
  expect(rows.map((row) => [row.institutionName, row.source, row.environment]).toSorted()).toEqual([
    ['Bank of America', 'platform', 'production'],
    ['Chase', 'own', 'sandbox'],
    ['Wells Fargo', 'platform', 'production'],
  ])
})

test('a visit is open until something was done there, and left when it was closed', async () => {
  await onPro()
  const { id } = await owner.started()
  expect(await owner.finished(id)).toEqual({ outcome: 'open', connection: null })
  own.leaveLink()
  expect(await owner.finished(id)).toEqual({ outcome: 'left', connection: null })
  own.finishLink('chase')
  expect(await owner.finished(id)).toMatchObject({
    outcome: 'connected',
    connection: { institutionName: 'Chase', isDemo: false, state: 'connected' },
  })
  const { id: forgotten } = await owner.started()
  now = new Date(now.getTime() + 5 * 3_600_000)
  expect((await owner.finished(forgotten)).outcome).toBe('left')
})

test('finished ten times at once and once more, it makes one connection', async () => {
  await onPro()
  const { id } = await owner.started()
  own.finishLink('chase')
  const exchanged = own.callsOf('exchange').length
  const answers = await Promise.all(Array.from({ length: 10 }, () => owner.finished(id)))
  expect(new Set(answers.map(({ outcome }) => outcome))).toEqual(new Set(['connected', 'open']))
  const again = await owner.finished(id)
  expect(again.outcome).toBe('connected')
  const rows = await owner.connectionRows()
  expect(rows.map((row) => row.id)).toEqual([again.connection?.id])
  expect(own.callsOf('exchange')).toHaveLength(exchanged + 1)
  expect(await owner.accountRows()).toHaveLength(2)
})

test('whoever dies while taking it over is replaced after a minute, and still there is one connection', async () => {
  await onPro()
  const { id } = await owner.started()
  own.finishLink('chase')
  const hold = Promise.withResolvers<void>()
  const isHeld = Promise.withResolvers<void>()
  own.hooks.set('readItem', () => {
    own.hooks.delete('readItem')
    isHeld.resolve()
    return hold.promise
  })
  const first = owner.finish(id)
  await isHeld.promise
  expect((await owner.finished(id)).outcome).toBe('open')
  now = new Date(now.getTime() + 61_000)
  const second = await owner.finished(id)
  expect(second.outcome).toBe('connected')
  hold.resolve()
  expect((await first).status).toBe(200)
  expect(await owner.connectionRows()).toHaveLength(1)
  expect(own.lastItem().state).toBe('open')
})

test('what the bank refuses lets the next try go on at once', async () => {
  await onPro()
  const { id } = await owner.started()
  own.finishLink('chase')
  for (const method of ['readLink', 'exchange'] as const) {
    own.fail(method, 'later', 1)
    expect((await problemOf(await owner.finish(id))).code).toBe('BANK_PROVIDER_FAILED')
  }
  expect((await owner.finished(id)).outcome).toBe('connected')
})

test('the same accounts a second time are refused, others of the same bank are not', async () => {
  await onPro()
  const accounts = fakeAccounts(4711)
  const first = await link('chase', accounts)
  const { id } = await owner.started()
  const again = fakeAccounts(4711)
  own.finishLink('chase', again)
  const refusal = await problemOf(await owner.finish(id))
  expect(refusal).toMatchObject({ code: 'ALREADY_CONNECTED', message: 'Chase is already connected.' })
  expect(own.lastItem().state).toBe('ended')
  expect((await owner.finished(id)).connection?.id).toBe(first.id)
  const other = await link('chase', fakeAccounts(815))
  expect(other.id).not.toBe(first.id)
  expect(await owner.connectionRows()).toHaveLength(2)
})

test('signed in to again, the same access goes on', async () => {
  const { id: connectionId } = await owner.connected('chase')
  const before = await owner.connectionRows()
  const expired = await answerOf(
    expireDemoBank,
    await app.send(expireDemoBank, { params: { id: connectionId } }, { cookie: owner.cookie }),
  )
  expect(expired).toMatchObject({
    state: 'reconnect',
    problem: 'Chase asks you to sign in again.',
    isSyncing: false,
  })
  expect((await owner.banking()).accounts.map(({ isConnected }) => isConnected)).toEqual([false, false])
  const { id } = await owner.started(connectionId)
  const { accessToken } = demo.lastItem()
  expect(demo.callsOf('createLink').at(-1)?.args).toMatchObject([{ accessToken }])
  demo.finishLink()
  expect(await owner.finished(id)).toMatchObject({
    outcome: 'connected',
    connection: { id: connectionId, state: 'connected', problem: null, isSyncing: true },
  })
  const [row] = await owner.connectionRows()
  expect(row).toMatchObject({ itemId: before[0]?.itemId, accessToken: before[0]?.accessToken })
  expect((await readAccesses(app, owner.businessId)).map(({ reason }) => reason)).toContain(
    'To sign in to Chase again',
  )
})

test('ended meanwhile, a sign-in brings nothing back', async () => {
  const { id: connectionId } = await owner.connected('chase')
  const { id } = await owner.started(connectionId)
  demo.finishLink()
  await owner.disconnect(connectionId)
  expect((await owner.finished(id)).outcome).toBe('left')
  expect((await owner.connectionRows())[0]?.state).toBe('disconnected')
})

test('one that was ended goes on with a new access, its accounts and its transactions', async () => {
  await onPro()
  const first = await link('chase', fakeAccounts(1234))
  const [checking, card] = (await owner.banking()).accounts
  await addTransactions(owner, checking!.id, { count: 3 })
  await owner.disconnect(first.id)
  expect((await owner.banking()).accounts.map(({ isConnected }) => isConnected)).toEqual([false, false])

  const { id } = await owner.started(first.id)
  expect(own.callsOf('createLink').at(-1)?.args).toMatchObject([{ accessToken: null }])
  const next = fakeAccounts(1234)
  next.accounts[0]!.name = 'Renamed Checking'
  next.accounts[1]!.mask = '0002'
  next.accounts.push({ ...next.accounts[1]!, providerId: 'acc_new', name: 'Savings', type: 'savings' })
  own.finishLink('chase', next)
  // The job has not run yet: the old item is removed before the new one replaces it.
  const { connection } = await owner.finished(id)
  expect(connection).toMatchObject({ id: first.id, state: 'connected', isSyncing: true })
  const { accounts } = await owner.banking()
  expect(accounts.map((one) => [one.id, one.name, one.last4])).toEqual([
    [checking?.id, 'Renamed Checking', '1234'],
    [card?.id, 'Rewards Card', '0002'],
    [expect.any(String), 'Savings', '0002'],
  ])
  const [row] = await owner.connectionRows()
  expect(row).toMatchObject({ itemId: own.lastItem().itemId, cursor: null, pageCursor: null })
  const stayed = await owner.transactionRows()
  expect(stayed.map(({ accountId, providerId }) => [accountId, providerId])).toEqual(
    Array.from({ length: 3 }, () => [checking?.id, null]),
  )
  // A job for the old item does not affect the new one.
  await endAccess(app.deps, { businessId: owner.businessId, connectionId: first.id })
  expect(own.lastItem().state).toBe('open')
  expect((await owner.connectionRows())[0]).toMatchObject({
    state: 'connected',
    accessToken: expect.anything(),
  })
})

test('another bank than the one that was ended is a new connection', async () => {
  await onPro()
  const first = await link('chase')
  await owner.disconnect(first.id)
  const { id } = await owner.started(first.id)
  own.finishLink('wells')
  const { connection } = await owner.finished(id)
  expect(connection).toMatchObject({ institutionName: 'Wells Fargo' })
  expect(connection?.id).not.toBe(first.id)
})

test('a demo bank that was ended and is chosen again is the same one', async () => {
  const first = await owner.connected('citi')
  await owner.disconnect(first.id)
  const again = await owner.connected('citi')
  expect(again).toMatchObject({ id: first.id, state: 'connected' })
  const [row] = await owner.connectionRows()
  expect(row?.itemId).toBe(demo.lastItem().itemId)
  expect((await owner.banking()).accounts.length).toBeGreaterThan(1)
})

test('without its keys, or with those of another environment, a connection is out of reach', async () => {
  await onPro()
  const { id } = await link('chase')
  await owner.saveKeys('production')
  app.deps.connectOwnBanks = (account) =>
    account.environment === 'sandbox' ? own.provider : platform.provider
  expect((await problemOf(await owner.start(id))).message).toBe(
    'It was set up in Plaid’s sandbox, but the current keys are for production.',
  )
  const params = { name: 'banking' } as const
  await app.send(integrations.removeIntegration, { params }, { cookie: owner.cookie })
  expect(await problemOf(await owner.start(id))).toMatchObject({
    code: 'BANK_PROVIDER_FAILED',
    message: 'Your Plaid keys are no longer saved.',
  })
  app.deps.connectOwnBanks = () => own.provider
})

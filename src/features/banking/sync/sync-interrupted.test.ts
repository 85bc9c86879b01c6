import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { connectBank } from '../../../../test/support/providers/connected-bank.ts'
import { type OpenBank, openBank } from '../../../../test/support/providers/open-bank.ts'
import { type TestApp, createTestApp } from '../../../../test/support/test-app.ts'
import { waitForLock } from '../../../../test/support/wait-for-lock.ts'
import { disconnectBank } from '../end/disconnect-bank.ts'
import { endAccess } from '../end/end-access.ts'
import { lockRules } from './transaction-steps.ts'

let app: TestApp
let opened: OpenBank
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  opened = await openBank(app, () => new Date('2026-11-16T09:00:00Z'))
})
afterAll(() => app.close())

describe('an owner who ends it meanwhile', () => {
  test('gets nothing more', async () => {
    const { bank, identity, connected, deps, sync, add } = opened
    add(3)
    bank.hooks.set(
      'listAccounts',
      async () => void (await disconnectBank(deps(), identity, connected.ref.connectionId)),
    )
    await sync()
    expect(await connected.transactions()).toEqual([])
    expect(await connected.row()).toMatchObject({
      state: 'disconnected',
      nextSyncAt: null,
      lastSyncedAt: null,
    })
  })

  test('and connects it anew gets nothing from the old access into the new one', async () => {
    const { bank, identity, connected, deps, sync, add } = opened
    add(3)
    bank.hooks.set('listAccounts', async () => {
      bank.hooks.clear()
      await disconnectBank(deps(), identity, connected.ref.connectionId)
      await endAccess(deps(), connected.ref)
      const { ref } = await connectBank(deps(), identity)
      expect(ref).toEqual(connected.ref)
    })
    await sync()
    expect(await connected.transactions()).toEqual([])
    expect(await connected.row()).toMatchObject({
      state: 'connected',
      cursor: null,
      itemId: bank.lastItem().itemId,
    })
  })

  test('and a failure that comes then says nothing of the new one', async () => {
    const { bank, identity, connected, deps, sync } = opened
    bank.hooks.set('syncTransactions', async () => {
      await disconnectBank(deps(), identity, connected.ref.connectionId)
      bank.fail('syncTransactions', 'reconnect')
    })
    await sync()
    expect(await connected.row()).toMatchObject({ state: 'disconnected', problem: null })
  })
})

test('a rule that is made at the same moment waits until the round is kept', async () => {
  const { identity, connected, sync, add } = opened
  add(1)
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  const changing = connected.tenant(async (tx) => {
    await lockRules(tx, identity.businessId, 'change')
    await held
  })
  const syncing = sync()
  await waitForLock(app.url)
  expect(await connected.transactions()).toEqual([])
  letGo()
  await Promise.all([changing, syncing])
  expect(await connected.transactions()).toHaveLength(1)
})

describe('taken up again after it was ended', () => {
  test('the same accounts and transactions go on, with their categories', async () => {
    const { identity, connected, deps, sync, add } = opened
    add(3)
    add(1, { isPending: true })
    await sync()
    const kept = (await connected.transactions())
      .filter(({ status }) => status === 'posted')
      .map(({ id }) => id)
    await connected.tenant(({ client }) =>
      client.query(`update transactions set chosen_category = 'Gifts' where id = $1`, [kept[0]]),
    )
    await disconnectBank(deps(), identity, connected.ref.connectionId)
    await endAccess(deps(), connected.ref)
    expect(await connected.transactions()).toHaveLength(3)
    await connectBank(deps(), identity)
    add(4)
    await sync()
    const after = await connected.transactions()
    expect(after).toHaveLength(4)
    expect(after.map(({ id }) => id)).toEqual(expect.arrayContaining(kept))
    expect(after.filter(({ category }) => category === 'Gifts')).toMatchObject([{ id: kept[0] }])
  })
})

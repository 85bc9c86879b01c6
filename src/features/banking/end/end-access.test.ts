import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type BankOwner, addTransactions, signUpForBanks } from '../../../../test/support/fixtures/banking.ts'
import { createFakeBank } from '../../../../test/support/providers/fake-bank.ts'
import { readAccesses } from '../../../../test/support/providers/own-accounts.ts'
import { type TestApp, answerOf, createTestApp, problemOf } from '../../../../test/support/test-app.ts'
import { unattachedBankItems } from '../../../platform/db/tables/banking.ts'
import { getBankConnection, syncBanks } from '../contract.ts'
import { removeItem } from '../link/unattached-items.ts'
import { tendItems } from '../tend-items.ts'
import { endAccess, startEndingJobs } from './end-access.ts'

const bank = createFakeBank()
let app: TestApp
let owner: BankOwner
beforeAll(async () => {
  app = await createTestApp({ demoBank: bank.provider })
})
afterAll(() => app.close())
beforeEach(async () => {
  bank.mend()
  bank.hooks.clear()
  owner = await signUpForBanks(app)
})

const end = (connectionId: string) => endAccess(app.deps, { businessId: owner.businessId, connectionId })

async function connected() {
  const { id } = await owner.connected('chase')
  const [account] = (await owner.banking()).accounts
  return { id, accountId: account!.id, item: bank.lastItem() }
}

test('what Disconnect and Remove would do can be asked before', async () => {
  const { id, accountId } = await connected()
  await addTransactions(owner, accountId, { count: 12 })
  const response = await app.send(getBankConnection, { params: { id } }, { cookie: owner.cookie })
  const answer = await answerOf(getBankConnection, response)
  expect(answer).toMatchObject({ connection: { id }, transactions: 12 })
  expect(answer.accounts).toEqual((await owner.banking()).accounts)
})

test('disconnected, the access is given back, and accounts and transactions stay', async () => {
  const { id, accountId, item } = await connected()
  await addTransactions(owner, accountId, { count: 3 })
  await addTransactions(owner, accountId, { count: 2, status: 'pending' })
  expect(await owner.disconnect(id)).toMatchObject({ id, state: 'disconnected', isSyncing: false })
  // Disconnecting again changes nothing.
  await owner.disconnect(id)
  await end(id)
  expect(item.state).toBe('ended')
  expect(await owner.connectionRows()).toMatchObject([
    { id, state: 'disconnected', accessToken: null, itemId: null, nextSyncAt: null },
  ])
  const rows = await owner.transactionRows()
  expect(rows.map(({ providerId, status }) => [providerId, status])).toEqual(
    Array.from({ length: 3 }, () => [null, 'posted']),
  )
  expect((await owner.banking()).accounts).toHaveLength(2)
  expect(await readAccesses(app, owner.businessId)).toContainEqual({
    secret: 'bank_connections.access_token',
    reason: 'To end access to Chase',
    userId: null,
  })
  const ended = bank.callsOf('endItem').length
  await end(id)
  expect(bank.callsOf('endItem')).toHaveLength(ended)
})

test('more transactions than fit into a step lose the names that died with the access', async () => {
  const { id, accountId } = await connected()
  await addTransactions(owner, accountId, { count: 11_000 })
  await owner.disconnect(id)
  await end(id)
  const { rows } = await owner.inTenant(({ client }) =>
    client.query(`select count(*)::int, count(provider_id)::int as named from transactions`),
  )
  expect(rows).toEqual([{ count: 11_000, named: 0 }])
})

test('one that dies half-way is tried again, and ends as if it had not', async () => {
  const { id, item } = await connected()
  await owner.disconnect(id)
  bank.fail('endItem', 'later', 1)
  await expect(end(id)).rejects.toThrow('later')
  expect((await owner.connectionRows())[0]?.accessToken).not.toBeNull()
  // The process dies after the item was removed and before that is stored.
  const { now } = app.deps
  const isEnded = () => item.state === 'ended'
  const dying = { ...app.deps, now: () => (isEnded() ? fail() : now()) }
  const fail = () => {
    throw new Error('killed')
  }
  await expect(endAccess(dying, { businessId: owner.businessId, connectionId: id })).rejects.toThrow('killed')
  expect(isEnded()).toBe(true)
  expect((await owner.connectionRows())[0]?.accessToken).not.toBeNull()
  await end(id)
  expect((await owner.connectionRows())[0]).toMatchObject({ accessToken: null, itemId: null })
})

test('an access that cannot be given back is named in the log, and tried again until it is confirmed', async () => {
  const { id, item } = await connected()
  await owner.remove(id)
  bank.fail('endItem', 'keys')
  await expect(end(id)).rejects.toThrow('keys')
  const jobs = async () => {
    const { rows } = await app.database.platform.query(
      `select count(*)::int from pgboss.job where name = 'end-bank-access' and data ->> 'connectionId' = $1`,
      [id],
    )
    return rows[0].count
  }
  const before = await jobs()
  // No second job is added while the first one is waiting.
  await tendItems(app.deps)
  expect(await jobs()).toBe(before)
  await app.database.platform.query(`update pgboss.job set state = 'failed' where name = 'end-bank-access'`)
  await tendItems(app.deps)
  expect(await jobs()).toBe(before + 1)
  expect(item.state).toBe('open')
  bank.mend()
  await end(id)
  expect(item.state).toBe('ended')
  expect(await owner.connectionRows()).toEqual([])
  const line = app.log.find((one) => one.includes(item.itemId)) ?? ''
  expect(line).toContain('could not be ended')
  expect(line).not.toContain(item.accessToken)
})

test('the owner reads that the access could not be ended for want of keys, until it is', async () => {
  const { id } = await connected()
  await owner.disconnect(id)
  bank.fail('endItem', 'keys')
  await expect(end(id)).rejects.toThrow('keys')
  const problem = async () => (await owner.banking()).connections[0]?.problem
  expect(await problem()).toBe(
    'Access to Chase couldn’t be ended at Plaid yet. We’ll try again every day. The fake bank says: keys.',
  )
  bank.mend()
  await end(id)
  expect(await problem()).toBeNull()
})

test('an access whose keys are gone does not keep the next one out, and is removed once they are back', async () => {
  const { id, item } = await connected()
  await owner.disconnect(id)
  bank.fail('endItem', 'later', 1)
  expect((await owner.connect('chase')).status).toBe(502)
  bank.fail('endItem', 'keys', 1)
  expect(await owner.connected('chase')).toMatchObject({ id, state: 'connected' })
  expect((await owner.connectionRows())[0]?.itemId).toBe(bank.lastItem().itemId)
  expect(app.log.find((one) => one.includes(item.itemId))).toContain('could not be ended')
  expect(item.state).toBe('open')
  const [loose] = await owner.inTenant(({ db }) => db.select().from(unattachedBankItems))
  await removeItem(app.deps, loose!)
  expect(item.state).toBe('ended')
  expect(bank.lastItem().state).toBe('open')
  expect(await owner.inTenant(({ db }) => db.select().from(unattachedBankItems))).toEqual([])
})

test('one that has much left to forget is not waited for in a request', async () => {
  const { id, accountId } = await connected()
  await addTransactions(owner, accountId, { count: 5001 })
  await owner.disconnect(id)
  const message = 'This bank is still being disconnected. Please try again in a minute.'
  const refused = { status: 409, code: 'NOT_CONNECTED', message }
  expect(await problemOf(await owner.connect('chase'))).toMatchObject(refused)
  expect(bank.lastItem().state).toBe('ended')
  expect(await problemOf(await owner.start(id))).toMatchObject(refused)
  // The cleanup is done, and only the item is not removed yet.
  bank.fail('endItem', 'later', 1)
  await expect(end(id)).rejects.toThrow('later')
  expect((await owner.connected('chase')).id).toBe(id)
})

test('removed, it is gone at once with all that came from it, and its access soon after', async () => {
  const { id, accountId, item } = await connected()
  const kept = await owner.connected('wells')
  const others = (await owner.banking()).accounts.filter((one) => one.connectionId === kept.id)
  await addTransactions(owner, accountId, { count: 11_000 })
  await addTransactions(owner, others[0]!.id, { count: 4 })
  expect((await owner.remove(id)).status).toBe(204)
  expect(await owner.banking()).toMatchObject({ connections: [{ id: kept.id }], accounts: others })
  for (const again of [
    await owner.remove(id),
    await app.send(getBankConnection, { params: { id } }, { cookie: owner.cookie }),
  ]) {
    expect(again.status).toBe(404)
  }
  await startEndingJobs(app.deps)
  await expect.poll(async () => (await owner.transactionRows()).length).toBe(4)
  await expect.poll(() => item.state).toBe('ended')
  await expect.poll(async () => (await owner.connectionRows()).map((row) => row.id)).toEqual([kept.id])
  // The bank can be connected again.
  expect((await owner.connected('chase')).id).not.toBe(id)
})

test('asked for, what is connected is fetched: ten times a minute', async () => {
  const { id } = await connected()
  const ended = await owner.connected('wells')
  await owner.disconnect(ended.id)
  await owner.inTenant(({ client }) =>
    client.query(`update bank_connections set next_sync_at = now() + interval '6 hours' where id = $1`, [id]),
  )
  const ask = () => app.send(syncBanks, {}, { cookie: owner.cookie })
  expect((await owner.banking()).connections.map(({ isSyncing }) => isSyncing)).toEqual([false, false])
  const { connections } = await answerOf(syncBanks, await ask())
  expect(connections.map((one) => [one.id, one.isSyncing])).toEqual([
    [id, true],
    [ended.id, false],
  ])
  const jobs = async () => {
    const { rows } = await app.database.platform.query(
      `select count(*)::int from pgboss.job where name = 'sync-bank-connection' and data ->> 'businessId' = $1`,
      [owner.businessId],
    )
    return rows[0].count
  }
  const queued = await jobs()
  for (let n = 1; n < 10; n++) expect((await ask()).status).toBe(200)
  // A sync is already queued.
  expect(await jobs()).toBe(queued)
  expect((await ask()).status).toBe(429)
})

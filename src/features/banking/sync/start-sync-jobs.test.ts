import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addOwner, connectBank } from '../../../../test/support/providers/connected-bank.ts'
import {
  type FakeBank,
  createFakeBank,
  fakeTransaction,
} from '../../../../test/support/providers/fake-bank.ts'
import { type TestApp, createTestApp } from '../../../../test/support/test-app.ts'
import { enqueueDue, startSyncJobs } from './start-sync-jobs.ts'

let app: TestApp
let bank: FakeBank
const now = new Date()
const deps = () => ({ ...app.deps, demoBank: bank.provider, now: () => now })

beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  bank = createFakeBank()
  await app.database.platform.query('delete from pgboss.job')
})
afterAll(() => app.close())

const connect = async () => connectBank(deps(), await addOwner(app.database))

async function waiting(): Promise<string[]> {
  const { rows } = await app.database.platform.query<{ id: string }>(
    `select data ->> 'connectionId' as id from pgboss.job
     where name = 'sync-bank-connection' and state = 'created' order by 1`,
  )
  return rows.map(({ id }) => id)
}

test('what is due is put in line once, what is not due is not, whoever asks how often', async () => {
  const [due, later, never] = [await connect(), await connect(), await connect()]
  await later.change({ nextSyncAt: new Date(now.getTime() + 1) })
  await never.change({ nextSyncAt: null })
  await app.database.platform.query('delete from pgboss.job')
  await enqueueDue(deps())
  await enqueueDue(deps())
  expect(await waiting()).toEqual([due.ref.connectionId])
  await due.change({ nextSyncAt: null })
})

test.each([
  ['just now', '1 minute', 0],
  ['so long ago that its process may be dead', '3 minutes', 1],
])('one that was begun %s', async (_when, age, expected) => {
  const due = await connect()
  await app.database.platform.query(
    `update pgboss.job set state = 'active', started_on = now() - $1::interval where name = 'sync-bank-connection'`,
    [age],
  )
  await enqueueDue(deps())
  expect(await waiting()).toHaveLength(expected)
  await due.change({ nextSyncAt: null })
})

test('more than a page is put in line', async () => {
  const due = await connect()
  const row = await due.row()
  const ids = await due.tenant(async ({ client }) => {
    const { rows } = await client.query<{ id: string }>(
      `insert into bank_connections (business_id, id, created_by, source, environment, institution_id,
         institution_name, next_sync_at, created_at, updated_at)
       select business_id, gen_random_uuid(), created_by, source, environment, institution_id, institution_name,
         next_sync_at, created_at, updated_at
       from bank_connections, generate_series(1, 250) where id = $1 returning id`,
      [row.id],
    )
    return rows.map(({ id }) => id)
  })
  await enqueueDue(deps())
  expect(await waiting()).toEqual([...ids, row.id].toSorted())
  await due.tenant(({ client }) => client.query('update bank_connections set next_sync_at = null'))
})

test('what lost its job is fetched at the start, and one slow bank keeps no other waiting', async () => {
  const [slow, quick] = [await connect(), await connect()]
  const [slowItem, quickItem] = [...bank.items.values()]
  await app.database.platform.query('delete from pgboss.job')
  bank.change(quickItem!, { kind: 'added', facts: fakeTransaction(quickItem!.accounts[0]!.providerId) })
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  const { syncTransactions } = bank.provider
  const demoBank = {
    ...bank.provider,
    async syncTransactions(token: string, cursor: string | null) {
      if (token === slowItem!.accessToken) await held
      return syncTransactions(token, cursor)
    },
  }
  await startSyncJobs({ ...deps(), demoBank })
  await expect.poll(quick.transactions).toHaveLength(1)
  expect(await slow.row()).toMatchObject({ lastSyncedAt: null })
  letGo()
  await expect.poll(async () => (await slow.row()).lastSyncedAt).toEqual(now)
  const { rows } = await app.database.platform.query(
    `select cron from pgboss.schedule where name = 'sync-due-banks'`,
  )
  expect(rows).toEqual([{ cron: '* * * * *' }])
})

test('a job for a connection that is not there does nothing', async () => {
  const { syncConnection } = await import('./sync-connection.ts')
  const { ref } = await connect()
  await syncConnection(deps(), { ...ref, connectionId: randomUUID() })
  expect(bank.callsOf('syncTransactions')).toEqual([])
})

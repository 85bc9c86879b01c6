import { afterEach, beforeEach, expect, test } from 'vitest'
import { addBusiness } from '../../../test/support/fixtures/invoice-rows.ts'
import { type TestDatabase, createTestDatabase } from '../../../test/support/test-database.ts'
import type { Database } from '../db/connect.ts'
import { withTenant } from '../db/transaction.ts'
import { deriveKey } from './app-secret.ts'
import { keepSeed } from './keep-seed.ts'
import { openKeyRing } from './key-ring.ts'
import { listVersions, makeCurrent } from './master-keys.ts'
import { rotateMasterKey } from './rotate-master-key.ts'
import { createSecrets } from './secrets.ts'

const [first, second, third] = ['first', 'second', 'third'].map(
  (name) => `${name} kN3v9Qm2Lx8Rt5Wz1Yb7Hc4Jf`,
) as [string, string, string]
const foreign =
  'APP_SECRET is not the one that this database was set up with. To change it, also set the old one'
const unfinished = 'Some keys in this database are still encrypted with the secret before APP_SECRET'

let testDatabase: TestDatabase
let database: Database
beforeEach(async () => {
  testDatabase = await createTestDatabase()
  database = testDatabase.database
})
afterEach(() => testDatabase.drop())

const start = (current: string, previous?: string) =>
  openKeyRing(database, async () => ({ current, previous }))

async function addDataKey(current: string, previous?: string): Promise<void> {
  const secrets = createSecrets(await start(current, previous))
  const businessId = await addBusiness(database)
  const context = { businessId, table: 'integrations', column: 'email_password', rowId: businessId }
  await withTenant(database, businessId, (tx) => secrets.seal(tx, context, 'a secret'))
}

test('the first secret becomes the one of the database, and any other is refused', async () => {
  await start(first)
  await start(first)
  await expect(start(second)).rejects.toThrow(foreign)
  await expect(start(second, third)).rejects.toThrow(foreign)
  expect(await listVersions(database)).toMatchObject([{ version: 1, isCurrent: true, isInUse: false }])
})

test('of two first starts at once with different secrets, one is refused', async () => {
  const starts = await Promise.allSettled([start(first), start(second)])
  expect(starts.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('twenty starts at once with the same new secret give it one version', async () => {
  await start(first)
  await Promise.all(Array.from({ length: 20 }, () => start(second, first)))
  expect(await listVersions(database)).toMatchObject([
    { version: 1, isCurrent: true },
    { version: 2, isCurrent: false },
  ])
})

test('the old secret is needed until the rotation, and as long as a key is left of it', async () => {
  await addDataKey(first)
  await start(second, first)
  await expect(start(second)).rejects.toThrow(foreign)
  // The state after a rotation that was killed before the first key.
  await makeCurrent(database, 2)
  await start(second, first)
  await expect(start(second)).rejects.toThrow(unfinished)
  await expect(start(first)).rejects.toThrow(foreign)
  await expect(start(third, second)).rejects.toThrow(unfinished)
  await rotateMasterKey({ database, read: async () => ({ current: second, previous: first }) })
  await start(second)
  await start(third, second)
})

test('a start that reads the secret just before it is replaced reads it again', async () => {
  await start(first)
  await rotateMasterKey({ database, read: async () => ({ current: second, previous: first }) })
  const found = [{ current: first }, { current: second, previous: first }]
  await openKeyRing(database, async () => found.shift() ?? { current: second, previous: first })
  expect(found).toEqual([])
})

test('a secret can be given up for the one before', async () => {
  await addDataKey(first)
  await rotateMasterKey({ database, read: async () => ({ current: second, previous: first }) })
  const back = await rotateMasterKey({ database, read: async () => ({ current: first, previous: second }) })
  expect(back.count).toBe(1)
  await start(first)
})

test('the seed of the sandbox stays what it was, whichever secret is in force', async () => {
  await start(first)
  // The first access happens with both secrets, before and after the rotation.
  await start(second, first)
  const seed = await keepSeed(database, 'card-sandbox', { current: second, previous: first })
  expect(seed).toBe(deriveKey(first, 'card-sandbox'))
  await rotateMasterKey({ database, read: async () => ({ current: second, previous: first }) })
  expect(await keepSeed(database, 'card-sandbox', { current: second })).toBe(seed)
})

import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { addBusiness } from '../../../test/support/fixtures/invoice-rows.ts'
import { type TestDatabase, createTestDatabase } from '../../../test/support/test-database.ts'
import { waitForLock } from '../../../test/support/wait-for-lock.ts'
import type { Database } from '../db/connect.ts'
import { integrations } from '../db/tables/integrations.ts'
import { withPlatform, withTenant } from '../db/transaction.ts'
import { openKeyRing } from './key-ring.ts'
import type { Secret } from './master-keys.ts'
import { rotateMasterKey } from './rotate-master-key.ts'
import { keepSecret, readSecretFiles, replaceSecret } from './secret-files.ts'
import { type Secrets, createSecrets } from './secrets.ts'

let testDatabase: TestDatabase
let database: Database
let dataDir: string
beforeEach(async () => {
  testDatabase = await createTestDatabase()
  database = testDatabase.database
  dataDir = await mkdtemp(join(tmpdir(), 'millrace-rotation-'))
})
afterEach(async () => {
  await testDatabase.drop()
  await rm(dataDir, { recursive: true })
})

const secretNumber = (n: number) => `secret number ${n} kN3v9Qm2Lx8Rt5Wz1Yb7Hc4Jf`
const contextOf = (businessId: string) => ({
  businessId,
  table: 'integrations',
  column: 'email_password',
  rowId: businessId,
})

/** Saves a secret in a row of a new business, as the product does. */
async function save(secrets: Secrets): Promise<string> {
  const businessId = await addBusiness(database)
  await withTenant(database, businessId, async (tx) => {
    const emailPassword = await secrets.seal(tx, contextOf(businessId), `password of ${businessId}`)
    await tx.db.insert(integrations).values({ businessId, emailPassword })
  })
  return businessId
}

async function readBack(secrets: Secrets, businessId: string): Promise<void> {
  const value = await withTenant(database, businessId, async (tx) => {
    const [row] = await tx.db.select().from(integrations)
    return secrets.open(tx, contextOf(businessId), row!.emailPassword!, { userId: null, reason: 'To test' })
  })
  expect(value).toBe(`password of ${businessId}`)
}

async function readAllBack(secrets: Secrets, ids: readonly string[]): Promise<void> {
  for (const id of ids) await readBack(secrets, id)
}

async function versionsInUse(): Promise<number[]> {
  const { rows } = await database.platform.query<{ version: number }>(
    'select distinct master_version as version from data_keys order by 1',
  )
  return rows.map(({ version }) => version)
}

/** A database that becomes unavailable after this many transactions of the rotation. */
function dyingAfter(transactions: number): Database {
  let left = transactions
  const platform = new Proxy(database.platform, {
    get(pool, key) {
      if (key === 'connect') {
        return async () => {
          if (left-- <= 0) throw new Error('dies here')
          return pool.connect()
        }
      }
      const value: unknown = Reflect.get(pool, key)
      return typeof value === 'function' ? value.bind(pool) : value
    },
  })
  return { ...database, platform }
}

interface Way {
  read: () => Promise<Secret>
  replace?: () => Promise<void>
  /** What the operator does before each rotation. */
  prepare(): Promise<void>
}

const ways: Record<string, () => Promise<Way>> = {
  'with the secret in the settings': async () => {
    let n = 0
    return {
      read: async () => ({ current: secretNumber(n), previous: n === 0 ? undefined : secretNumber(n - 1) }),
      prepare: async () => void n++,
    }
  },
  'with the secret in a file': async () => {
    await keepSecret(dataDir)
    return {
      read: () => readSecretFiles(dataDir),
      replace: () => replaceSecret(dataDir),
      prepare: async () => undefined,
    }
  },
}

describe.each(Object.entries(ways))('%s', (_name, makeWay) => {
  const start = async (way: Way) => createSecrets(await openKeyRing(database, way.read))

  test('a rotation that dies at any point leaves every value readable, and is carried on when run again', async () => {
    const way = await makeWay()
    const early = await start(way)
    const ids: string[] = []
    const outcomes = new Set<string>()
    for (let n = 0; n < 3; n++) ids.push(await save(early))
    for (let steps = 0; !outcomes.has('whole'); steps++) {
      await way.prepare()
      const before = await start(way)
      const secret = (await way.read()).current
      const died = await rotateMasterKey({ ...way, database: dyingAfter(steps) }).catch(
        (error: Error) => error,
      )
      if (died instanceof Error) expect(died.message).toBe('dies here')
      outcomes.add(died instanceof Error ? 'died' : 'whole')
      if ((await versionsInUse()).length > 1) outcomes.add('half-way')
      const newSecret = (await way.read()).current
      const between = await start(way)
      await readAllBack(before, ids)
      await readAllBack(between, ids)
      if (steps < 2) ids.push(await save(before), await save(between))

      const { count, isNewSecret } = await rotateMasterKey({ ...way, database })
      const after = await start(way)
      for (const secrets of [before, between, after]) await readAllBack(secrets, ids)
      expect(await versionsInUse()).toHaveLength(1)
      const { current } = await way.read()
      await openKeyRing(database, async () => ({ current }))
      if (died instanceof Error && newSecret !== secret) {
        expect([isNewSecret, current]).toEqual([false, newSecret])
        expect(count).toBeGreaterThan(0)
      }
    }
    expect(outcomes).toEqual(new Set(['died', 'half-way', 'whole']))
  })

  test('several rotations at once hand every key over exactly once', async () => {
    const way = await makeWay()
    const secrets = await start(way)
    const ids = await Promise.all(Array.from({ length: 10 }, () => save(secrets)))
    await way.prepare()
    const running = await start(way)
    // The first one starts when the others wait for it. One that connects late would run after it.
    const othersWait = Promise.withResolvers<void>()
    const read = () => othersWait.promise.then(way.read)
    const rotations = Array.from({ length: 3 }, () => rotateMasterKey({ ...way, read, database }))
    await waitForLock(testDatabase.url, 2)
    othersWait.resolve()
    const done = await Promise.all(rotations)
    expect(done.reduce((sum, { count }) => sum + count, 0)).toBe(ids.length)
    expect(done.filter(({ isNewSecret }) => isNewSecret)).toHaveLength(way.replace ? 1 : 0)
    expect(await versionsInUse()).toEqual([2])
    await readAllBack(running, ids)
    await readAllBack(await start(way), ids)
  })

  test('what runs meanwhile goes on reading and writing, and needs no restart afterwards', async () => {
    const way = await makeWay()
    const secrets = await start(way)
    const ids = await Promise.all(Array.from({ length: 30 }, () => save(secrets)))
    await way.prepare()
    const running = await start(way)
    const over = new AbortController()
    const work = async (lane: number) => {
      for (let n = 0; !over.signal.aborted; n++) {
        await readBack(running, ids[(lane * 7 + n) % ids.length]!)
        ids.push(await save(running))
      }
    }
    const lanes = [1, 2, 3].map(work)
    const { count } = await rotateMasterKey({ ...way, database })
    over.abort()
    await Promise.all(lanes)
    expect(count).toBeGreaterThanOrEqual(30)
    expect(await versionsInUse()).toEqual([2])
    ids.push(await save(running))
    await readAllBack(running, ids)
    const { current } = await way.read()
    await readAllBack(createSecrets(await openKeyRing(database, async () => ({ current }))), ids)
  })

  test('a key that is being made when the rotation begins is handed over too', async () => {
    const way = await makeWay()
    await start(way)
    await way.prepare()
    const running = await start(way)
    const businessId = await addBusiness(database)
    const rotation = Promise.withResolvers<{ count: number }>()
    await withTenant(database, businessId, async (tx) => {
      await running.seal(tx, contextOf(businessId), 'a secret')
      rotateMasterKey({ ...way, database }).then(rotation.resolve, rotation.reject)
      await waitForLock(testDatabase.url)
    })
    expect((await rotation.promise).count).toBe(1)
    expect(await versionsInUse()).toEqual([2])
  })
})

async function damageKey(businessId: string): Promise<void> {
  await withPlatform(database, ({ client }) =>
    client.query(
      'update data_keys set wrapped = set_byte(wrapped, 20, get_byte(wrapped, 20) # 1) where business_id = $1',
      [businessId],
    ),
  )
}

test('a damaged key stops nobody else’s, is named, and keeps the old secret needed', async () => {
  const way = await ways['with the secret in the settings']!()
  const secrets = createSecrets(await openKeyRing(database, way.read))
  const ids = [await save(secrets), await save(secrets), await save(secrets)].toSorted()
  await damageKey(ids[1]!)
  await way.prepare()
  const running = createSecrets(await openKeyRing(database, way.read))
  await expect(rotateMasterKey({ ...way, database })).rejects.toThrow(
    `2 keys were re-encrypted, but those of these businesses are damaged and could not be opened: ${ids[1]}.`,
  )
  await readAllBack(running, [ids[0]!, ids[2]!])
  const { current } = await way.read()
  await expect(openKeyRing(database, async () => ({ current }))).rejects.toThrow('still encrypted')
})

test.each(Object.entries(ways))(
  'a damaged key that no backup has is replaced when the operator says so, and blocks no later rotation: %s',
  async (_name, makeWay) => {
    const way = await makeWay()
    const secrets = createSecrets(await openKeyRing(database, way.read))
    const ids = [await save(secrets), await save(secrets), await save(secrets)].toSorted()
    const [first, lost, last] = ids as [string, string, string]
    await damageKey(lost)
    await way.prepare()
    await expect(rotateMasterKey({ ...way, database })).rejects.toThrow(`could not be opened: ${lost}.`)
    const newSecret = (await way.read()).current
    const done = await rotateMasterKey({ ...way, database, replacesDamaged: true })
    // The failed rotation is continued: no other secret was created.
    expect(done).toMatchObject({ count: 0, replaced: [lost], isNewSecret: false })
    expect((await way.read()).current).toBe(newSecret)

    // The old secret is no longer needed, and everything that was readable still is.
    const after = createSecrets(await openKeyRing(database, async () => ({ current: newSecret })))
    await readAllBack(after, [first, last])
    await expect(readBack(after, lost)).rejects.toThrow('a sealed value was altered')
    await withTenant(database, lost, async (tx) => {
      const emailPassword = await after.seal(tx, contextOf(lost), `password of ${lost}`)
      await tx.db.update(integrations).set({ emailPassword })
    })
    await readAllBack(after, ids)

    await way.prepare()
    const next = await rotateMasterKey({ ...way, database })
    expect(next).toMatchObject({ count: 3, replaced: [], isNewSecret: way.replace !== undefined })
    await readAllBack(createSecrets(await openKeyRing(database, way.read)), ids)
  },
)

test('a damaged key that was restored meanwhile is handed over, and not replaced', async () => {
  const way = await ways['with the secret in a file']!()
  const secrets = createSecrets(await openKeyRing(database, way.read))
  const id = await save(secrets)
  await damageKey(id)
  await expect(rotateMasterKey({ ...way, database })).rejects.toThrow('could not be opened')
  await damageKey(id)
  const done = await rotateMasterKey({ ...way, database, replacesDamaged: true })
  expect(done).toMatchObject({ count: 1, replaced: [] })
  await readBack(secrets, id)
})

test('a key that was damaged after the rotation is replaced when the operator says so, and no other is touched', async () => {
  const way = await ways['with the secret in the settings']!()
  await openKeyRing(database, way.read)
  await way.prepare()
  const secrets = createSecrets(await openKeyRing(database, way.read))
  const [whole, lost] = [await save(secrets), await save(secrets)]
  await rotateMasterKey({ ...way, database })
  const keyOf = async (id: string) =>
    (
      await database.platform.query('select wrapped, master_version from data_keys where business_id = $1', [
        id,
      ])
    ).rows
  const before = await keyOf(whole)
  await damageKey(lost)
  const done = await rotateMasterKey({ ...way, database, replacesDamaged: true })
  expect(done).toMatchObject({ count: 0, replaced: [lost] })
  expect(await keyOf(whole)).toEqual(before)
  await readBack(secrets, whole)
  await withTenant(database, lost, async (tx) => {
    const emailPassword = await secrets.seal(tx, contextOf(lost), `password of ${lost}`)
    await tx.db.update(integrations).set({ emailPassword })
  })
  await readBack(secrets, lost)
})

test.each([1, 2])(
  'a key whose row names another version than it was wrapped with is handed over, and not replaced: %s',
  async (named) => {
    const way = await ways['with the secret in the settings']!()
    const early = createSecrets(await openKeyRing(database, way.read))
    const old = named === 2 ? await save(early) : undefined
    await way.prepare()
    const secrets = createSecrets(await openKeyRing(database, way.read))
    // So that the next value is saved with the second version.
    if (named === 1) await rotateMasterKey({ ...way, database })
    const id = old ?? (await save(secrets))
    await database.platform.query('update data_keys set master_version = $2 where business_id = $1', [
      id,
      named,
    ])
    await expect(readBack(secrets, id)).rejects.toThrow('the key of a business cannot be opened')
    const done = await rotateMasterKey({ ...way, database, replacesDamaged: true })
    expect(done).toMatchObject({ count: 1, replaced: [] })
    await readBack(secrets, id)
  },
)

test('a rotation that dies between the two files makes a new secret the next time', async () => {
  const way = await ways['with the secret in a file']!()
  const running = createSecrets(await openKeyRing(database, way.read))
  const id = await save(running)
  const replace = async () => {
    await copyFile(join(dataDir, 'secret'), join(dataDir, 'secret.previous'))
    throw new Error('dies here')
  }
  await expect(rotateMasterKey({ ...way, database, replace })).rejects.toThrow('dies here')
  await readBack(createSecrets(await openKeyRing(database, way.read)), id)
  expect(await rotateMasterKey({ ...way, database })).toMatchObject({ count: 1, isNewSecret: true })
  await readBack(running, id)
})

test('a secret before that the database never knew is refused, and nothing is changed', async () => {
  const read = async () => ({ current: secretNumber(1), previous: secretNumber(2) })
  const secrets = createSecrets(await openKeyRing(database, async () => ({ current: secretNumber(1) })))
  const id = await save(secrets)
  await expect(rotateMasterKey({ database, read })).rejects.toThrow(
    'This database does not know APP_SECRET_PREVIOUS',
  )
  expect(await versionsInUse()).toEqual([1])
  await readBack(secrets, id)
})

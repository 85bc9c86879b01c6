import { eq } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addBusiness } from '../../../test/support/fixtures/invoice-rows.ts'
import { type TestDatabase, createTestDatabase } from '../../../test/support/test-database.ts'
import { AppError } from '../../shared/errors.ts'
import type { Database } from '../db/connect.ts'
import { accountActivity } from '../db/tables/installation/activity.ts'
import { dataKeys, secretAccesses } from '../db/tables/installation/secrets.ts'
import { withPlatform, withTenant } from '../db/transaction.ts'
import { forgetOldAccesses } from './forget-old-accesses.ts'
import { MasterKeyMissing, openKeyRing } from './key-ring.ts'
import { DecryptionFailed } from './seal.ts'
import {
  type SecretAccess,
  type SecretContext,
  type Secrets,
  createSecrets,
  isKeyUnreadable,
  isUnreadable,
} from './secrets.ts'

let testDatabase: TestDatabase
let database: Database
let secrets: Secrets
const access: SecretAccess = { userId: null, reason: 'To test' }

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  database = testDatabase.database
  secrets = createSecrets(
    await openKeyRing(database, async () => ({ current: 'kN3v9Qm2Lx8Rt5Wz1Yb7Hc4Jf6Gd0Ps+' })),
  )
})
afterAll(() => testDatabase.drop())

const contextOf = (businessId: string): SecretContext => ({
  businessId,
  table: 'integrations',
  column: 'email_password',
  rowId: businessId,
})
const seal = (context: SecretContext, value: string) =>
  withTenant(database, context.businessId, (tx) => secrets.seal(tx, context, value))
const open = (context: SecretContext, sealed: Buffer, who = access) =>
  withTenant(database, context.businessId, (tx) => secrets.open(tx, context, sealed, who))
const listAccesses = (businessId: string) =>
  withTenant(database, businessId, ({ db }) => db.select().from(secretAccesses))

test('a value comes back as it was, whatever is in it', async () => {
  const context = contextOf(await addBusiness(database))
  for (const value of ['sk_live_1', '', 'ünï¢ødé 🔑\n\0', 'x'.repeat(10_000)]) {
    expect(await open(context, await seal(context, value))).toBe(value)
  }
})

test('a value that was moved to another row, column, table or business cannot be read', async () => {
  const context = contextOf(await addBusiness(database))
  const other = contextOf(await addBusiness(database))
  const sealed = await seal(context, 'a secret')
  await seal(other, 'so that this business has a key of its own')
  const contexts = [
    { ...context, rowId: randomUUID() },
    { ...context, column: 'plaid_secret' },
    { ...context, table: 'clients' },
    { ...context, column: '', table: 'integrationsemail_password' },
    other,
    { ...other, rowId: context.rowId },
  ]
  for (const moved of contexts) await expect(open(moved, sealed)).rejects.toThrow(DecryptionFailed)
  expect(await open(context, sealed)).toBe('a secret')
})

test('a data key that was moved to another business opens nothing', async () => {
  const context = contextOf(await addBusiness(database))
  const other = contextOf(await addBusiness(database))
  const sealed = await seal(context, 'a secret')
  await seal(other, 'x')
  await withPlatform(database, ({ client }) =>
    client.query(
      `update data_keys set wrapped = (select wrapped from data_keys where business_id = $1) where business_id = $2`,
      [context.businessId, other.businessId],
    ),
  )
  await expect(open({ ...other, rowId: context.rowId }, sealed)).rejects.toThrow(DecryptionFailed)
})

/** Damages the key, as a disk failure or a manual change would. */
const damageKey = (businessId: string) =>
  withPlatform(database, ({ client }) =>
    client.query(
      'update data_keys set wrapped = set_byte(wrapped, 20, get_byte(wrapped, 20) # 1) where business_id = $1',
      [businessId],
    ),
  )

test('with a key that is damaged nothing is saved, in plain words, and the key stays to be mended', async () => {
  const context = contextOf(await addBusiness(database))
  const sealed = await seal(context, 'a secret')
  await damageKey(context.businessId)
  const refusal = await seal(context, 'another').catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(AppError)
  expect(refusal).toMatchObject({
    code: 'UNAVAILABLE',
    message: expect.stringContaining('can’t be saved right now'),
    cause: {
      message: `the key of business ${context.businessId} cannot be read`,
      cause: expect.any(DecryptionFailed),
    },
  })
  const unread = await open(context, sealed).catch((error: unknown) => error)
  expect([isUnreadable(unread), isKeyUnreadable(unread)]).toEqual([true, true])
  await damageKey(context.businessId)
  expect(await open(context, sealed)).toBe('a secret')
  expect(await open(context, await seal(context, 'another'))).toBe('another')
})

test('a value whose key is of a secret that is not at hand is not called damaged, but cannot be read', async () => {
  const context = contextOf(await addBusiness(database))
  const sealed = await seal(context, 'a secret')
  const masterKey = () => Promise.reject(new MasterKeyMissing('not at hand'))
  const without = createSecrets({ masterKey })
  const unread = await withTenant(database, context.businessId, (tx) =>
    without.open(tx, context, sealed, access),
  ).catch((error: unknown) => error)
  expect(unread).toBeInstanceOf(MasterKeyMissing)
  expect([isUnreadable(unread), isKeyUnreadable(unread)]).toEqual([true, true])
  expect(isUnreadable(new Error('the database is away'))).toBe(false)
})

test('twenty first values at once make one data key, and all can be read', async () => {
  const context = contextOf(await addBusiness(database))
  const values = Array.from({ length: 20 }, (_, n) => `secret ${n}`)
  const sealed = await Promise.all(values.map((value) => seal(context, value)))
  expect(await Promise.all(sealed.map((one) => open(context, one)))).toEqual(values)
  const keys = await withTenant(database, context.businessId, ({ db }) => db.select().from(dataKeys))
  expect(keys).toHaveLength(1)
})

test('each opening is noted once, with what, who and why; sealing is not', async () => {
  const context = contextOf(await addBusiness(database))
  const userId = randomUUID()
  const sealed = await seal(context, 'a secret')
  expect(await listAccesses(context.businessId)).toEqual([])
  await open(context, sealed, { userId, reason: 'To test the connection' })
  await open(context, sealed, { userId: null, reason: 'To send an invoice' })
  const rows = await listAccesses(context.businessId)
  const secret = 'integrations.email_password'
  expect(rows).toHaveLength(2)
  expect(rows).toContainEqual(expect.objectContaining({ secret, userId, reason: 'To test the connection' }))
  expect(rows).toContainEqual(expect.objectContaining({ secret, userId: null, reason: 'To send an invoice' }))
  for (const row of rows) expect(Math.abs(Date.now() - row.createdAt.getTime())).toBeLessThan(3_600_000)
})

test('an opening whose transaction is rolled back leaves no note, as its value was not to be used', async () => {
  const context = contextOf(await addBusiness(database))
  const sealed = await seal(context, 'a secret')
  await expect(
    withTenant(database, context.businessId, async (tx) => {
      await secrets.open(tx, context, sealed, access)
      throw new Error('changed its mind')
    }),
  ).rejects.toThrow('changed its mind')
  expect(await listAccesses(context.businessId)).toEqual([])
})

test('notes cannot be changed or removed, nor data keys, by the role that serves people', async () => {
  const context = contextOf(await addBusiness(database))
  await open(context, await seal(context, 'a secret'))
  for (const statement of [
    `update secret_accesses set reason = 'something else'`,
    'delete from secret_accesses',
    'truncate secret_accesses',
    'update data_keys set master_version = master_version',
    'delete from data_keys',
    `update platform.master_keys set is_current = true`,
    `insert into platform.master_keys values (99, 'x')`,
  ]) {
    await expect(
      withTenant(database, context.businessId, ({ client }) => client.query(statement)),
      statement,
    ).rejects.toThrow(/permission denied/)
  }
})

test('neither the data key nor the notes of another business are in reach', async () => {
  const mine = contextOf(await addBusiness(database))
  const theirs = contextOf(await addBusiness(database))
  const sealed = await seal(theirs, 'a secret')
  await open(theirs, sealed)
  const { businessId } = theirs
  const found = await withTenant(database, mine.businessId, async ({ db }) => [
    await db.select().from(dataKeys).where(eq(dataKeys.businessId, businessId)),
    await db.select().from(secretAccesses).where(eq(secretAccesses.businessId, businessId)),
  ])
  expect(found).toEqual([[], []])
  const intoTheirs = withTenant(database, mine.businessId, (tx) => secrets.open(tx, theirs, sealed, access))
  await expect(intoTheirs).rejects.toThrow('Failed query')
  const makesTheirs = withTenant(database, mine.businessId, (tx) => secrets.seal(tx, theirs, 'x'))
  await expect(makesTheirs).rejects.toThrow('Failed query')
  expect(await listAccesses(businessId)).toHaveLength(1)
})

test('notes are forgotten after a year, and not before', async () => {
  const { businessId } = contextOf(await addBusiness(database))
  const days = (count: number) => new Date(Date.now() - count * 24 * 3600 * 1000)
  await withTenant(database, businessId, ({ db }) =>
    db.insert(secretAccesses).values(
      [1, 364, 367].map((age) => ({
        businessId,
        secret: 'integrations.email_password',
        reason: `${age} days ago`,
        createdAt: days(age),
      })),
    ),
  )
  await withTenant(database, businessId, ({ db }) =>
    db
      .insert(accountActivity)
      .values([1, 364, 367].map((age) => ({ businessId, kind: `${age} days ago`, createdAt: days(age) }))),
  )
  // Not even the role that deletes old entries can delete this year's.
  await database.platform.query(`delete from secret_accesses where created_at > now() - interval '1 year'`)
  await database.platform.query(`delete from account_activity where created_at > now() - interval '1 year'`)
  await forgetOldAccesses(database)
  const changes = await withTenant(database, businessId, ({ db }) => db.select().from(accountActivity))
  expect(changes.map(({ kind }) => kind).toSorted()).toEqual(['1 days ago', '364 days ago'])
  const left = await listAccesses(businessId)
  expect(left.map(({ reason }) => reason).toSorted()).toEqual(['1 days ago', '364 days ago'])
})

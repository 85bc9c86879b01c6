import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addBusiness } from '../../../test/support/fixtures/invoice-rows.ts'
import { createTestDatabase } from '../../../test/support/test-database.ts'
import { withAdmin, withPlatform, withTenant } from '../db/transaction.ts'
import { type JobQueue, startJobQueue } from '../jobs/job-queue.ts'
import { lockForHolding, releaseHeldMails } from './held-mails.ts'
import { markLostMails } from './mail-jobs.ts'
import { queueMail } from './queue-mail.ts'

const testDatabase = await createTestDatabase()
const { database } = testDatabase
let jobs: JobQueue

beforeAll(async () => {
  jobs = await startJobQueue({ database, log: pino({ level: 'silent' }), runsJobs: false })
})
afterAll(async () => {
  await jobs.stop()
  await testDatabase.drop()
})

const content = { kind: 'invoice', subject: 'Invoice', html: '<p>Invoice</p>', text: 'Invoice' }

/** A business whose owner has confirmed an address, so that its mails are not held. */
async function addConfirmed(): Promise<string> {
  const businessId = await addBusiness(database)
  await confirmOwner(businessId)
  return businessId
}

function confirmOwner(businessId: string) {
  return database.auth.query('update businesses set owner_verified = true where id = $1', [businessId])
}

function setSuspended(businessId: string, at: Date | null) {
  return withAdmin(database, ({ client }) =>
    client.query('update businesses set suspended_at = $2 where id = $1', [businessId, at]),
  )
}

async function hold(
  businessId: string,
  wait: Promise<void> = Promise.resolve(),
  onBehalf = false,
): Promise<string> {
  return withTenant(database, businessId, async (tx) => {
    await lockForHolding(tx, businessId)
    const id = await queueMail(tx, jobs, {
      ...content,
      businessId,
      from: 'no-reply@example.com',
      to: 'client@example.com',
      onBehalf,
      held: true,
    })
    await wait
    return id
  })
}

function release(businessId: string): Promise<void> {
  return withPlatform(database, (tx) => releaseHeldMails(tx, jobs, businessId))
}

async function statesOf(businessId: string) {
  const { rows } = await database.platform.query<{ state: string; jobs: number }>(
    `select state, (select count(*)::int from pgboss.job
       where name like 'deliver-%' and data ->> 'mailId' = mails.id::text) as jobs
     from mails where business_id = $1 order by on_behalf`,
    [businessId],
  )
  return rows
}

test('a held mail has no job, however long it waits, and is not taken for lost', async () => {
  const businessId = await addBusiness(database)
  const id = await hold(businessId)
  await database.platform.query(`update mails set created_at = now() - interval '90 days' where id = $1`, [
    id,
  ])
  await markLostMails(database)
  expect(await statesOf(businessId)).toEqual([{ state: 'held', jobs: 0 }])
})

test('released by many at once, each mail gets exactly one job, and those of others stay', async () => {
  const businessId = await addConfirmed()
  const other = await addConfirmed()
  await Promise.all([hold(businessId), hold(businessId), hold(businessId), hold(other)])
  await Promise.all(Array.from({ length: 5 }, () => release(businessId)))
  expect(await statesOf(businessId)).toEqual(Array.from({ length: 3 }, () => ({ state: 'queued', jobs: 1 })))
  expect(await statesOf(other)).toEqual([{ state: 'held', jobs: 0 }])
})

test('a mail that is being put on hold meanwhile is waited for', async () => {
  const businessId = await addConfirmed()
  const { promise: decided, resolve: decide } = Promise.withResolvers<void>()
  const held = hold(businessId, decided)
  await expect.poll(() => countLocks('granted')).toBe(1)
  const released = release(businessId)
  await expect.poll(() => countLocks('not granted')).toBe(1)
  decide()
  await Promise.all([held, released])
  expect(await statesOf(businessId)).toEqual([{ state: 'queued', jobs: 1 }])
})

test('in the name of a suspended business nothing is let go, and what waits for its owner waits for nothing else', async () => {
  const businessId = await addBusiness(database)
  await hold(businessId, undefined, false)
  await hold(businessId, undefined, true)
  await setSuspended(businessId, new Date())
  const [waits, goes] = [
    { state: 'held', jobs: 0 },
    { state: 'queued', jobs: 1 },
  ]
  await release(businessId)
  expect(await statesOf(businessId)).toEqual([waits, waits])
  await confirmOwner(businessId)
  await release(businessId)
  expect(await statesOf(businessId)).toEqual([goes, waits])
  await setSuspended(businessId, null)
  await release(businessId)
  expect(await statesOf(businessId)).toEqual([goes, goes])
})

test('a business that is restored lets nothing go that waits for its owner', async () => {
  const businessId = await addBusiness(database)
  await hold(businessId, undefined, false)
  await release(businessId)
  expect(await statesOf(businessId)).toEqual([{ state: 'held', jobs: 0 }])
})

async function countLocks(condition: 'granted' | 'not granted'): Promise<number> {
  const { rows } = await database.auth.query<{ count: number }>(
    `select count(*)::int as count from pg_locks
     where locktype = 'advisory' and objsubid = 1 and ${condition}
       and database = (select oid from pg_database where datname = current_database())`,
  )
  return rows[0]?.count ?? 0
}

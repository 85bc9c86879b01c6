import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addBusiness } from '../../../test/support/invoice-rows.ts'
import { createTestDatabase } from '../../../test/support/test-database.ts'
import { withPlatform, withTenant } from '../db/transaction.ts'
import { startJobQueue } from '../jobs/job-queue.ts'
import type { JobQueue } from '../jobs/job-queue.ts'
import { announceHolding, releaseHeldMails } from './held-mails.ts'
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

async function hold(businessId: string, wait: Promise<void> = Promise.resolve()): Promise<string> {
  return withTenant(database, businessId, async (tx) => {
    await announceHolding(tx, businessId)
    const id = await queueMail(tx, jobs, {
      ...content,
      businessId,
      from: 'no-reply@example.com',
      to: 'client@example.com',
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
       where name = 'deliver-mail' and data ->> 'mailId' = mails.id::text) as jobs
     from mails where business_id = $1`,
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
  const businessId = await addBusiness(database)
  const other = await addBusiness(database)
  await Promise.all([hold(businessId), hold(businessId), hold(businessId), hold(other)])
  await Promise.all(Array.from({ length: 5 }, () => release(businessId)))
  expect(await statesOf(businessId)).toEqual(Array.from({ length: 3 }, () => ({ state: 'queued', jobs: 1 })))
  expect(await statesOf(other)).toEqual([{ state: 'held', jobs: 0 }])
})

test('a mail that is being put on hold meanwhile is waited for', async () => {
  const businessId = await addBusiness(database)
  const { promise: decided, resolve: decide } = Promise.withResolvers<void>()
  const held = hold(businessId, decided)
  await expect.poll(() => countLocks('granted')).toBe(1)
  const released = release(businessId)
  await expect.poll(() => countLocks('not granted')).toBe(1)
  decide()
  await Promise.all([held, released])
  expect(await statesOf(businessId)).toEqual([{ state: 'queued', jobs: 1 }])
})

async function countLocks(condition: 'granted' | 'not granted'): Promise<number> {
  const { rows } = await database.auth.query<{ count: number }>(
    `select count(*)::int as count from pg_locks
     where locktype = 'advisory' and objsubid = 1 and ${condition}
       and database = (select oid from pg_database where datname = current_database())`,
  )
  return rows[0]?.count ?? 0
}

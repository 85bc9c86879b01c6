import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addBusiness } from '../../../test/support/fixtures/invoice-rows.ts'
import { createTestDatabase } from '../../../test/support/test-database.ts'
import { withPlatform, withTenant } from '../db/transaction.ts'
import { type JobQueue, startJobQueue } from '../jobs/job-queue.ts'
import { type NewMail, queueMail } from './queue-mail.ts'
import { mailAccountChanged, retryMails } from './retry-mails.ts'

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

const query = <Row extends object>(text: string, values: unknown[]) =>
  database.platform.query<Row>(text, values)

async function addMail(businessId: string, change: Partial<NewMail> = {}): Promise<string> {
  return withPlatform(database, (tx) =>
    queueMail(tx, jobs, {
      kind: 'invoice',
      subject: 'Invoice',
      html: '<p>Invoice</p>',
      text: 'Invoice',
      from: 'no-reply@example.com',
      to: 'client@example.com',
      businessId,
      onBehalf: true,
      ...change,
    }),
  )
}

/** As a delivery leaves it: the mail with its state and reason, and its job. */
async function leave(mailId: string, mail: string, job: string): Promise<void> {
  await query(`update mails set ${mail} where id = $1`, [mailId])
  await query(`update pgboss.job set ${job} where name like 'deliver-%mail' and data ->> 'mailId' = $1`, [
    mailId,
  ])
}

const givenUp = `state = 'failed', last_error = 'Wrong password.', waits_for_account = true`
const putOff = `last_error = 'Wrong password.', waits_for_account = true`
const overJob = `state = 'failed', completed_on = now()`
const waitingJob = `state = 'retry', retry_count = 4, start_after = now() + interval '50 minutes'`

async function read(mailId: string) {
  const { rows } = await query<{ state: string; waits: boolean; jobs: { state: string; isDue: boolean }[] }>(
    `select state, waits_for_account as waits, (
       select json_agg(json_build_object('state', state, 'isDue', start_after <= now()) order by created_on)
       from pgboss.job where name like 'deliver-%mail' and data ->> 'mailId' = mails.id::text) as jobs
     from mails where id = $1`,
    [mailId],
  )
  return rows[0]
}

const over = { state: 'failed', isDue: true }
const due = { state: 'created', isDue: true }

test('what was given up for the account’s sake gets a new job, once, also when retried by many at once', async () => {
  const businessId = await addBusiness(database)
  const mailId = await addMail(businessId)
  await leave(mailId, givenUp, overJob)
  await Promise.all(Array.from({ length: 4 }, () => retryMails(database, jobs, businessId)))
  expect(await read(mailId)).toEqual({ state: 'queued', waits: false, jobs: [over, due] })
  // The error of that account's server is cleared too.
  const { rows } = await query('select last_error from mails where id = $1', [mailId])
  expect(rows).toEqual([{ last_error: null }])
})

test('what waits for its next try is brought forward, with the same job', async () => {
  const businessId = await addBusiness(database)
  const mailId = await addMail(businessId)
  await leave(mailId, putOff, waitingJob)
  expect((await read(mailId))?.jobs).toEqual([{ state: 'retry', isDue: false }])
  await retryMails(database, jobs, businessId)
  expect((await read(mailId))?.jobs).toEqual([{ state: 'retry', isDue: true }])
})

test('what was held is looked at again: it may leave through the account now', async () => {
  const businessId = await addBusiness(database)
  const mailId = await addMail(businessId, { held: true })
  const toOwner = await addMail(businessId, { held: true, onBehalf: false })
  await retryMails(database, jobs, businessId)
  expect(await read(mailId)).toEqual({ state: 'queued', waits: false, jobs: [due] })
  expect(await read(toOwner)).toMatchObject({ state: 'held', jobs: null })
})

test('what failed for another reason, is sent, or is too old stays as it is, and so do mails of others', async () => {
  const businessId = await addBusiness(database)
  const other = await addBusiness(database)
  const [refused, sent, old, others, waiting] = await Promise.all([
    addMail(businessId),
    addMail(businessId),
    addMail(businessId),
    addMail(other),
    addMail(other),
  ])
  await leave(refused, `state = 'failed', last_error = 'No such user.'`, overJob)
  await leave(sent, `state = 'sent', sent_at = now()`, `state = 'completed'`)
  await leave(old, `${givenUp}, created_at = now() - interval '15 days'`, overJob)
  await leave(others, givenUp, overJob)
  await leave(waiting, putOff, waitingJob)
  await retryMails(database, jobs, businessId)
  expect(await read(refused)).toEqual({ state: 'failed', waits: false, jobs: [over] })
  expect(await read(sent)).toMatchObject({ state: 'sent', jobs: [{ state: 'completed' }] })
  expect(await read(old)).toEqual({ state: 'failed', waits: true, jobs: [over] })
  expect(await read(others)).toEqual({ state: 'failed', waits: true, jobs: [over] })
  expect(await read(waiting)).toMatchObject({ jobs: [{ state: 'retry', isDue: false }] })
})

test('a delivery that is under way, perhaps with the old settings, is looked at later', async () => {
  const businessId = await addBusiness(database)
  const mailId = await addMail(businessId)
  const ready = await addMail(businessId)
  await leave(mailId, putOff, `state = 'active', started_on = now()`)
  await leave(ready, givenUp, overJob)
  await expect(retryMails(database, jobs, businessId)).rejects.toThrow('Emails are on their way')
  expect(await read(ready)).toMatchObject({ state: 'queued', jobs: [over, due] })
  await leave(mailId, putOff, waitingJob)
  await retryMails(database, jobs, businessId)
  expect(await read(mailId)).toMatchObject({ jobs: [{ state: 'retry', isDue: true }] })
})

test('the job is added in the transaction of the business, or not at all', async () => {
  const businessId = await addBusiness(database)
  const change = mailAccountChanged(jobs)
  const added = async () => {
    const { rows } = await query(
      `select from pgboss.job where name = 'retry-mails' and data ->> 'businessId' = $1`,
      [businessId],
    )
    return rows.length
  }
  const undone = withTenant(database, businessId, async (tx) => {
    await change(tx, businessId)
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect(await added()).toBe(0)
  await withTenant(database, businessId, (tx) => change(tx, businessId))
  expect(await added()).toBe(1)
})

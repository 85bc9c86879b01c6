import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../../../test/support/eventually.ts'
import { addBusiness } from '../../../test/support/fixtures/invoice-rows.ts'
import { createTestDatabase } from '../../../test/support/test-database.ts'
import { queryAdmin, withPlatform } from '../../platform/db/transaction.ts'
import { type JobQueue, startJobQueue } from '../../platform/jobs/job-queue.ts'
import { createMailDelivery } from '../../platform/mail/deliver-mail.ts'
import { type NewMail, deliveryJobs, queueMail } from '../../platform/mail/queue-mail.ts'
import type { AdminMailDeps } from './admin-mail-deps.ts'
import { sendMailAgain } from './send-mail-again.ts'

const testDatabase = await createTestDatabase()
const { database } = testDatabase
const log = pino({ level: 'silent' })
const businessId = await addBusiness(database)
const actor = { userId: randomUUID(), email: 'admin@millrace.example', ip: '192.0.2.1', userAgent: null }
let jobs: JobQueue
let deps: AdminMailDeps

beforeAll(async () => {
  jobs = await startJobQueue({ database, log, runsJobs: true, pollingIntervalSeconds: 0.5 })
  deps = {
    database,
    jobs,
    appUrl: 'http://localhost:3000',
    mailFrom: 'no-reply@millrace.example',
    platformMail: { domain: 'millrace.example', smtp: null },
    mailbox: null,
    dns: { mx: async () => [], txt: async () => [] },
  }
})
afterAll(async () => {
  await jobs.stop()
  await testDatabase.drop()
})

const query = <Row extends object>(text: string, values: unknown[]) =>
  database.platform.query<Row>(text, values)
const jobsOfMail = `name like 'deliver-%mail' and data ->> 'mailId'`

/** A mail and its job as a delivery leaves them. */
async function addMail(change: Partial<NewMail>, mailSet: string, jobSet: string | null): Promise<string> {
  const id = await withPlatform(database, (tx) =>
    queueMail(tx, jobs, {
      kind: 'password-changed',
      from: 'no-reply@millrace.example',
      to: 'owner@example.com',
      subject: 'Your password was changed',
      html: '<p>Changed</p>',
      text: 'Changed',
      ...change,
    }),
  )
  await query(`update mails set ${mailSet} where id = $1`, [id])
  await query(
    jobSet === null
      ? `delete from pgboss.job where ${jobsOfMail} = $1`
      : `update pgboss.job set ${jobSet} where ${jobsOfMail} = $1`,
    [id],
  )
  return id
}

async function readJobs(id: string): Promise<string[]> {
  const { rows } = await query<{ job: string }>(
    `select name || ' ' || state || case when start_after > now() then ' later' else '' end as job
     from pgboss.job where ${jobsOfMail} = $1 order by created_on`,
    [id],
  )
  return rows.map(({ job }) => job)
}

const notesOf = (id = '') =>
  queryAdmin(database, {
    text: `select actor_email, action, target_label, details, ip_address from platform.audit_log where target_id = $1`,
    values: [id],
  })

const givenUp = `state = 'failed', attempts = 9, last_error = 'No such user.', waits_for_account = true`
const putOff = `attempts = 4, last_error = 'Try later.'`
const overJob = `state = 'failed', completed_on = now()`
const waitingJob = `state = 'retry', retry_count = 4, start_after = now() + interval '50 minutes'`

test('a failed mail goes back into the queue, with a job of the kind it had', async () => {
  const own = await addMail({}, givenUp, overJob)
  const ofBusiness = await addMail({ kind: 'invoice', businessId, onBehalf: true }, givenUp, overJob)
  expect(await sendMailAgain(deps, actor, own)).toMatchObject({ id: own, state: 'queued', attempts: 9 })
  expect(await sendMailAgain(deps, actor, ofBusiness)).toMatchObject({
    state: 'queued',
    businessName: 'Studio',
    // What the business's own mail server had said is not the operator's to read.
    lastError: null,
  })
  expect(await readJobs(own)).toEqual(['deliver-mail failed', 'deliver-mail created'])
  expect(await readJobs(ofBusiness)).toEqual([
    'deliver-business-mail failed',
    'deliver-business-mail created',
  ])
  const { rows } = await query(`select claimed_until, waits_for_account from mails where id = $1`, [own])
  expect(rows).toEqual([{ claimed_until: null, waits_for_account: false }])
})

test('one that waits for its next try is tried now, with the job it has', async () => {
  const id = await addMail({}, putOff, waitingJob)
  expect(await readJobs(id)).toEqual(['deliver-mail retry later'])
  expect(await sendMailAgain(deps, actor, id)).toMatchObject({ state: 'queued', canSendAgain: true })
  expect(await readJobs(id)).toEqual(['deliver-mail retry'])
})

test('one whose job is no more, or has just failed, gets a new one; one on its way gets none', async () => {
  const lost = await addMail({}, putOff, null)
  const failing = await addMail({}, putOff, `state = 'active', started_on = now()`)
  const leaving = await addMail(
    {},
    `${putOff}, claimed_until = now() + interval '1 minute'`,
    `state = 'active'`,
  )
  for (const id of [lost, failing, leaving]) await sendMailAgain(deps, actor, id)
  expect(await readJobs(lost)).toEqual(['deliver-mail created'])
  expect(await readJobs(failing)).toEqual(['deliver-mail active', 'deliver-mail created'])
  expect(await readJobs(leaving)).toEqual(['deliver-mail active'])
})

test.each([
  ['sent', {}, `state = 'sent', sent_at = now()`, 'This email has already been sent.'],
  [
    'failed, and its link gone',
    { hasSecret: true },
    `${givenUp}, html = null, text = null`,
    'This email contained a link that isn’t stored after a failure. Send a new link instead.',
  ],
  [
    'held',
    { businessId, onBehalf: true },
    `state = 'held'`,
    'This email is waiting until the owner confirms their address or the account is restored.',
  ],
])(
  'what cannot be sent again is refused in a sentence, and nothing is noted: %s',
  async (_what, change, set, message) => {
    const id = await addMail(change, set, overJob)
    await expect(sendMailAgain(deps, actor, id)).rejects.toMatchObject({ code: 'NOT_SENDABLE', message })
    expect(await readJobs(id)).toHaveLength(1)
    expect(await notesOf(id)).toEqual([])
  },
)

test('an unknown mail is not found', async () => {
  await expect(sendMailAgain(deps, actor, randomUUID())).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('several times at once it leaves once, and each time is noted', async () => {
  const sent: string[] = []
  const transport = {
    name: 'recorder',
    async send({ id }: { id: string }) {
      sent.push(id)
    },
    close() {},
  }
  const ids = [
    await addMail({ to: 'client@example.com', businessId, onBehalf: true }, givenUp, overJob),
    await addMail({}, putOff, waitingJob),
    await addMail({}, putOff, null),
  ]
  const press = () => Promise.all(ids.flatMap((id) => [1, 2, 3].map(() => sendMailAgain(deps, actor, id))))
  await press()
  const waiting = await Promise.all(
    ids.map(async (id) => (await readJobs(id)).filter((job) => !job.endsWith('failed'))),
  )
  expect(waiting).toEqual([
    ['deliver-business-mail created'],
    ['deliver-mail retry'],
    ['deliver-mail created'],
  ])
  // Left by the tests before.
  await query(`delete from pgboss.job where name like 'deliver-%mail' and data ->> 'mailId' <> all ($1)`, [
    ids,
  ])
  const deliver = createMailDelivery({ database, transport, makeAttachments: async () => [], log })
  for (const job of deliveryJobs) await jobs.work(job, deliver)
  await eventually(async () => {
    const { rows } = await query('select state from mails where id = any ($1)', [ids])
    expect(rows).toEqual(ids.map(() => ({ state: 'sent' })))
  })
  expect(sent.toSorted()).toEqual(ids.toSorted())
  const noted = {
    actor_email: actor.email,
    action: 'send-mail-again',
    target_label: 'owner@example.com',
    details: { kind: 'password-changed' },
    ip_address: actor.ip,
  }
  expect(await notesOf(ids[1])).toEqual([noted, noted, noted])
  // The log is for ever: it keeps no address of a business's client.
  const ofClient = { ...noted, target_label: null }
  expect(await notesOf(ids[0])).toEqual([ofClient, ofClient, ofClient])
})

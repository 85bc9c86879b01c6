import { inspect } from 'node:util'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '../../../test/support/eventually.ts'
import { createTestDatabase } from '../../../test/support/test-database.ts'
import { businesses } from '../db/tables/business.ts'
import { mails } from '../db/tables/mail.ts'
import { withAuth, withPlatform, withTenant } from '../db/transaction.ts'
import { type JobQueue, startJobQueue } from '../jobs/job-queue.ts'
import { createMailDelivery } from './deliver-mail.ts'
import type { OutgoingMail } from './mail-transport.ts'
import { type NewMail, deliverMail, queueMail } from './queue-mail.ts'

const testDatabase = await createTestDatabase()
const { database } = testDatabase
const log = pino({ level: 'silent' })
let jobs: JobQueue

const mail: NewMail = {
  kind: 'greeting',
  from: 'Millrace <no-reply@example.com>',
  to: 'owner@example.com',
  subject: 'Hello',
  html: '<p>Hello</p>',
  text: 'Hello',
}

beforeAll(async () => {
  jobs = await startJobQueue({ database, log, runsJobs: true, pollingIntervalSeconds: 0.5 })
})

afterAll(async () => {
  await jobs.stop()
  await testDatabase.drop()
})

async function listMails() {
  return withPlatform(database, (tx) => tx.db.select().from(mails).orderBy(mails.createdAt))
}

async function listJobStates() {
  const { rows } = await database.platform.query<{ state: string }>(
    `select state from pgboss.job where name = 'deliver-mail'`,
  )
  return rows.map((row) => row.state)
}

describe('what is refused', () => {
  const refused: Partial<NewMail>[] = [
    { to: 'owner@example.com\r\nBcc: eve@example.com' },
    { to: 'owner@example.com, eve@example.com' },
    { to: 'Friends: owner@example.com;' },
    { to: 'ada' },
    { to: '' },
    { from: 'Millrace <no-reply@example.com>\nX-Other: 1' },
    { replyTo: 'owner@example.com\r\nX-Other: 1' },
    { subject: 'Hello\r\nBcc: eve@example.com' },
    { subject: 'Hello\u0000' },
  ]

  test.each(refused)('%j', async (change) => {
    await expect(withAuth(database, (tx) => queueMail(tx, jobs, { ...mail, ...change }))).rejects.toThrow(
      'The email’s',
    )
    expect(await listMails()).toEqual([])
  })

  test('a mail of a business from the role of accounts', async () => {
    const businessId = crypto.randomUUID()
    const queued = withAuth(database, (tx) => queueMail(tx, jobs, { ...mail, businessId }))
    expect(inspect(await queued.catch((error: unknown) => error))).toContain('row-level security')
    expect(await listMails()).toEqual([])
  })
})

test('nothing is kept when the transaction is undone; when it commits, the mail is delivered once', async () => {
  const delivered: OutgoingMail[] = []
  const transport = {
    name: 'recorder',
    async send(sent: OutgoingMail) {
      delivered.push(sent)
    },
    close() {},
  }
  const undone = withAuth(database, async (tx) => {
    await queueMail(tx, jobs, mail)
    throw new Error('Changed my mind.')
  })
  await expect(undone).rejects.toThrow('Changed my mind.')
  expect(await listMails()).toEqual([])
  expect(await listJobStates()).toEqual([])

  const businessId = crypto.randomUUID()
  await withAuth(database, (tx) =>
    tx.db.insert(businesses).values({ id: businessId, name: 'Studio', timeZone: 'UTC' }),
  )
  const accountMailId = await withAuth(database, (tx) => queueMail(tx, jobs, mail))
  const businessMailId = await withTenant(database, businessId, (tx) =>
    queueMail(tx, jobs, { ...mail, replyTo: 'Owner <owner@example.com>', businessId }),
  )

  await jobs.work(
    deliverMail,
    createMailDelivery({ database, transport, makeAttachments: async () => [], log }),
  )
  await eventually(async () => expect(await listJobStates()).toEqual(['completed', 'completed']))
  expect(delivered.map((sent) => sent.id).toSorted()).toEqual([accountMailId, businessMailId].toSorted())
  expect(await listMails()).toMatchObject([
    { id: accountMailId, businessId: null, replyTo: null, state: 'sent', attempts: 1 },
    { id: businessMailId, businessId, replyTo: 'Owner <owner@example.com>', state: 'sent', attempts: 1 },
  ])
})

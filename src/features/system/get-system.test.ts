import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../../test/support/test-database.ts'
import * as contract from './contract.ts'
import { getSystem, jobFigures } from './get-system.ts'

const testDatabase = await createTestDatabase()
const { database } = testDatabase
const owner = new pg.Client({ connectionString: testDatabase.url })
let dataDir: string
beforeAll(async () => {
  await owner.connect()
  dataDir = await mkdtemp(join(tmpdir(), 'millrace-system-'))
})
afterAll(async () => {
  await owner.end()
  await rm(dataDir, { recursive: true })
  await testDatabase.drop()
})

async function read(folder = dataDir) {
  const startedAt = new Date('2026-11-05T12:00:00Z')
  const answer = await getSystem({
    database,
    installation: { version: '1.2.3', startedAt, isEmbeddedDatabase: true, dataDir: folder, hasBanks: false },
    platformMail: { domain: 'millrace.example', smtp: { host: 'mail.example.com', port: 587 } },
    cards: { isLive: false },
    now: () => new Date(),
  })
  return contract.getSystem.response.parse(answer)
}
const lineOf = async (part: string) => (await read()).health.find((line) => line.part === part)

function addJobs(state: string, count: number, { name = 'retry-mails', startsIn = '0 minutes' } = {}) {
  return owner.query(
    `insert into pgboss.job (name, data, state, policy, start_after, completed_on)
     select $1, '{}', $2::pgboss.job_state, 'standard', now() + $4::interval,
       case when $2 in ('completed', 'failed') then now() end
     from generate_series(1, $3)`,
    [name, state, count, startsIn],
  )
}

test('says what runs here, and nothing of where', async () => {
  const system = await read()
  expect(system).toMatchObject({
    version: '1.2.3',
    nodeVersion: process.versions.node,
    isEmbeddedDatabase: true,
    startedAt: '2026-11-05T12:00:00.000Z',
    lastBackupAt: null,
  })
  expect(system.postgresVersion).toMatch(/^\d+\.\d+$/)
  expect(system.databaseBytes).toBeGreaterThan(1_000_000)
  expect(system.diskFreeBytes).toBeGreaterThan(0)
  expect(JSON.stringify(system)).not.toContain(dataDir)
  expect((await read(join(dataDir, 'missing'))).diskFreeBytes).toBeNull()
})

test('counts the jobs that are due, under way, to be tried again and given up, but for failed mails', async () => {
  await addJobs('created', 2, { startsIn: '-7 minutes' })
  await addJobs('created', 3, { startsIn: '1 hour' })
  await addJobs('retry', 1, { startsIn: '-1 minute' })
  await addJobs('retry', 4, { startsIn: '1 hour' })
  await addJobs('active', 5)
  await addJobs('failed', 6)
  await addJobs('failed', 7, { name: 'deliver-mail' })
  await owner.query(
    `update pgboss.job set completed_on = now() - interval '8 days' where id in (
       select id from pgboss.job where state = 'failed' and name = 'retry-mails' limit 1)`,
  )
  const { jobs } = await read()
  const { waitingSince, ...counts } = jobs
  expect(counts).toEqual({ waiting: 3, running: 5, retrying: 4, failed: 5 })
  expect(Date.now() - Date.parse(waitingSince ?? '')).toBeGreaterThan(6 * 60_000)
  const line = await lineOf('jobs')
  expect(line?.words).toMatch(/^Jobs have been waiting for 7 minutes\. .* 5 jobs failed this week/)
})

test('jobs that are done are not looked through', async () => {
  await addJobs('completed', 5000)
  await owner.query('analyze pgboss.job_common')
  const { rows } = await owner.query<{ 'QUERY PLAN': string }>(`explain ${jobFigures}`)
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).not.toContain('Seq Scan')
  expect(plan.match(/(?<=using )\w+/g)?.toSorted()).toEqual(['job_active', 'job_common_i11', 'job_failed'])
})

test('mails that failed today or stay in the queue are told', async () => {
  await owner.query('alter table mails no force row level security')
  await owner.query(
    `insert into mails (kind, from_address, to_address, subject, state, created_at)
     select 'test', 'a@millrace.example', 'b@millrace.example', 'Test', state, now() - age::interval
     from (values ('failed', '23 hours'), ('failed', '25 hours'), ('queued', '16 minutes'), ('queued', '14 minutes'),
       ('held', '2 days'), ('sent', '1 hour')) mail (state, age)`,
  )
  expect((await lineOf('mail'))?.words).toMatch(/^1 email from the last 24 hours .* 1 email has been queued/)
})

test('the newest exchange rates are told, and why newer ones could not be fetched', async () => {
  expect((await lineOf('rates'))?.words).toMatch(/^There are no exchange rates\./)
  await database.platform.query(
    `insert into platform.reference_rates (currency, day, rate, source)
     values ('USD', '2026-01-05', 1.1, 'Test Bank'), ('JPY', '2026-01-02', 160, 'Test Bank')`,
  )
  await database.platform.query(
    `insert into platform.installation (name, value) values ('rates-error', 'The server answered with status 503.')`,
  )
  expect(await lineOf('rates')).toEqual({
    part: 'rates',
    verdict: 'attention',
    words:
      'New exchange rates couldn’t be fetched. The server answered with status 503. ' +
      'The newest exchange rates are of Jan 5, 2026 (Test Bank).',
  })
})

test('a backup is known by its moment; what is none counts as none', async () => {
  const note = (value: string) =>
    database.platform.query(
      `insert into platform.installation (name, value) values ('last-backup', $1)
       on conflict (name) do update set value = excluded.value`,
      [value],
    )
  await note('2026-11-01T10:00:00+02:00')
  expect((await read()).lastBackupAt).toBe('2026-11-01T08:00:00.000Z')
  await note('yesterday')
  expect((await read()).lastBackupAt).toBeNull()
  expect((await lineOf('backup'))?.words).toMatch(/^No backup is on record\. Run npm run backup/)
})

import { zipSync } from 'fflate'
import { pino } from 'pino'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { addBusiness } from '../../../test/support/fixtures/invoice-rows.ts'
import { sending, startAnsweringServer } from '../../../test/support/providers/answering-server.ts'
import { createTestDatabase } from '../../../test/support/test-database.ts'
import { withPlatform, withTenant } from '../../platform/db/transaction.ts'
import { type JobQueue, startJobQueue } from '../../platform/jobs/job-queue.ts'
import { areRatesOld, fetchRates, readRatesState } from './fetch-rates.ts'
import { fetchRatesJob } from './jobs.ts'
import { maxFileBytes } from './read-rates-file.ts'
import { startRateJobs } from './start-rate-jobs.ts'

const testDatabase = await createTestDatabase()
const { database } = testDatabase
const log = pino({ level: 'silent' })
const now = () => new Date('2026-11-17T15:20:00Z')
let answer: Parameters<typeof startAnsweringServer>[0]
const server = await startAnsweringServer((request, response) => answer(request, response))
let jobs: JobQueue

beforeEach(async () => {
  await database.platform.query('delete from platform.reference_rates')
  await database.platform.query('delete from platform.installation')
  await database.platform.query('delete from pgboss.job')
  jobs = await startJobQueue({ database, log, runsJobs: true, pollingIntervalSeconds: 0.1 })
})
afterEach(() => jobs.stop())
afterAll(async () => {
  await server.close()
  await testDatabase.drop()
})

const depsFor = (url: string | undefined = server.url) => ({
  database,
  jobs,
  log,
  now,
  ratesSource: { url, name: 'Test Bank' },
  allowPrivateAddresses: true,
})
const state = () => withPlatform(database, readRatesState)
const stored = async () => {
  const { rows } = await database.platform.query<{ text: string }>(
    `select day || ' ' || currency || ' ' || rate || ' ' || source as text from platform.reference_rates order by 1`,
  )
  return rows.map(({ text }) => text)
}
const queued = async (name: string) =>
  (await database.platform.query('select from pgboss.job where name = $1', [name])).rowCount

const daily = 'Date, USD, JPY, \n17 November 2026, 1.0843, 165.12, \n'
const history = 'Date,USD,JPY,\n2026-11-17,1.09,165.12,\n2026-11-16,1.08,N/A,\n'
const both = ['2026-11-17 JPY 165.12 Test Bank', '2026-11-17 USD 1.0843 Test Bank']

test('the file is stored with the name of its publisher, and a job goes after what waits', async () => {
  answer = sending(200, daily)
  await fetchRates(depsFor())
  expect(await stored()).toEqual(both)
  expect(await state()).toEqual({ newestDay: '2026-11-17', source: 'Test Bank', error: null })
  expect(await queued('fill-rates')).toBe(1)
})

test('a zip archive as it is published is the same, and newer values replace older ones', async () => {
  answer = sending(200, daily)
  await fetchRates(depsFor())
  answer = (_, response) => response.end(zipSync({ 'eurofxref-hist.csv': Buffer.from(history) }))
  await fetchRates(depsFor())
  await fetchRates(depsFor())
  expect(await stored()).toEqual([
    '2026-11-16 USD 1.08 Test Bank',
    '2026-11-17 JPY 165.12 Test Bank',
    '2026-11-17 USD 1.09 Test Bank',
  ])
})

const csv = Buffer.from(daily)
test.each([
  [
    'a wrong line',
    Buffer.from(`${daily}16 November 2026, 1.08, 0, \n`),
    /line 3, column 3 \(JPY\): .* must be more than 0/,
  ],
  ['a web page', Buffer.from('<html>'), /line 1, column 1: the first column must be Date/],
  ['bytes that are no text', Buffer.from([0xff, 0xfe, 0x00]), /neither a CSV file nor a zip archive/],
  [
    'an archive cut off',
    Buffer.from(zipSync({ 'a.csv': csv })).subarray(0, 60),
    /the zip archive is damaged/,
  ],
  ['an archive without rates', zipSync({ 'a.txt': csv }), /must have exactly one CSV file/],
  ['an archive with two', zipSync({ 'a.csv': csv, 'b.csv': csv }), /must have exactly one CSV file/],
  [
    'an archive that grows',
    zipSync({ 'a.csv': Buffer.alloc(65 * 1024 * 1024) }),
    /in the zip archive is too large/,
  ],
])('of %s nothing is stored, and the operator sees why', async (_what, file, reason) => {
  answer = sending(200, daily)
  await fetchRates(depsFor())
  answer = (_, response) => response.end(file)
  await expect(fetchRates(depsFor())).rejects.toThrow(reason)
  expect(await stored()).toEqual(both)
  expect((await state()).error).toMatch(/^The file is wrong: .*\.$/)
  expect((await state()).error).toMatch(reason)
  answer = sending(200, daily)
  await fetchRates(depsFor())
  expect((await state()).error).toBeNull()
})

test('a server that refuses, or sends without end, changes nothing, and the operator sees why', async () => {
  answer = sending(503, 'later')
  await expect(fetchRates(depsFor())).rejects.toThrow('The server answered with status 503.')
  expect(await state()).toEqual({
    newestDay: null,
    source: null,
    error: 'The server answered with status 503.',
  })
  const chunk = Buffer.alloc(1024 * 1024, 'x')
  answer = (_, response) => {
    const send = () => response.write(chunk, (error) => error ?? send())
    send()
  }
  await expect(fetchRates(depsFor())).rejects.toThrow(`The file is larger than ${maxFileBytes} bytes.`)
  expect(await stored()).toEqual([])
})

test('at the start, old rates are fetched, and what waited for them is filled', async () => {
  const businessId = await addBusiness(database)
  const run = (sql: string) => withTenant(database, businessId, ({ client }) => client.query(sql))
  await run(
    `insert into expenses (business_id, id, created_by, amount_minor, currency, category, date, created_at, updated_at)
     values ('${businessId}', gen_random_uuid(), '${businessId}', 1000, 'EUR', 'Rent', '2026-01-05', now(), now())`,
  )
  answer = sending(200, 'Date,USD,\n2026-01-05,1.0843,\n')
  await startRateJobs(depsFor())
  await expect
    .poll(async () => (await run('select home_minor::int from expenses')).rows)
    .toEqual([{ home_minor: 1084 }])
})

test('rates of yesterday are not old; those of the day before are', async () => {
  const add = (day: string) =>
    database.platform.query(`insert into platform.reference_rates values ('USD', $1, 1.1, 'Test Bank')`, [
      day,
    ])
  expect(await areRatesOld(depsFor())).toBe(true)
  await add('2026-11-15')
  expect(await areRatesOld(depsFor())).toBe(true)
  await add('2026-11-16')
  expect(await areRatesOld(depsFor())).toBe(false)
  await startRateJobs(depsFor())
  expect(await queued(fetchRatesJob.name)).toBe(0)
})

test('without an address nothing is fetched, not even by a job from before, and no error remains', async () => {
  answer = sending(500, '')
  await expect(fetchRates(depsFor())).rejects.toThrow('status 500')
  await startRateJobs({ ...depsFor(), ratesSource: { url: undefined, name: 'Test Bank' } })
  expect(await state()).toEqual({ newestDay: null, source: null, error: null })
  const schedules = await database.platform.query('select name from pgboss.schedule order by name')
  expect(schedules.rows).toEqual([{ name: 'fill-rates' }])
  let isAsked = false
  answer = (_, response) => {
    isAsked = true
    response.end()
  }
  await withPlatform(database, (tx) => jobs.enqueue(tx, fetchRatesJob, {}))
  await expect
    .poll(
      async () =>
        (await database.platform.query(`select state from pgboss.job where name = 'fetch-rates'`)).rows,
    )
    .toEqual([{ state: 'completed' }])
  expect(isAsked).toBe(false)
})

test('with an address, a time in the afternoon of Frankfurt is set for every day', async () => {
  answer = sending(200, daily)
  await startRateJobs(depsFor())
  const { rows } = await database.platform.query(
    `select cron, timezone from pgboss.schedule where name = 'fetch-rates'`,
  )
  expect(rows).toEqual([{ cron: '20 15 * * *', timezone: 'UTC' }])
})

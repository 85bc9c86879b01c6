import { OpenAPIHono } from '@hono/zod-openapi'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, createTestDatabase } from '../../../test/support/test-database.ts'
import { connect } from '../db/connect.ts'
import type { HttpEnv } from '../http/http-env.ts'
import { createLog } from '../log.ts'
import { createMetrics } from './metrics.ts'
import { jobCounts, mailCounts } from './read-backlog.ts'
import { buildMetricsApp, registerMetrics } from './serve-metrics.ts'

let db: TestDatabase
let owner: pg.Client
beforeAll(async () => {
  db = await createTestDatabase()
  owner = new pg.Client({ connectionString: db.url })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await db.drop()
})

const silent = createLog('fatal', { write: () => undefined })
const token = 'a-token-for-tests'

const make = (database = db.database) =>
  createMetrics({
    database,
    live: { count: () => 3 },
    log: silent,
    version: '1.2.3',
    role: 'all',
    jobKinds: ['deliver-mail', 'retry-mails'],
  })

/** The value of each line, by its name and labels. */
async function read(metrics: Awaited<ReturnType<typeof make>>): Promise<Map<string, number>> {
  const { text } = await metrics.read()
  const lines = text.split('\n').filter((line) => line && !line.startsWith('#'))
  return new Map(lines.map((line) => [line.replace(/ \S+$/, ''), Number(line.split(' ').at(-1))]))
}

test('requests are counted by the pattern of their route, whoever refused them', async () => {
  const metrics = await make()
  const app = new OpenAPIHono<HttpEnv>()
  app.use(metrics.count)
  app.use(async (context, next) => {
    if (context.req.header('origin') === 'https://elsewhere.example') throw new Error('wrong origin')
    await next()
  })
  app.onError((_error, context) => context.text('no', 403))
  app.get('/things/all', (context) => context.text('all'))
  app.get('/things/:id', (context) => context.text(context.req.param('id')))
  app.post('/things/:id/copies', (context) => context.text('copied', 201))
  app.get('*', (context) => context.text('a page', 404))
  for (const path of ['/things/1', '/things/2', '/things/all', '/things/1/parts', '/.env'])
    await app.request(path)
  await app.request('/things/1', { method: 'HEAD' })
  await app.request('/things/3/copies', { method: 'POST' })
  await app.request('/things/3/copies', { method: 'POST', headers: { origin: 'https://elsewhere.example' } })
  await app.request('/things/3', { method: 'BREW' })
  const all = await read(metrics)
  const counts = [...all].filter(([name]) => name.startsWith('millrace_http_requests_total'))
  expect(Object.fromEntries(counts)).toEqual({
    'millrace_http_requests_total{method="GET",route="/things/:id",status="200"}': 2,
    'millrace_http_requests_total{method="GET",route="/things/all",status="200"}': 1,
    'millrace_http_requests_total{method="GET",route="/*",status="404"}': 2,
    'millrace_http_requests_total{method="HEAD",route="/things/:id",status="200"}': 1,
    'millrace_http_requests_total{method="POST",route="/things/:id/copies",status="201"}': 1,
    'millrace_http_requests_total{method="POST",route="/things/:id/copies",status="403"}': 1,
    'millrace_http_requests_total{method="other",route="/*",status="404"}': 1,
  })
  expect(all.get('millrace_http_request_duration_seconds_count{method="GET",route="/things/:id"}')).toBe(2)
})

test('a request that has no answer yet is under way, and one that failed is not', async () => {
  const metrics = await make()
  const app = new OpenAPIHono<HttpEnv>()
  app.use(metrics.count)
  const gate = Promise.withResolvers<void>()
  app.onError((_error, context) => context.text('broken', 500))
  app.get('/slow', async (context) => {
    await gate.promise
    return context.text('done')
  })
  const answers = [app.request('/slow'), app.request('/slow')]
  expect((await read(metrics)).get('millrace_http_requests_under_way')).toBe(2)
  gate.reject(new Error('broken'))
  for (const answer of answers) expect((await answer).status).toBe(500)
  expect((await read(metrics)).get('millrace_http_requests_under_way')).toBe(0)
})

test('the process, its pools and its streams are told', async () => {
  const all = await read(await make())
  expect(all.get('millrace_info{version="1.2.3",role="all"}')).toBe(1)
  expect(all.get('millrace_live_streams')).toBe(3)
  expect(all.get('millrace_pool_connections_max{pool="app"}')).toBe(10)
  expect(all.get('millrace_pool_connections{pool="platform"}')).toBeGreaterThanOrEqual(0)
  expect(all.get('millrace_pool_waiting{pool="guards"}')).toBe(0)
  for (const name of [
    'process_resident_memory_bytes',
    'process_cpu_seconds_total',
    'process_start_time_seconds',
  ])
    expect(all.get(name)).toBeGreaterThan(0)
  expect(all.has('nodejs_eventloop_lag_p99_seconds')).toBe(true)
})

async function fill() {
  await owner.query(
    `insert into pgboss.job (name, state, start_after, completed_on)
     select name, state::pgboss.job_state, now() + due::interval, now() + done::interval
     from (values ('deliver-mail', 'created', '-7 minutes', null), ('deliver-mail', 'retry', '-1 minute', null),
       ('deliver-mail', 'created', '1 hour', null), ('deliver-mail', 'active', '-1 minute', null),
       ('retry-mails', 'failed', '-1 hour', '-1 hour'), ('retry-mails', 'failed', '-8 days', '-8 days'))
       job (name, state, due, done)`,
  )
  await owner.query('alter table mails no force row level security')
  await owner.query(
    `insert into mails (kind, from_address, to_address, subject, state, created_at)
     select 'test', 'a@millrace.example', 'b@millrace.example', 'Test', state, now() - age::interval
     from (values ('failed', '23 hours'), ('failed', '25 hours'), ('queued', '16 minutes'), ('queued', '1 minute'),
       ('held', '2 days'), ('sent', '1 hour')) mail (state, age)`,
  )
  await owner.query(
    `insert into platform.installation (name, value) values ('last-backup', '2026-11-01T08:00:00.000Z')`,
  )
}

test('what waits in the database is told by kind, and read at most once in five seconds', async () => {
  const metrics = await make()
  const before = await read(metrics)
  expect(before.get('millrace_jobs{kind="deliver-mail",state="waiting"}')).toBe(0)
  expect(before.has('millrace_last_backup_timestamp_seconds')).toBe(false)
  await fill()
  expect((await read(metrics)).get('millrace_mails_queued')).toBe(0)
  const all = await read(await make())
  expect(all.get('millrace_jobs{kind="deliver-mail",state="waiting"}')).toBe(2)
  expect(all.get('millrace_jobs{kind="deliver-mail",state="running"}')).toBe(1)
  expect(all.get('millrace_jobs{kind="retry-mails",state="failed"}')).toBe(1)
  expect(all.get('millrace_jobs{kind="retry-mails",state="waiting"}')).toBe(0)
  const age = all.get('millrace_jobs_oldest_due_age_seconds{kind="deliver-mail"}') ?? 0
  expect(Math.round(age / 60)).toBe(7)
  expect(all.get('millrace_mails_queued')).toBe(2)
  expect(all.get('millrace_mails_failed')).toBe(1)
  expect(all.get('millrace_mails_oldest_queued_age_seconds')).toBeGreaterThan(15 * 60)
  expect(all.get('millrace_last_backup_timestamp_seconds')).toBe(Date.UTC(2026, 10, 1, 8) / 1000)
})

test('neither jobs that are done nor mails that were sent are looked through', async () => {
  await owner.query(
    `insert into pgboss.job (name, state, completed_on)
     select 'retry-mails', 'completed', now() from generate_series(1, 5000)`,
  )
  await owner.query(
    `insert into mails (kind, from_address, to_address, subject, state)
     select 'test', 'a@millrace.example', 'b@millrace.example', 'Test', 'sent' from generate_series(1, 5000)`,
  )
  await owner.query('analyze pgboss.job_common, mails')
  for (const statement of [jobCounts, mailCounts]) {
    const { rows } = await owner.query<{ 'QUERY PLAN': string }>(`explain ${statement}`)
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).not.toContain('Seq Scan')
    expect(plan).toMatch(/using (job|mails)_/)
  }
})

test('without a database the process is told all the same, and nothing of what was known before', async () => {
  const database = connect({ url: 'postgresql://nobody@127.0.0.1:1/none', onError: () => undefined })
  const all = await read(await make(database))
  await database.close()
  expect(all.get('millrace_database_up')).toBe(0)
  expect(all.get('process_resident_memory_bytes')).toBeGreaterThan(0)
  expect([...all.keys()].filter((name) => /^millrace_(jobs|mails|last)/.test(name))).toEqual([])
})

test('with a token they are for those who know it, and without one not beside the pages', async () => {
  const metrics = await make()
  const beside = (served: { token: string | undefined }) => {
    const app = new OpenAPIHono<HttpEnv>()
    registerMetrics(app, { ...metrics, ...served })
    return app
  }
  const ask = async (app: OpenAPIHono<HttpEnv>, authorization?: string) =>
    app.request('/metrics', authorization ? { headers: { authorization } } : {})
  expect((await ask(beside({ token: undefined }))).status).toBe(404)
  for (const app of [beside({ token }), buildMetricsApp({ ...metrics, token })]) {
    for (const wrong of [
      undefined,
      'Bearer',
      `Bearer ${token}x`,
      `Bearer ${token.slice(1)}`,
      `Basic ${token}`,
    ]) {
      const answer = await ask(app, wrong)
      expect(answer.status).toBe(401)
      expect(answer.headers.get('www-authenticate')).toBe('Bearer')
      expect(await answer.text()).not.toContain('process_')
    }
    const answer = await ask(app, `Bearer ${token}`)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
    expect(answer.headers.get('cache-control')).toBe('no-store')
  }
  expect((await ask(buildMetricsApp({ ...metrics, token: undefined }))).status).toBe(200)
})

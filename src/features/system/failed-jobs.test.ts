import { DrizzleQueryError } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type TestApp,
  answerOf,
  createTestApp,
  problemOf,
  signUpAdmin,
} from '../../../test/support/test-app.ts'
import { waitForLock } from '../../../test/support/wait-for-lock.ts'
import { withPlatform } from '../../platform/db/transaction.ts'
import { retryMailsJob } from '../../platform/mail/retry-mails.ts'
import { listAuditLog, listFailedJobs, retryJob } from './contract.ts'

let app: TestApp
let cookie: string
let email: string
beforeAll(async () => {
  app = await createTestApp()
  ;({ cookie, email } = await signUpAdmin(app))
})
afterAll(() => app.close())

const list = async (after?: string) =>
  answerOf(
    listFailedJobs,
    await app.send(listFailedJobs, { query: after === undefined ? {} : { after } }, { cookie }),
  )
const retry = (id: string) => app.send(retryJob, { params: { id } }, { cookie })

/** Straight into the table: so many are given up only over time. */
async function addFailed(name: string, count: number, spread: string): Promise<string[]> {
  const { rows } = await app.database.platform.query<{ id: string }>(
    `insert into pgboss.job (name, data, state, policy, completed_on, output)
     select $1, '{}', 'failed', 'standard', now() - interval '1 hour' - n * $3::interval, '{"message": "It broke."}'
     from generate_series(1, $2) n returning id`,
    [name, count, spread],
  )
  return rows.map(({ id }) => id)
}

test('a job that was given up is told without what it was about, and runs once more however often it is asked', async () => {
  const runs: string[] = []
  let breaks = true
  await app.deps.jobs.work(retryMailsJob, async ({ businessId }) => {
    runs.push(businessId)
    if (breaks) throw new DrizzleQueryError('select $1', ['a secret'], new Error('the database is away'))
  })
  const businessId = randomUUID()
  await app.database.platform.query(
    `insert into pgboss.job (name, data, retry_limit, policy) values ($1, $2, 0, 'standard')`,
    [retryMailsJob.name, { businessId }],
  )
  await expect.poll(async () => (await list()).jobs).toHaveLength(1)
  const [job] = (await list()).jobs
  expect(job).toMatchObject({
    name: 'retry-mails',
    tries: 1,
    reason: 'A query failed. The log has the details.',
  })
  const { rows } = await app.database.platform.query(`select output from pgboss.job where id = $1`, [job?.id])
  expect(JSON.stringify(rows)).not.toContain('a secret')

  breaks = false
  // All of them have found it before the first one takes it.
  const answers = await withPlatform(app.database, async ({ client }) => {
    await client.query('select from pgboss.job where id = $1 for update', [job?.id])
    const asked = [1, 2, 3].map(() => retry(job?.id ?? ''))
    await waitForLock(app.url, 3)
    return asked
  }).then((asked) => Promise.all(asked))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 404, 404])
  const stateOf = async () =>
    (await app.database.platform.query(`select state, retry_count from pgboss.job where id = $1`, [job?.id]))
      .rows
  await expect.poll(stateOf).toEqual([{ state: 'completed', retry_count: 1 }])
  expect(runs).toEqual([businessId, businessId])
  expect(await list()).toEqual({ jobs: [], next: null })
  const { entries } = await answerOf(listAuditLog, await app.send(listAuditLog, { query: {} }, { cookie }))
  expect(entries).toMatchObject([
    { actorEmail: email, action: 'retry-job', targetLabel: 'retry-mails', details: {} },
  ])
})

test('the delivery of a mail is not run again from here', async () => {
  const [id = ''] = await addFailed('deliver-business-mail', 1, '1 second')
  expect(await list()).toEqual({ jobs: [], next: null })
  const answer = await retry(id)
  expect(answer.status).toBe(404)
  expect(await problemOf(answer)).toMatchObject({ code: 'NOT_FOUND' })
})

test.each([
  ['a second apart', '1 second'],
  ['of the same moment', '0 seconds'],
])('paging visits each of 120 jobs %s exactly once', async (_, spread) => {
  await app.database.platform.query(`delete from pgboss.job where state = 'failed'`)
  const ids = await addFailed('sync-refunds', 120, spread)
  const pages = [await list()]
  while (pages.at(-1)?.next) pages.push(await list(pages.at(-1)?.next ?? ''))
  expect(pages.map(({ jobs }) => jobs.length)).toEqual([50, 50, 20])
  const all = pages.flatMap(({ jobs }) => jobs)
  expect(all.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
  const moments = all.map(({ failedAt }) => failedAt)
  expect(moments).toEqual(moments.toSorted().toReversed())
  expect((await app.send(listFailedJobs, { query: { after: 'nonsense' } }, { cookie })).status).toBe(422)
})

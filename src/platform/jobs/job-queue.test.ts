import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { type JobWithMetadata, PgBoss } from 'pg-boss'
import { pino } from 'pino'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '../../../test/support/test-database.ts'
import { withPlatform } from '../db/transaction.ts'
import { deliverBusinessMail } from '../mail/queue-mail.ts'
import { startGroupWorker, wasTried } from './group-worker.ts'
import { jobsSchema } from './install-jobs.ts'
import { type JobQueue, startJobQueue } from './job-queue.ts'

const testDatabase = await createTestDatabase()
const { database } = testDatabase
const log = pino({ level: 'silent' })
const { perGroup = 0, atOnce = 0, retriesAtOnce = 0 } = deliverBusinessMail.groups ?? {}
let jobs: JobQueue

beforeEach(async () => {
  await database.platform.query('delete from pgboss.job')
  jobs = await startJobQueue({ database, log, runsJobs: true, pollingIntervalSeconds: 0.1 })
})
afterEach(() => jobs.stop())
afterAll(() => testDatabase.drop())

async function addMails(businessId: string, count: number): Promise<void> {
  await withPlatform(database, async (tx) => {
    for (let n = 0; n < count; n += 1)
      await jobs.enqueue(tx, deliverBusinessMail, { mailId: randomUUID(), businessId })
    // Retries only run when a test makes them due, even on a slow machine.
    await tx.client.query('update pgboss.job set retry_delay = 3600, retry_delay_max = 3600')
  })
}

async function states(): Promise<Record<string, number>> {
  const { rows } = await database.platform.query<{ state: string; count: number }>(
    'select state, count(*)::int from pgboss.job group by state',
  )
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}

/** A handler for which the mails of some businesses finish only after they are released. */
function handler(stalling: readonly string[]) {
  const { promise: released, resolve } = Promise.withResolvers<void>()
  const running = new Map<string, number>()
  const maxRunning = new Map<string, number>()
  const done: string[] = []
  return {
    done,
    maxRunning,
    release: resolve,
    async deliver({ businessId = '' }: { businessId?: string | undefined }) {
      const now = (running.get(businessId) ?? 0) + 1
      running.set(businessId, now)
      maxRunning.set(businessId, Math.max(now, maxRunning.get(businessId) ?? 0))
      if (stalling.includes(businessId)) await released
      running.set(businessId, (running.get(businessId) ?? 0) - 1)
      done.push(businessId)
    },
  }
}

test('the jobs of one group that stall keep none of another group waiting', async () => {
  const [stalling, other] = [randomUUID(), randomUUID()]
  await addMails(stalling, 40)
  await addMails(other, 8)
  const { deliver, done, maxRunning, release } = handler([stalling])
  await jobs.work(deliverBusinessMail, deliver)
  await expect.poll(() => done).toEqual(Array(8).fill(other))
  // Also jobs that are added later, behind all waiting ones.
  await addMails(other, 1)
  await expect.poll(() => done.length).toBe(9)
  await expect.poll(states).toEqual({ active: perGroup, created: 40 - perGroup, completed: 9 })
  release()
  await expect.poll(states).toEqual({ completed: 49 })
  expect(maxRunning.get(stalling)).toBe(perGroup)
})

test('no more run at once than a process is meant to run', async () => {
  const groups = Array.from({ length: atOnce }, () => randomUUID())
  for (const group of groups) await addMails(group, 2)
  const { deliver, release } = handler(groups)
  await jobs.work(deliverBusinessMail, deliver)
  await expect.poll(states).toEqual({ active: atOnce, created: atOnce })
  release()
  await expect.poll(states).toEqual({ completed: 2 * atOnce })
})

test('a job that failed comes before newer ones of its group once it is due, however many there are', async () => {
  const group = randomUUID()
  await addMails(group, 1)
  const tries: number[] = []
  const { promise: released, resolve } = Promise.withResolvers<void>()
  await jobs.work(deliverBusinessMail, async (_data, { retryCount }) => {
    tries.push(retryCount)
    if (tries.length === 1) throw new Error('not now')
    await released
  })
  await expect.poll(states).toEqual({ retry: 1 })
  await addMails(group, 20)
  await expect.poll(states).toEqual({ retry: 1, active: perGroup, created: 20 - perGroup })
  await database.platform.query(`update pgboss.job set start_after = now() where state = 'retry'`)
  resolve()
  await expect.poll(states).toEqual({ completed: 21 })
  // After those that were already running.
  expect(tries.indexOf(1)).toBe(1 + perGroup)
})

test('retries that stall leave room for first tries', async () => {
  const stalling: string[] = Array.from({ length: atOnce }, () => randomUUID())
  const other = randomUUID()
  for (const group of stalling) await addMails(group, perGroup)
  const all = perGroup * atOnce
  const { promise: released, resolve } = Promise.withResolvers<void>()
  const done: string[] = []
  await jobs.work(deliverBusinessMail, async ({ businessId = '' }, { retryCount }) => {
    if (stalling.includes(businessId)) {
      if (retryCount === 0) throw new Error('not now')
      await released
    }
    done.push(businessId)
  })
  await expect.poll(states).toEqual({ retry: all })
  await database.platform.query('update pgboss.job set start_after = now()')
  await expect.poll(states).toEqual({ active: retriesAtOnce, retry: all - retriesAtOnce })
  await addMails(other, 5)
  await expect.poll(() => done).toEqual(Array(5).fill(other))
  await expect.poll(states).toEqual({ active: retriesAtOnce, retry: all - retriesAtOnce, completed: 5 })
  resolve()
  await expect.poll(states).toEqual({ completed: all + 5 })
})

test('a try that its process did not survive counts as one, too', async () => {
  await addMails(randomUUID(), 1)
  const { promise: released, resolve } = Promise.withResolvers<void>()
  await jobs.work(deliverBusinessMail, () => released)
  const priority = async () =>
    (await database.platform.query(`select priority from pgboss.job where state = 'active'`)).rows
  await expect.poll(priority).toEqual([{ priority: wasTried }])
  resolve()
})

test('the place that a slow group leaves is for a group of which none runs', async () => {
  const groups = Array.from({ length: atOnce / perGroup }, () => randomUUID())
  const other = randomUUID()
  for (const group of groups) await addMails(group, perGroup + 1)
  let isOver = false
  const started: string[] = []
  const ends: (() => void)[] = []
  await jobs.work(deliverBusinessMail, async ({ businessId = '' }) => {
    started.push(businessId)
    if (businessId !== other && !isOver) await new Promise<void>((resolve) => ends.push(resolve))
  })
  await expect.poll(() => started.length).toBe(atOnce)
  await addMails(other, 1)
  ends[0]?.()
  // Its slot then goes to the next job of the slow group.
  await expect.poll(() => started.slice(atOnce)).toEqual([other, started[0]])
  isOver = true
  for (const end of ends) end()
  await expect.poll(states).toEqual({ completed: atOnce + groups.length + 1 })
})

test('what does not end in time when the process stops is left to the next one, and does not count as done', async () => {
  const group = randomUUID()
  await addMails(group, 3)
  const boss = new PgBoss({
    db: { executeSql: (text, values) => database.platform.query(text, values) },
    schema: jobsSchema,
    migrate: false,
    supervise: false,
    schedule: false,
  })
  await boss.start()
  const { promise: released, resolve } = Promise.withResolvers<void>()
  const errors: unknown[] = []
  const worker = startGroupWorker({
    boss,
    name: deliverBusinessMail.name,
    atOnce: 2,
    perGroup: 2,
    retriesAtOnce: 1,
    markTried: async () => undefined,
    async run({ id }: JobWithMetadata) {
      await released
      return { id, status: 'completed' }
    },
    pollingMs: 50,
    onError: (error) => errors.push(error),
  })
  await expect.poll(states).toEqual({ active: 2, created: 1 })
  await worker.stop(50)
  expect(await states()).toEqual({ retry: 2, created: 1 })
  resolve()
  await boss.stop({ graceful: false })
  expect(await states()).toEqual({ retry: 2, created: 1 })
  expect(errors).toEqual([])
})

test('no job is taken once the process stops, not even between two queries for the next one', async () => {
  const job = { id: randomUUID(), groupId: 'a', priority: wasTried, expireInSeconds: 60 } as JobWithMetadata
  const [running, asked, answer, completed] = [
    Promise.withResolvers<void>(),
    Promise.withResolvers<void>(),
    Promise.withResolvers<void>(),
    Promise.withResolvers<void>(),
  ]
  let queries = 0
  const worker = startGroupWorker({
    boss: {
      async fetch() {
        queries += 1
        if (queries !== 2) return queries === 1 ? [job] : [{ ...job, id: randomUUID() }]
        asked.resolve()
        await answer.promise
        return []
      },
      async complete() {
        completed.resolve()
      },
      async fail() {},
    } as unknown as PgBoss,
    name: deliverBusinessMail.name,
    atOnce: 2,
    perGroup: 1,
    retriesAtOnce: 1,
    markTried: async () => undefined,
    async run({ id }: JobWithMetadata) {
      await running.promise
      return { id, status: 'completed' }
    },
    pollingMs: 60_000,
    onError: () => undefined,
  })
  await asked.promise
  const stopped = worker.stop(60_000)
  running.resolve()
  await completed.promise
  // The worker frees its slot after that.
  await setImmediate()
  answer.resolve()
  await stopped
  expect(queries).toBe(2)
})

test('jobs that are running when the process stops may end', async () => {
  const group = randomUUID()
  await addMails(group, 5)
  const { deliver, release } = handler([group])
  await jobs.work(deliverBusinessMail, deliver)
  await expect.poll(states).toEqual({ active: perGroup, created: 5 - perGroup })
  const stopped = jobs.stop()
  release()
  await stopped
  expect(await states()).toEqual({ completed: perGroup, created: 5 - perGroup })
})

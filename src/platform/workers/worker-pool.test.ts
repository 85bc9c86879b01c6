import { setImmediate } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import type { PoolTask } from '../../../test/support/pool-worker.ts'
import { type WorkerPool, type WorkerPoolOptions, createWorkerPool } from './worker-pool.ts'

const script = new URL('../../../test/support/pool-worker.ts', import.meta.url)
const messages = { late: 'took too long', busy: 'too many' }
const deadlineMs = 10_000
const pools: WorkerPool<PoolTask, string>[] = []

function openPool(options: Partial<WorkerPoolOptions> = {}): WorkerPool<PoolTask, string> {
  const pool = createWorkerPool<PoolTask, string>({
    script,
    threads: 1,
    deadlineMs,
    maxHeapMb: 256,
    maxWaiting: 20,
    messages,
    ...options,
  })
  pools.push(pool)
  return pool
}

afterEach(async () => {
  vi.useRealTimers()
  await Promise.all(pools.splice(0).map((pool) => pool.end()))
})

const flag = () => new Int32Array(new SharedArrayBuffer(4))
const echo = (value: string) => ({ kind: 'echo', value }) as const

function open(gate: Int32Array): void {
  Atomics.store(gate, 0, 1)
  Atomics.notify(gate, 0)
}

async function untilRaised(begun: Int32Array): Promise<void> {
  while (Atomics.load(begun, 0) === 0) await setImmediate()
}

test('many tasks at once each get their own answer', async () => {
  const pool = openPool({ threads: 2, maxWaiting: 50 })
  const values = Array.from({ length: 30 }, (_, index) => `task ${index}`)
  expect(await Promise.all(values.map((value) => pool.run(echo(value))))).toEqual(values)
})

test('a task that began later may end earlier', async () => {
  const pool = openPool({ threads: 2 })
  const gates = { slow: flag(), quick: flag() }
  const slow = pool.run({ ...echo('slow'), gate: gates.slow })
  const quick = pool.run({ ...echo('quick'), gate: gates.quick })
  open(gates.quick)
  expect(await quick).toBe('quick')
  open(gates.slow)
  expect(await slow).toBe('slow')
})

test('a task that does not end in time is ended, and those behind it are done', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const pool = openPool()
  const begun = flag()
  const refusals: unknown[] = []
  void pool.run({ kind: 'spin', begun }).catch((error: unknown) => refusals.push(error))
  const behind = pool.run(echo('behind'))
  // The loop runs in its own thread while this one keeps sending tasks.
  await untilRaised(begun)
  // The time limit starts when the pool knows that the thread is ready.
  while (refusals.length === 0) {
    vi.advanceTimersByTime(deadlineMs)
    await setImmediate()
  }
  expect(refusals).toMatchObject([{ code: 'UNAVAILABLE', message: messages.late }])
  expect(await behind).toBe('behind')
  expect(await pool.run(echo('afterwards'))).toBe('afterwards')
})

test('the time in which a thread loads its code is not the time of its first task', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const pool = openPool()
  const gate = flag()
  const first = pool.run({ ...echo('first'), gate })
  // No message of the thread has arrived yet: nothing was awaited.
  vi.advanceTimersByTime(deadlineMs)
  open(gate)
  expect(await first).toBe('first')
})

test('a task that ended in time does not end the one after it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const pool = openPool()
  await pool.run(echo('first'))
  vi.advanceTimersByTime(deadlineMs - 1)
  const [begun, gate] = [flag(), flag()]
  const second = pool.run({ ...echo('second'), begun, gate })
  await untilRaised(begun)
  vi.advanceTimersByTime(deadlineMs - 1)
  open(gate)
  expect(await second).toBe('second')
})

test('only so many tasks wait; one more is refused at once, with the time to come back', async () => {
  const pool = openPool({ maxWaiting: 2 })
  const gate = flag()
  const taken = ['running', 'waiting', 'waiting too'].map((value) => pool.run({ ...echo(value), gate }))
  await expect(pool.run(echo('too many'))).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: messages.busy,
    retryAfterSeconds: 10,
  })
  open(gate)
  expect(await Promise.all(taken)).toEqual(['running', 'waiting', 'waiting too'])
  expect(await pool.run(echo('room again'))).toBe('room again')
})

test.each<[string, PoolTask, RegExp]>([
  ['throws', { kind: 'throw', message: 'no such glyph' }, /no such glyph/],
  ['ends its thread', { kind: 'exit' }, /ended unexpectedly \(3\)/],
  ['takes more memory than it may', { kind: 'hoard' }, /memory/],
  ['cannot be copied to a thread', { ...echo('x'), begun: (() => 1) as never }, /could not be cloned/],
])('a task that %s fails alone', async (_what, task, reason) => {
  const pool = openPool({ maxHeapMb: 32 })
  const [bad, good] = [pool.run(task), pool.run(echo('good'))]
  await expect(bad).rejects.toThrow(reason)
  expect(await good).toBe('good')
})

test('ending the pool fails what it is at, and the next task starts it again', async () => {
  const pool = openPool()
  const begun = flag()
  const tasks = [pool.run({ kind: 'spin', begun }), pool.run(echo('waiting'))]
  const refusals = tasks.map((task) => task.catch((error: unknown) => error))
  await untilRaised(begun)
  await pool.end()
  for (const refusal of refusals) expect(await refusal).toMatchObject({ code: 'UNAVAILABLE' })
  expect(await pool.run(echo('again'))).toBe('again')
})

test('threads that have been idle for a while are ended, not those at work, and the next task starts one', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const pool = openPool({ threads: 2, idleMs: 1000 })
  const ids = async () => new Set(await Promise.all([1, 2].map(() => pool.run({ kind: 'name' }))))
  const first = await pool.run({ kind: 'name' })
  const [begun, gate] = [flag(), flag()]
  expect(await pool.run({ kind: 'name' })).toBe(first)
  vi.advanceTimersByTime(1000)
  expect((await ids()).has(first)).toBe(false)
  const busy = pool.run({ ...echo('busy'), begun, gate })
  await untilRaised(begun)
  vi.advanceTimersByTime(1000)
  open(gate)
  expect(await busy).toBe('busy')
})

test.each([
  ['throws', { kind: 'throw', message: 'no such glyph' }, /no such glyph/],
  ['ends its process', { kind: 'exit' }, /process ended unexpectedly \(3\)/],
  ['takes more memory than it may', { kind: 'hoard' }, /process ended unexpectedly/],
] satisfies [string, PoolTask, RegExp][])(
  'in processes, a task that %s fails alone',
  async (_what, task, reason) => {
    const pool = openPool({ maxHeapMb: 32, isolated: true })
    const [bad, good] = [pool.run(task), pool.run(echo('good'))]
    await expect(bad).rejects.toThrow(reason)
    expect(await good).toBe('good')
  },
)

import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import type { Database } from '../../../src/platform/db/connect.ts'
import { Exchange } from '../../../src/platform/db/exchange.ts'

/** Thrown where a simulated process dies. Nothing that it would do afterwards happens. */
export class Crash extends Error {
  override readonly name = 'Crash'
}

interface Actor {
  isDone: boolean
  isDead: boolean
  /** The steps that the actor is waiting to take, in order. */
  waiting: { let: () => void; kill: () => void }[]
  /** Running statements, by the connection's process id at the server. */
  running: Map<symbol, number>
}

interface InterleavingOptions {
  url: string
  /** Returns a number from 0 up to 1. */
  random: () => number
  /** The probability that an actor dies at a step. */
  crashChance: () => number
}

/**
 * Does what the server does for a dead process. The connection is reused, because opening one would take as
 * long as a whole run.
 */
function endTransaction(client: pg.PoolClient): void {
  client.query('rollback').then(
    () => client.release(),
    () => client.release(true),
  )
}

/**
 * Runs several actors concurrently, one statement or one external call at a time, in a random order. The same
 * seed gives the same order, except where Postgres chooses which of several waiting actors gets a lock. An
 * actor that waits for a lock does so while others continue. At any step an actor may die like a process: its
 * transaction is rolled back and it does nothing else.
 */
export async function createInterleaving({ url, random, crashChance }: InterleavingOptions) {
  const current = new AsyncLocalStorage<Actor>()
  const watcher = new pg.Client({ connectionString: url })
  await watcher.connect()
  const actors = new Set<Actor>()
  let onActivity: (() => void) | undefined

  const reportActivity = () => onActivity?.()
  /** Resolves to false if nothing happens within this time. */
  const hasActivity = (ms: number) =>
    new Promise<boolean>((resolve) => {
      const timer = setTimeout(() => resolve(false), ms)
      onActivity = () => {
        clearTimeout(timer)
        resolve(true)
      }
    })

  /** Waits until it is this actor's turn. Calls from outside any actor proceed immediately. */
  function step(): Promise<void> {
    const actor = current.getStore()
    if (!actor) return Promise.resolve()
    if (actor.isDead) return Promise.reject(new Crash('dead'))
    return new Promise((resolve, reject) => {
      actor.waiting.push({ let: resolve, kill: () => reject(new Crash('dies here')) })
      reportActivity()
    })
  }

  async function query(client: pg.PoolClient, args: unknown[]): Promise<unknown> {
    const actor = current.getStore()
    try {
      await step()
    } catch (error) {
      // An Exchange reports its end itself, and no caller awaits this promise.
      if (!(args[0] instanceof Exchange)) throw error
      const exchange = args[0] as unknown as { handleError(error: unknown): void }
      exchange.handleError(error)
      return undefined
    }
    const token = Symbol('statement')
    actor?.running.set(token, (client as unknown as { processID: number }).processID)
    try {
      return await (client.query as (...all: unknown[]) => Promise<unknown>).apply(client, args)
    } finally {
      actor?.running.delete(token)
      reportActivity()
    }
  }

  function gateClient(client: pg.PoolClient): pg.PoolClient {
    return new Proxy(client, {
      get(target, key) {
        if (key === 'query') return (...args: unknown[]) => query(target, args)
        if (key === 'release') {
          return (broken?: Error | boolean) =>
            current.getStore()?.isDead ? endTransaction(target) : target.release(broken)
        }
        const value: unknown = Reflect.get(target, key)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
  }

  function gatePool(pool: pg.Pool): pg.Pool {
    return new Proxy(pool, {
      get(target, key) {
        if (key === 'connect') return async () => gateClient(await target.connect())
        if (key === 'query') {
          return async (...args: unknown[]) => {
            const client = await target.connect()
            try {
              return await query(client, args)
            } finally {
              client.release()
            }
          }
        }
        const value: unknown = Reflect.get(target, key)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
  }

  async function blocked(): Promise<Set<number>> {
    // A commit that notifies waits for other such commits in the whole cluster, and continues without help.
    const { rows } = await watcher.query<{ pid: number }>(
      `select pid from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock' and wait_event <> 'object'`,
    )
    return new Set(rows.map(({ pid }) => pid))
  }

  /** Waits until no actor is moving: each is at a step, waiting for a lock, or done. */
  async function settle(): Promise<Actor[]> {
    for (;;) {
      const alive = [...actors].filter(({ isDone }) => !isDone)
      if (alive.every(({ waiting, running }) => waiting.length > 0 && running.size === 0)) return alive
      if (await hasActivity(3)) continue
      // Checked twice: an actor that has just obtained a lock takes a moment to disappear from the view.
      const [before, after] = [await blocked(), await blocked()]
      const stands = (pid: number) => before.has(pid) && after.has(pid)
      const left = [...actors].filter(({ isDone }) => !isDone)
      const isMoving = ({ waiting, running }: Actor) =>
        running.size === 0 ? waiting.length === 0 : ![...running.values()].every(stands)
      const ready = left.filter(({ waiting }) => waiting.length > 0)
      if (ready.length > 0 && !left.some(isMoving)) return ready
    }
  }

  function spawn(work: () => Promise<void>): void {
    const actor: Actor = { isDone: false, isDead: false, waiting: [], running: new Map() }
    actors.add(actor)
    void current.run(actor, async () => {
      try {
        await step()
        await work()
      } catch (error) {
        // Errors of a dying process on its way out do not count.
        if (!actor.isDead) failures.push(error)
      } finally {
        actor.isDone = true
        reportActivity()
      }
    })
  }

  const failures: unknown[] = []
  return {
    step,
    spawn,
    /** Errors other than crashes. */
    failures,
    gateDatabase: (database: Database): Database => ({
      ...database,
      app: gatePool(database.app),
      platform: gatePool(database.platform),
    }),
    /** Runs until every actor is done or dead. */
    async run(): Promise<void> {
      for (;;) {
        const ready = await settle()
        if (ready.length === 0) break
        const actor = ready[Math.floor(random() * ready.length)]!
        const next = actor.waiting.shift()!
        if (actor.isDead || random() < crashChance()) {
          actor.isDead = true
          next.kill()
          for (const left of actor.waiting.splice(0)) left.kill()
        } else next.let()
        // Lets the step begin before the next one is chosen.
        await new Promise((resolve) => setImmediate(resolve))
      }
      actors.clear()
    },
    close: () => watcher.end(),
  }
}

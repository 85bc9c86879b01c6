import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import type { Database } from '../../../src/platform/db/connect.ts'
import { Exchange } from '../../../src/platform/db/exchange.ts'

/** What a process that dies at this point leaves to be caught: nothing that it would do afterwards happens. */
export class Crash extends Error {
  override readonly name = 'Crash'
}

interface Actor {
  isDone: boolean
  isDead: boolean
  /** What it waits to be let do, in this order. */
  waiting: { let: () => void; kill: () => void }[]
  /** Statements under way, by the connection's number at the server. */
  running: Map<symbol, number>
}

interface InterleavingOptions {
  url: string
  /** From 0 up to 1. */
  random: () => number
  /** How likely an actor dies at a step. */
  crashChance: () => number
}

/** What the server does for a dead process. The connection is used again: a new one would take as long as a round. */
function endTransaction(client: pg.PoolClient): void {
  client.query('rollback').then(
    () => client.release(),
    () => client.release(true),
  )
}

/**
 * Runs several things at once, one statement or one word with the outside at a time, in an order that the random numbers
 * decide: the same numbers, the same order, except that Postgres chooses who of several goes first through a lock.
 * Whoever stands before a lock stays there while others go on. At any step an actor may die, as a process would: its
 * transaction is rolled back and it does nothing more.
 */
export async function createInterleaving({ url, random, crashChance }: InterleavingOptions) {
  const current = new AsyncLocalStorage<Actor>()
  const watcher = new pg.Client({ connectionString: url })
  await watcher.connect()
  const actors = new Set<Actor>()
  let stirred: (() => void) | undefined

  const stir = () => stirred?.()
  /** False when nothing has happened for so long. */
  const stirring = (ms: number) =>
    new Promise<boolean>((resolve) => {
      const timer = setTimeout(() => resolve(false), ms)
      stirred = () => {
        clearTimeout(timer)
        resolve(true)
      }
    })

  /** Waits until it is this actor's turn; what belongs to no actor goes ahead. */
  function step(): Promise<void> {
    const actor = current.getStore()
    if (!actor) return Promise.resolve()
    if (actor.isDead) return Promise.reject(new Crash('dead'))
    return new Promise((resolve, reject) => {
      actor.waiting.push({ let: resolve, kill: () => reject(new Crash('dies here')) })
      stir()
    })
  }

  async function query(client: pg.PoolClient, args: unknown[]): Promise<unknown> {
    const actor = current.getStore()
    try {
      await step()
    } catch (error) {
      // Several statements in one message tell their end by themselves, and nobody waits for this promise.
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
      stir()
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
    // A commit that notifies waits for such commits of the whole cluster, and goes on by itself.
    const { rows } = await watcher.query<{ pid: number }>(
      `select pid from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock' and wait_event <> 'object'`,
    )
    return new Set(rows.map(({ pid }) => pid))
  }

  /** Nobody is on the way to a next step: each stands at one, before a lock, or is done. */
  async function settle(): Promise<Actor[]> {
    for (;;) {
      const alive = [...actors].filter(({ isDone }) => !isDone)
      if (alive.every(({ waiting, running }) => waiting.length > 0 && running.size === 0)) return alive
      if (await stirring(3)) continue
      // Seen twice: whoever has just been let through a lock takes a moment to leave it.
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
        // Whatever a dying process ran into on its way out.
        if (!actor.isDead) failures.push(error)
      } finally {
        actor.isDone = true
        stir()
      }
    })
  }

  const failures: unknown[] = []
  return {
    step,
    spawn,
    /** What went wrong besides crashes. */
    failures,
    gateDatabase: (database: Database): Database => ({
      ...database,
      app: gatePool(database.app),
      platform: gatePool(database.platform),
    }),
    /** Until everybody is done or dead. */
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
        // The step is begun before the next one is chosen.
        await new Promise((resolve) => setImmediate(resolve))
      }
      actors.clear()
    },
    close: () => watcher.end(),
  }
}

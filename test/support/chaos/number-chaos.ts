import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { createInvoice } from '../../../src/features/invoices/create-invoice.ts'
import { duplicateInvoice } from '../../../src/features/invoices/duplicate-invoice.ts'
import type { Database } from '../../../src/platform/db/connect.ts'
import { queryTenant } from '../../../src/platform/db/transaction.ts'
import { createFaultClient } from '../faults/client.ts'
import { startFaultWorld } from '../faults/world.ts'
import { invoiceInput } from '../fixtures/invoice-input.ts'
import { setPlan } from '../fixtures/invoices.ts'
import { numberInSequence } from '../fixtures/numbers.ts'
import { signUpBody } from '../product.ts'
import { randomFrom } from '../random.ts'
import type { TestApp } from '../test-app.ts'
import { testCaller } from '../test-caller.ts'

interface NumberChaos {
  /** How many invoices are made in the end. */
  count: number
  /** How many are made at the same time. */
  width: number
  seed: number
}

interface NumberedRow {
  id: string
  number: string
  running: number
}

/** Thrown in place of a statement. The transaction is rolled back. */
class Interruption extends Error {}

/** Drizzle puts an error of the connection into one of its own. */
function isInterruption(error: unknown): boolean {
  return error instanceof Interruption || (error instanceof Error && error.cause instanceof Interruption)
}

const rowsStatement = `select id, number, sequence_number::float8 as running from invoices where business_id = $1`

/** Returns what is wrong with the numbers of invoices that should have 1 to their count. */
function findNumberProblems(rows: readonly NumberedRow[], count: number, next: number): string[] {
  const problems: string[] = []
  if (rows.length !== count) problems.push(`${rows.length} invoices exist instead of ${count}`)
  for (const [index, { number, running }] of rows.toSorted((a, b) => a.running - b.running).entries()) {
    if (running !== index + 1) problems.push(`${number} has the place of ${index + 1}`)
    if (number !== `INV-${String(running).padStart(4, '0')}`) problems.push(`${running} is written ${number}`)
  }
  if (next !== count + 1) problems.push(`the next number is ${next} after ${count} invoices`)
  return problems.slice(0, 20)
}

/** Runs a work for each of so many items, so many at the same time. */
async function runWide(count: number, width: number, work: () => Promise<void>): Promise<void> {
  let left = count
  await Promise.all(
    Array.from({ length: width }, async () => {
      while (left-- > 0) await work()
    }),
  )
}

/** Wraps a pool so that a transaction can end at any statement, its commit included: nothing but the rollback follows. */
function interruptPool(pool: pg.Pool, isInterrupted: () => boolean): pg.Pool {
  const wrap = (client: pg.PoolClient) => {
    let isOver = false
    return new Proxy(client, {
      get(target, key) {
        const value: unknown = Reflect.get(target, key)
        if (typeof value !== 'function') return value
        const method = value.bind(target) as (...args: unknown[]) => unknown
        if (key !== 'query') return method
        return (...args: unknown[]) => {
          isOver ||= isInterrupted()
          return isOver && args[0] !== 'rollback' ? Promise.reject(new Interruption()) : method(...args)
        }
      },
    })
  }
  return new Proxy(pool, {
    get(target, key) {
      if (key === 'connect') return async () => wrap(await target.connect())
      const value: unknown = Reflect.get(target, key)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

/** Tries until the work is not interrupted. */
async function insist<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isInterruption(error)) throw error
    }
  }
}

/**
 * Makes invoices at the same time in transactions that are rolled back at random statements. Each is tried until it
 * succeeds; some are copies, and some requests are sent twice at the same time.
 */
export async function runNumberRollbacks(app: TestApp, { count, width, seed }: NumberChaos) {
  const random = randomFrom(seed)
  const { cookie, session } = await app.signUpAndIn()
  const businessId = session.business.id
  await setPlan(app, businessId, 'enterprise')
  await numberInSequence(app, cookie)
  const identity = testCaller(businessId)
  let interruptions = 0
  const isInterrupted = () => {
    const isNow = random() < 0.05
    if (isNow) interruptions += 1
    return isNow
  }
  const database: Database = { ...app.database, app: interruptPool(app.database.app, isInterrupted) }
  const deps = { ...app.deps, database }

  const made: string[] = []
  await runWide(count, width, async () => {
    const original = made[Math.floor(random() * made.length)]
    if (original !== undefined && random() < 0.2) {
      made.push((await insist(() => duplicateInvoice(deps, identity, original))).id)
      return
    }
    const input = { ...invoiceInput(), requestId: randomUUID() }
    const create = () => insist(() => createInvoice(deps, identity, input))
    const [first, second] = await Promise.all([create(), random() < 0.2 ? create() : null])
    if (second && second.number !== first.number) throw new Error('a repeated request made another invoice')
    made.push(first.id)
  })
  const rows = await queryTenant<NumberedRow & Record<string, unknown>>(app.database, businessId, {
    text: rowsStatement,
    values: [businessId],
  })
  const [sequence] = await queryTenant<{ next: number }>(app.database, businessId, {
    text: 'select next::float8 as next from number_sequences',
  })
  return { interruptions, problems: findNumberProblems(rows, count, sequence?.next ?? 0) }
}

/** Makes invoices at the same time through the real program, which is killed twice meanwhile and started again. */
export async function runNumberKills({ count, width, seed }: NumberChaos): Promise<string[]> {
  const random = randomFrom(seed)
  const world = await startFaultWorld()
  try {
    const client = createFaultClient(world)
    const { email, password, ...rest } = signUpBody('numbers-owner@example.com')
    await client.insist('/api/v1/auth/sign-up', { email, password, ...rest })
    const { cookie = '' } = (await client.insist('/api/v1/auth/sign-in', { email, password })) ?? {}
    const [owner] = await world.ask<{ id: string }>(
      `update businesses set plan = 'enterprise' where id = (
         select m.business_id from members m join auth.users u on u.id = m.user_id where u.email = $1) returning id`,
      [email],
    )
    const businessId = owner?.id ?? ''
    await world.ask(
      `insert into numbering (business_id, style, prefix, with_year, padding, scope)
       values ($1, 'sequence', 'INV-', false, 4, 'business')`,
      [businessId],
    )
    const ids = new Set<string>()
    const kills = [0.2 + random() * 0.2, 0.6 + random() * 0.2].map((share) => Math.floor(count * share))
    let restarting: Promise<void> = Promise.resolve()
    async function restart(): Promise<void> {
      const { child, ended } = world.product()
      child.kill('SIGKILL')
      await ended
      await world.start()
    }
    await runWide(count, width, async () => {
      const body = { ...invoiceInput(), requestId: randomUUID() }
      const answer = await client.insist('/api/v1/invoices', body, cookie)
      if (answer?.body.id) ids.add(answer.body.id)
      if (ids.size >= (kills[0] ?? Infinity)) {
        kills.shift()
        restarting = restarting.then(restart)
      }
    })
    await restarting
    const rows = await world.ask<NumberedRow & Record<string, unknown>>(rowsStatement, [businessId])
    const [sequence] = await world.ask<{ next: number }>(
      'select next::float8 as next from number_sequences where business_id = $1',
      [businessId],
    )
    const lost = [...ids].filter((id) => !rows.some((row) => row.id === id))
    return [
      ...client.problems,
      ...(kills.length > 0 ? ['the program was not killed twice'] : []),
      ...(lost.length > 0 ? [`${lost.length} acknowledged invoices are lost`] : []),
      ...findNumberProblems(rows, count, sequence?.next ?? 0),
    ]
  } finally {
    await world.remove()
  }
}

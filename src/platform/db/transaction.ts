import { type NodePgDatabase, drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { actingUser } from './acting-user.ts'
import type { Database } from './connect.ts'
import { type Statement, exchange } from './exchange.ts'

/** A transaction: drizzle for queries, and the raw client for SQL that drizzle cannot express. */
export interface Transaction {
  readonly db: NodePgDatabase
  readonly client: pg.PoolClient
}

const drizzles = new WeakMap<pg.PoolClient, NodePgDatabase>()

function drizzleOf(client: pg.PoolClient): NodePgDatabase {
  const db = drizzles.get(client) ?? drizzle(client)
  drizzles.set(client, db)
  return db
}

async function transact<T>(
  pool: pg.Pool,
  prologue: string,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  const { reasonOf, stop } = hearErrors(client)
  try {
    const { opened, working } = inOneWrite(client, () => {
      // Not awaited: it is sent together with the first query of the work.
      const opening = client.query(prologue)
      opening.catch(() => undefined)
      return { opened: opening, working: work({ db: drizzleOf(client), client }) }
    })
    const result = await working
    await opened
    assertCommitted(await client.query('commit'))
    client.release()
    return result
  } catch (error) {
    // A connection that cannot roll back is closed instead of going back to the pool.
    await client.query('rollback').then(
      () => client.release(),
      (broken: Error) => client.release(broken),
    )
    throw reasonOf(error)
  } finally {
    stop()
  }
}

/** A transaction that has failed refuses all statements, and has no savepoints; what comes after its end is in none. */
const consequences = new Set(['25P02', '3B001', '25P01'])

function isConsequence(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return consequences.has((error as { code?: string }).code ?? '') || isConsequence(error.cause)
}

/** Of statements that were sent together, the work may hear first of one that was refused because another had failed. */
function hearErrors(client: pg.PoolClient) {
  const { connection } = client as unknown as { connection: pg.Connection }
  let failed: Error | undefined
  const hear = (error: Error) => {
    if (!isConsequence(error)) failed = error
  }
  connection.on('errorMessage', hear)
  return {
    reasonOf: (error: unknown) => (isConsequence(error) ? (failed ?? error) : error),
    stop: () => void connection.off('errorMessage', hear),
  }
}

/** Sends what the work issues before it first waits in one write: each costs as much as a small query. */
function inOneWrite<T>(client: pg.PoolClient, send: () => T): T {
  const { stream } = (client as unknown as { connection: pg.Connection }).connection
  stream.cork()
  try {
    return send()
  } finally {
    stream.uncork()
  }
}

/** Postgres answers COMMIT with ROLLBACK if a failed query was ignored. Nothing was stored then. */
function assertCommitted(end: pg.QueryResult): void {
  if (end.command !== 'COMMIT')
    throw new Error('The transaction was rolled back: a failed query was ignored.')
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

function assertBusinessId(businessId: string): void {
  if (!uuid.test(businessId)) throw new Error('a business is named by its id')
}

/** Role, business and user apply only to this transaction. The connection carries nothing over. */
function tenantPrologue(businessId: string): string {
  // SET takes no parameters, so the texts are checked to be ids.
  assertBusinessId(businessId)
  return `set local role millrace_app; set local app.business_id = '${businessId}'; set local app.user_id = '${actingUserId()}'`
}

/** Empty in jobs and for clients. */
function actingUserId(): string {
  const userId = actingUser() ?? ''
  if (userId !== '' && !uuid.test(userId)) throw new Error('a user is named by their id')
  return userId
}

/**
 * Does work that follows from something else by itself, so that it is not noted as what the member did. The work ends before
 * anything else is sent in the transaction.
 */
export async function asNoOne<T>({ client }: Transaction, work: () => Promise<T>): Promise<T> {
  await client.query(`set local app.user_id = ''`)
  const result = await work()
  await client.query(`set local app.user_id = '${actingUserId()}'`)
  return result
}

/** The prologue as a statement that runs before another one. */
function enterTenant(businessId: string): Statement {
  assertBusinessId(businessId)
  return {
    name: 'enter-tenant',
    text: `select set_config('role', 'millrace_app', true), set_config('app.business_id', $1, true),
             set_config('app.user_id', $2, true)`,
    values: [businessId, actingUserId()],
  }
}

/** Opens a transaction that sees the rows of one business and no others. */
export function withTenant<T>(
  database: Database,
  businessId: string,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return transact(database.app, `begin; ${tenantPrologue(businessId)}`, work)
}

/** Runs one statement in a tenant transaction, for frequent reads. Everything is sent in one exchange. */
export async function queryTenant<Row extends pg.QueryResultRow>(
  database: Database,
  businessId: string,
  statement: Statement,
): Promise<Row[]> {
  return queryOnce<Row>(database.app, [enterTenant(businessId)], statement)
}

async function queryOnce<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  before: readonly Statement[],
  statement: Statement,
): Promise<Row[]> {
  return (await exchange(pool, [...before, statement])).at(-1)?.rows ?? []
}

function withRole<T>(pool: pg.Pool, role: string, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return transact(pool, `begin; set local role ${role}`, work)
}

/** For rows that belong to no business: jobs, the outbox, limits. This role cannot access tenant tables. */
export function withPlatform<T>(database: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return withRole(database.platform, 'millrace_platform', work)
}

/** For accounts: users, sessions and the creation of a business at sign-up. */
export function withAuth<T>(database: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return withRole(database.auth, 'millrace_auth', work)
}

/** For the card sandbox. No other role can read its tables, and its role can read no others. */
export function withCardSandbox<T>(database: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return withRole(database.platform, 'millrace_sandbox', work)
}

const enterAdmin = { name: 'enter-admin', text: `select set_config('role', 'millrace_admin', true)` }

/** For the admin pages: users and their subscriptions. This role cannot access the data of a business. */
export function withAdmin<T>(database: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return withRole(database.platform, 'millrace_admin', work)
}

/** The same for a single statement, in one exchange. */
export function queryAdmin<Row extends pg.QueryResultRow>(
  database: Database,
  statement: Statement,
): Promise<Row[]> {
  return queryOnce<Row>(database.platform, [enterAdmin], statement)
}

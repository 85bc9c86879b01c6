import { drizzle } from 'drizzle-orm/node-postgres'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import type { Database, DatabaseRole } from './connect.ts'

/** What runs inside a transaction: drizzle for queries, the raw client for SQL that drizzle cannot say. */
export interface Transaction {
  readonly db: NodePgDatabase
  readonly client: pg.PoolClient
}

const drizzles = new WeakMap<pg.PoolClient, NodePgDatabase>()

function drizzleOf(client: pg.PoolClient): NodePgDatabase {
  let db = drizzles.get(client)
  if (!db) {
    db = drizzle(client)
    drizzles.set(client, db)
  }
  return db
}

async function transact<T>(
  pool: pg.Pool,
  prologue: string,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  try {
    // One message, and not waited for: it travels with the first query of the work.
    const opened = client.query(prologue)
    opened.catch(() => undefined)
    const result = await work({ db: drizzleOf(client), client })
    await opened
    assertCommitted(await client.query('commit'))
    client.release()
    return result
  } catch (error) {
    // A connection that cannot even roll back is thrown away instead of going back to the pool half done.
    await client.query('rollback').then(
      () => client.release(),
      (broken: Error) => client.release(broken),
    )
    throw error
  }
}

/** Postgres answers COMMIT with ROLLBACK when an error inside was swallowed: nothing was kept, so say so. */
function assertCommitted(end: pg.QueryResult): void {
  if (end.command !== 'COMMIT')
    throw new Error('The transaction was rolled back: a failed query was ignored.')
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Role and business hold for this transaction alone: the connection carries nothing over to whoever gets it next. */
function tenantPrologue(businessId: string): string {
  // SET takes no parameters, so what is put into its text has to be a business's id and nothing else.
  if (!uuid.test(businessId)) throw new Error('a business is named by its id')
  return `begin; set local role millrace_app; set local app.business_id = '${businessId}'`
}

/** Opens a transaction that sees the rows of one business and no others. */
export function withTenant<T>(
  database: Database,
  businessId: string,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return transact(database.app, tenantPrologue(businessId), work)
}

/** A transaction of one statement, for hot reads: its beginning and its end travel with it, in one exchange. */
export async function queryTenant<Row extends pg.QueryResultRow>(
  database: Database,
  businessId: string,
  statement: pg.QueryConfig,
): Promise<Row[]> {
  return queryOnce(database.app, tenantPrologue(businessId), statement)
}

async function queryOnce<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  prologue: string,
  statement: pg.QueryConfig,
): Promise<Row[]> {
  const client = await pool.connect()
  try {
    const [, { rows }, end] = await Promise.all([
      client.query(prologue),
      client.query<Row>(statement),
      client.query('commit'),
    ])
    assertCommitted(end)
    return rows
  } finally {
    client.release()
  }
}

function withRole<T>(pool: pg.Pool, role: DatabaseRole, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return transact(pool, `begin; set local role ${role}`, work)
}

/** For what belongs to no business: jobs, the outbox, limits. Tenant tables are closed to it. */
export function withPlatform<T>(database: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return withRole(database.platform, 'millrace_platform', work)
}

/** For accounts: users, sessions, and making a business at sign-up. */
export function withAuth<T>(database: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return withRole(database.auth, 'millrace_auth', work)
}

/** For the built-in stand-in of the card provider, whose books no other role reads, nor it any other. */
export function withCardSandbox<T>(database: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return transact(database.platform, 'begin; set local role millrace_sandbox', work)
}

const adminPrologue = 'begin; set local role millrace_admin'

/** For the operator's room: people and how their subscriptions stand. What a business keeps is closed to it. */
export function withAdmin<T>(database: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return transact(database.platform, adminPrologue, work)
}

/** The same for a single statement, in one exchange. */
export function queryAdmin<Row extends pg.QueryResultRow>(
  database: Database,
  statement: pg.QueryConfig,
): Promise<Row[]> {
  return queryOnce(database.platform, adminPrologue, statement)
}

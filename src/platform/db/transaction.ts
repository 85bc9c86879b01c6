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
  prologue: { text: string; values: string[] },
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  try {
    // Sent together and not waited for: they travel with the first query of the work.
    const opened = Promise.all([client.query('begin'), client.query(prologue)])
    opened.catch(() => undefined)
    const result = await work({ db: drizzleOf(client), client })
    await opened
    const end = await client.query('commit')
    // Postgres answers COMMIT with ROLLBACK when an error inside was swallowed: nothing was kept, so say so.
    if (end.command !== 'COMMIT')
      throw new Error('The transaction was rolled back: a failed query was ignored.')
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

/**
 * Opens a transaction that sees the rows of one business and no others. Role and business are set for this
 * transaction alone, so the connection carries nothing over to whoever gets it next. Nothing else reads tenant rows.
 */
export function withTenant<T>(
  database: Database,
  businessId: string,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return transact(
    database.app,
    {
      text: `select set_config('role', 'millrace_app', true), set_config('app.business_id', $1, true)`,
      values: [businessId],
    },
    work,
  )
}

function withRole<T>(pool: pg.Pool, role: DatabaseRole, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return transact(pool, { text: `select set_config('role', $1, true)`, values: [role] }, work)
}

/** For what belongs to no business: jobs, the outbox, limits. Tenant tables are closed to it. */
export function withPlatform<T>(database: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return withRole(database.platform, 'millrace_platform', work)
}

/** For accounts: users, sessions, and making a business at sign-up. */
export function withAuth<T>(database: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return withRole(database.auth, 'millrace_auth', work)
}

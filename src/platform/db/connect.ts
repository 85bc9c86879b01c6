import pg from 'pg'

/**
 * The database roles the app works as. Each pool's connections take on one of them as they open, so even a query
 * that forgets its transaction runs without the owner's rights.
 */
export type DatabaseRole = 'millrace_app' | 'millrace_auth' | 'millrace_platform'

export interface Database {
  /** Tenant rows. Only withTenant and queryTenant use it. */
  app: pg.Pool
  /** Users, sessions and sign-up. */
  auth: pg.Pool
  /** Jobs, the outbox, limits: what belongs to no single business. */
  platform: pg.Pool
  /** For locks that are held as long as a job runs. The job itself works with the others: it never waits for these. */
  guards: pg.Pool
  close(): Promise<void>
}

interface ConnectOptions {
  url: string
  onError: (error: Error) => void
  maxConnections?: number
}

/** More than there are jobs of which only one runs at a time. */
const mostGuards = 10

export function connect({ url, onError, maxConnections = 10 }: ConnectOptions): Database {
  let closing = false
  const open = (role: DatabaseRole, max: number) => {
    const pool = new pg.Pool({
      connectionString: url,
      max,
      pipeline: true,
      application_name: role,
      options: `-c role=${role} -c idle_in_transaction_session_timeout=30s -c statement_timeout=30s`,
      connectionTimeoutMillis: 10_000,
      // A server that stands still keeps no time. Longer than the statement's own, which says more.
      query_timeout: 35_000,
      idleTimeoutMillis: 30_000,
    })
    // Without a listener a dropped idle connection would end the process. While closing, a database that goes down right
    // after may still reach a connection that is on its way out; nobody misses it.
    pool.on('error', (error) => {
      if (!closing) onError(error)
    })
    // The pool listens to idle connections only. One that is lost while a transaction is thinking fails its next query;
    // without a listener it would end the process.
    pool.on('connect', (client) => client.on('error', () => undefined))
    return pool
  }
  const pools = {
    app: open('millrace_app', maxConnections),
    auth: open('millrace_auth', Math.max(2, Math.ceil(maxConnections / 2))),
    platform: open('millrace_platform', Math.max(2, Math.ceil(maxConnections / 2))),
    guards: open('millrace_platform', mostGuards),
  }
  return {
    ...pools,
    async close() {
      closing = true
      await Promise.all(Object.values(pools).map((pool) => pool.end()))
    },
  }
}

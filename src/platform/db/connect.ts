import pg from 'pg'
import { settleEachTransaction } from './pooled-client.ts'
import { type Replica, createReplica } from './replica.ts'

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
  /**
   * For locks that are held as long as a job runs, on connections that no pooler lends to others. The job itself works
   * with the others: it never waits for these.
   */
  guards: pg.Pool
  /** Where reports may be read, if the operator has one. Only forReports uses it. */
  replica?: Replica | undefined
  close(): Promise<void>
}

interface ConnectOptions {
  url: string
  onError: (error: Error) => void
  maxConnections?: number
  /** A pooler in transaction mode in front of the same database. What needs no session of its own goes through it. */
  poolerUrl?: string | undefined
  replicaUrl?: string | undefined
}

/** More than there are jobs of which only one runs at a time. */
const maxGuards = 10
const maxReports = 4

export function connect(options: ConnectOptions): Database {
  const { url, onError, maxConnections = 10, poolerUrl, replicaUrl } = options
  let closing = false
  const open = (config: pg.PoolConfig) => {
    const pool = new pg.Pool({
      pipeline: true,
      connectionTimeoutMillis: 10_000,
      // A server that stands still keeps no time. Longer than the statement's own, which says more.
      query_timeout: 35_000,
      idleTimeoutMillis: 30_000,
      ...config,
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
  const openDirect = (role: DatabaseRole, max: number) =>
    open({
      connectionString: url,
      max,
      application_name: role,
      options: `-c role=${role} -c idle_in_transaction_session_timeout=30s -c statement_timeout=30s`,
    })
  const openPooled = (
    connectionString: string,
    role: DatabaseRole,
    config: pg.PoolConfig,
    first: string[] = [],
  ) => {
    // One name for all: a pooler tells the server each time it changes.
    const pool = open({ connectionString, application_name: 'millrace_app', ...config })
    const settings = [
      ...first,
      `set local role ${role}`,
      `set local idle_in_transaction_session_timeout = '30s'`,
      `set local statement_timeout = '30s'`,
    ]
    pool.on('connect', (client) => settleEachTransaction(client, settings))
    return pool
  }
  const openWorking = (role: DatabaseRole, max: number) =>
    poolerUrl ? openPooled(poolerUrl, role, { max }) : openDirect(role, max)

  const pools = {
    app: openWorking('millrace_app', maxConnections),
    auth: openWorking('millrace_auth', Math.max(2, Math.ceil(maxConnections / 2))),
    platform: openWorking('millrace_platform', Math.max(2, Math.ceil(maxConnections / 2))),
    guards: openDirect('millrace_platform', maxGuards),
  }
  const readOnly = replicaUrl
    ? openPooled(replicaUrl, 'millrace_platform', { max: maxReports, connectionTimeoutMillis: 2000 }, [
        'set transaction read only',
      ])
    : undefined
  return {
    ...pools,
    replica: readOnly && createReplica({ pool: readOnly, primary: pools.platform, onError }),
    async close() {
      closing = true
      await Promise.all([...Object.values(pools), ...(readOnly ? [readOnly] : [])].map((pool) => pool.end()))
    },
  }
}

import pg from 'pg'
import { configureEachTransaction } from './configure-each-transaction.ts'
import { type Replica, createReplica } from './replica.ts'

/** A connection takes its role when it opens, so that no query ever runs with the owner's rights. */
type DatabaseRole = 'millrace_app' | 'millrace_auth' | 'millrace_platform'

export interface Database {
  /** Rows of businesses. Only withTenant and queryTenant use it. */
  app: pg.Pool
  /** Users, sessions and sign-up. */
  auth: pg.Pool
  /** Jobs, the outbox, limits: rows that belong to no business. */
  platform: pg.Pool
  /** For locks that are held while a job runs. The job's own queries use the other pools. */
  guards: pg.Pool
  /** The replica for reports, if the operator has one. Only forReports uses it. */
  replica?: Replica | undefined
  close(): Promise<void>
}

interface ConnectOptions {
  url: string
  onError: (error: Error) => void
  maxConnections?: number
  /** A pooler in transaction mode, for everything that needs no session state. */
  poolerUrl?: string | undefined
  replicaUrl?: string | undefined
}

/** More than the number of jobs that are limited to one run at a time. */
const maxGuards = 10
const maxReports = 4

export function connect(options: ConnectOptions): Database {
  const { url, onError, maxConnections = 10, poolerUrl, replicaUrl } = options
  let closing = false
  const open = (config: pg.PoolConfig) => {
    const pool = new pg.Pool({
      pipeline: true,
      connectionTimeoutMillis: 10_000,
      // For a server that hangs. Longer than statement_timeout, whose error says more.
      query_timeout: 35_000,
      idleTimeoutMillis: 30_000,
      ...config,
    })
    // Without a listener a dropped idle connection would end the process. During close, a database that shuts
    // down may still report an error on a connection that is closing; that error does not matter.
    pool.on('error', (error) => {
      if (!closing) onError(error)
    })
    // The pool listens only to idle connections. A connection that is lost between two queries of a
    // transaction fails the next query; without a listener it would end the process.
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
    firstStatements: string[] = [],
  ) => {
    // All pools use the same name, because a pooler has to tell the server whenever it changes.
    const pool = open({ connectionString, application_name: 'millrace_app', ...config })
    const settings = [
      ...firstStatements,
      `set local role ${role}`,
      `set local idle_in_transaction_session_timeout = '30s'`,
      `set local statement_timeout = '30s'`,
    ]
    pool.on('connect', (client) => configureEachTransaction(client, settings))
    return pool
  }
  const openPool = (role: DatabaseRole, max: number) =>
    poolerUrl ? openPooled(poolerUrl, role, { max }) : openDirect(role, max)

  const pools = {
    app: openPool('millrace_app', maxConnections),
    auth: openPool('millrace_auth', Math.max(2, Math.ceil(maxConnections / 2))),
    platform: openPool('millrace_platform', Math.max(2, Math.ceil(maxConnections / 2))),
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

import type { MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'
import type { Database } from '../db/connect.ts'
import type { HttpEnv } from '../http/http-env.ts'
import type { Live } from '../live/live.ts'
import { type CreateGauge, createBacklogMetrics } from './backlog-metrics.ts'
import { createRequestMetrics } from './request-metrics.ts'

export interface Metrics {
  count: MiddlewareHandler<HttpEnv>
  /** Returns all current figures in Prometheus's format. */
  read(): Promise<{ text: string; contentType: string }>
}

export interface MetricsOptions {
  database: Database
  live: Pick<Live, 'count'>
  log: Logger
  version: string
  role: string
  /** Every kind of job, so that a kind without jobs is reported as 0. */
  jobKinds: readonly string[]
}

/** How often the delay of the event loop is sampled. */
const loopPrecisionMs = 20

/** Metrics of a process, its requests and the waiting work. No label identifies a business or a person. */
export async function createMetrics(options: MetricsOptions): Promise<Metrics> {
  const { database, live, log, version, role, jobKinds } = options
  // Imported only if metrics are used.
  const prom = await import('prom-client')
  const registry = new prom.Registry()
  prom.collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: loopPrecisionMs })
  const gauge: CreateGauge = (name, help, labelNames = []) =>
    new prom.Gauge({ name, help, labelNames, registers: [registry] })
  const info = gauge('millrace_info', 'Which version runs, and in which role. Always 1.', ['version', 'role'])
  info.set({ version, role }, 1)
  const streams = gauge('millrace_live_streams', 'Open pages that get live updates from this process.')
  const requests = createRequestMetrics(prom, registry)
  const pools = createPoolMetrics(gauge, database)
  const backlog = createBacklogMetrics(gauge, { database, log, jobKinds })
  return {
    count: requests.count,
    async read() {
      streams.set(live.count())
      requests.refresh()
      pools.refresh()
      await backlog.refresh()
      return { text: await registry.metrics(), contentType: registry.contentType }
    },
  }
}

const poolNames = ['app', 'auth', 'platform', 'guards'] as const

function createPoolMetrics(gauge: CreateGauge, database: Database) {
  const labels: 'pool'[] = ['pool']
  const total = gauge('millrace_pool_connections', 'Connections to the database that are open.', labels)
  const idle = gauge('millrace_pool_connections_idle', 'Open connections that are idle.', labels)
  const max = gauge('millrace_pool_connections_max', 'How many connections there may be.', labels)
  const waiting = gauge('millrace_pool_waiting', 'How many requests are waiting for a connection.', labels)
  const pools = poolNames.map((pool) => [pool, database[pool]] as const)
  const all = database.replica ? [...pools, ['replica', database.replica.pool] as const] : pools
  return {
    refresh() {
      for (const [pool, { totalCount, idleCount, waitingCount, options }] of all) {
        total.set({ pool }, totalCount)
        idle.set({ pool }, idleCount)
        max.set({ pool }, options.max)
        waiting.set({ pool }, waitingCount)
      }
    },
  }
}

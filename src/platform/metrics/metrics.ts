import type { MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'
import type { Database } from '../db/connect.ts'
import type { HttpEnv } from '../http/http-env.ts'
import type { Live } from '../live/live.ts'
import { createBacklogMetrics } from './backlog-metrics.ts'
import { createPoolMetrics } from './pool-metrics.ts'
import { createRequestMetrics } from './request-metrics.ts'

export interface Metrics {
  /** Middleware that counts and times every request. */
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
  const registers = [registry]
  prom.collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: loopPrecisionMs })
  new prom.Gauge({
    name: 'millrace_info',
    help: 'Which version runs, and in which role. Always 1.',
    labelNames: ['version', 'role'],
    registers,
  }).set({ version, role }, 1)
  const streams = new prom.Gauge({
    name: 'millrace_live_streams',
    help: 'Pages that are open and told of changes by this process.',
    registers,
  })
  const requests = createRequestMetrics(prom, registry)
  const pools = createPoolMetrics(prom, registry, database)
  const backlog = createBacklogMetrics(prom, registry, { database, log, jobKinds })
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

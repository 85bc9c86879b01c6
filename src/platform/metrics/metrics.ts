import type { MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'
import type { Database } from '../db/connect.ts'
import type { HttpEnv } from '../http/http-env.ts'
import type { Live } from '../live/live.ts'
import { createBacklogMetrics } from './backlog-metrics.ts'
import { createPoolMetrics } from './pool-metrics.ts'
import { createRequestMetrics } from './request-metrics.ts'

export interface Metrics {
  /** Counts and times every request that passes through. */
  count: MiddlewareHandler<HttpEnv>
  /** All figures of this moment, as Prometheus reads them. */
  read(): Promise<{ text: string; contentType: string }>
}

export interface MetricsOptions {
  database: Database
  live: Pick<Live, 'count'>
  log: Logger
  version: string
  role: string
  /** Every kind of job, so that one of which there is none is told as 0. */
  jobKinds: readonly string[]
}

/** How often the delay of the event loop is looked at. */
const loopPrecisionMs = 20

/** What a process tells about itself, its requests and the work that waits. No label names a business or a person. */
export async function createMetrics(options: MetricsOptions): Promise<Metrics> {
  const { database, live, log, version, role, jobKinds } = options
  // Not before somebody wants figures: without them the package is not even read.
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

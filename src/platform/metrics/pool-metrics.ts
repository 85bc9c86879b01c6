import type { Registry } from 'prom-client'
import type { Database } from '../db/connect.ts'

const names = ['app', 'auth', 'platform', 'guards'] as const

export function createPoolMetrics(
  prom: typeof import('prom-client'),
  registry: Registry,
  database: Pick<Database, (typeof names)[number] | 'replica'>,
) {
  const gauge = (name: string, help: string) =>
    new prom.Gauge({ name, help, labelNames: ['pool'], registers: [registry] })
  const total = gauge('millrace_pool_connections', 'Connections to the database that are open.')
  const idle = gauge('millrace_pool_connections_idle', 'Open connections that nobody uses.')
  const max = gauge('millrace_pool_connections_max', 'How many connections there may be.')
  const waiting = gauge('millrace_pool_waiting', 'How many wait for a connection.')
  const pools = names.map((pool) => [pool, database[pool]] as const)
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

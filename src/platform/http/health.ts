import { OpenAPIHono } from '@hono/zod-openapi'
import type { Logger } from 'pino'
import type { Database } from '../db/connect.ts'
import type { JobQueue } from '../jobs/job-queue.ts'
import { type ServedMetrics, registerMetrics } from '../metrics/serve-metrics.ts'
import { within } from '../within.ts'
import { requestLog, securityHeaders } from './guards.ts'
import type { HttpEnv } from './http-env.ts'

export interface HealthDeps {
  database: Database
  jobs: JobQueue
  /** Whether the process is about to stop, so that a proxy should send it no new requests. */
  isStopping?: () => boolean
}

/** /healthz: the process runs. /readyz: database and jobs respond too, and it is not about to stop. */
export function registerHealth(app: OpenAPIHono<HttpEnv>, deps: HealthDeps): void {
  app.get('/healthz', (context) => context.json({ status: 'ok' }))
  app.get('/readyz', async (context) => {
    if (deps.isStopping?.()) return context.json({ status: 'stopping' }, 503)
    const [database, jobs] = await Promise.all([
      statusOf(deps.database.app.query('select 1')),
      statusOf(deps.jobs.check()),
    ])
    return context.json({ database, jobs }, database === 'ok' && jobs === 'ok' ? 200 : 503)
  })
}

async function statusOf(check: Promise<unknown>): Promise<'ok' | 'unavailable'> {
  try {
    await within(3000, check)
    return 'ok'
  } catch {
    return 'unavailable'
  }
}

/** The app of a process that only runs jobs. */
export function buildHealthApp(log: Logger, deps: HealthDeps, metrics?: ServedMetrics) {
  const app = new OpenAPIHono<HttpEnv>()
  if (metrics) app.use(metrics.count)
  app.use(requestLog(log, false))
  app.use(securityHeaders('http:'))
  registerHealth(app, deps)
  if (metrics) registerMetrics(app, metrics)
  return { app }
}

import { OpenAPIHono } from '@hono/zod-openapi'
import type { Logger } from 'pino'
import type { Database } from '../db/connect.ts'
import type { JobQueue } from '../jobs/job-queue.ts'
import type { HttpEnv } from './api.ts'
import { requestLog } from './guards.ts'

interface HealthDeps {
  database: Database
  jobs: JobQueue
}

/** /healthz: the process is alive. /readyz: the database and the jobs answer too. */
export function registerHealth(app: OpenAPIHono<HttpEnv>, deps: HealthDeps): void {
  app.get('/healthz', (context) => context.json({ status: 'ok' }))
  app.get('/readyz', async (context) => {
    const [database, jobs] = await Promise.all([
      answers(deps.database.app.query('select 1')),
      answers(deps.jobs.check()),
    ])
    return context.json({ database, jobs }, database === 'ok' && jobs === 'ok' ? 200 : 503)
  })
}

async function answers(question: Promise<unknown>): Promise<'ok' | 'unavailable'> {
  const patience = new Promise<never>((_resolve, reject) => {
    setTimeout(() => reject(new Error('no answer')), 3000).unref()
  })
  try {
    await Promise.race([question, patience])
    return 'ok'
  } catch {
    return 'unavailable'
  }
}

/** What a process that only runs jobs serves. */
export function buildHealthApp(log: Logger, deps: HealthDeps) {
  const app = new OpenAPIHono<HttpEnv>()
  app.use(requestLog(log, false))
  registerHealth(app, deps)
  return { app }
}

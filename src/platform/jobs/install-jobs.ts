import type pg from 'pg'
import { PgBoss } from 'pg-boss'
import type { Job } from './job.ts'

/** The schema of pg-boss's tables. */
export const jobsSchema = 'pgboss'

export function queueOptions(job: Job) {
  return {
    retryLimit: job.retryLimit,
    retryDelay: job.retryDelay,
    retryDelayMax: job.retryDelayMax,
    retryBackoff: true,
    expireInSeconds: job.expireInSeconds,
    deleteAfterSeconds: 7 * 24 * 3600,
  }
}

/** Runs as the owner. Every role may add a job; only the platform's role may read and finish jobs. */
export async function installJobs(client: pg.Client, jobs: readonly Job[]): Promise<void> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => client.query(text, values) },
    schema: jobsSchema,
    supervise: false,
    schedule: false,
  })
  // Errors also reject the calls below. Without a listener they would end the process first.
  boss.on('error', () => undefined)
  await boss.start()
  for (const job of jobs) {
    const existing = await boss.getQueue(job.name)
    if (existing) await boss.updateQueue(job.name, queueOptions(job))
    else await boss.createQueue(job.name, queueOptions(job))
  }
  await boss.stop({ graceful: false })
  await client.query(`
    grant usage on schema ${jobsSchema} to millrace_app, millrace_auth, millrace_platform, millrace_sandbox,
      millrace_admin;
    grant select on ${jobsSchema}.queue to millrace_app, millrace_auth, millrace_sandbox, millrace_admin;
    grant insert, select (id, start_after) on ${jobsSchema}.job, ${jobsSchema}.job_common
      to millrace_app, millrace_auth, millrace_sandbox, millrace_admin;
    grant select, insert, update, delete on all tables in schema ${jobsSchema} to millrace_platform;
  `)
  await addIndex(client, 'job_failed', `(completed_on desc, id) where state = 'failed'`)
  await addIndex(client, 'job_active', `(name) where state = 'active'`)
}

/** "create index if not exists" would block other processes from adding jobs, even if the index exists. */
async function addIndex(client: pg.Client, name: string, definition: string): Promise<void> {
  const { rows } = await client.query('select from pg_indexes where schemaname = $1 and indexname = $2', [
    jobsSchema,
    name,
  ])
  if (rows.length === 0) await client.query(`create index ${name} on ${jobsSchema}.job_common ${definition}`)
}

import { type Actor, recordAdminAction } from '../../platform/audit/record-admin-action.ts'
import { type ExactCursor, exactMoment, exactPage, readExactCursor } from '../../platform/db/exact-cursor.ts'
import { withPlatform } from '../../platform/db/transaction.ts'
import { keptReason } from '../../platform/jobs/failure-text.ts'
import { deliveryJobs } from '../../platform/mail/queue-mail.ts'
import type { QueryOf, ResponseOf } from '../../shared/endpoint.ts'
import { AppError } from '../../shared/errors.ts'
import type * as contract from './contract.ts'
import type { SystemDeps } from './system-deps.ts'

interface Row extends ExactCursor {
  name: string
  tries: number
  output: unknown
}

const pageSize = 50

/** Sorts like the index: jobs that failed at the same moment are ordered by ascending id. */
function listStatement(cursor: ExactCursor | undefined) {
  const range = cursor
    ? 'and completed_on <= $1::timestamptz and (completed_on < $1::timestamptz or id > $2::uuid)'
    : ''
  return {
    text: `select id, name, retry_count + 1 as tries, output, ${exactMoment('completed_on')} as at from pgboss.job
           where ${isGivenUp} ${range} order by completed_on desc, id limit ${pageSize + 1}`,
    values: cursor ? [cursor.at, cursor.id] : [],
  }
}

export async function listFailedJobs(
  { database }: Pick<SystemDeps, 'database'>,
  { after }: QueryOf<typeof contract.listFailedJobs>,
): Promise<ResponseOf<typeof contract.listFailedJobs>> {
  const cursor = after === undefined ? undefined : readExactCursor(after, 'after')
  const { rows } = await withPlatform(database, ({ client }) => client.query<Row>(listStatement(cursor)))
  const { shown, next } = exactPage(rows, pageSize)
  return {
    jobs: shown.map(({ id, name, at, tries, output }) => ({
      id,
      name,
      failedAt: at,
      tries,
      reason: keptReason(output),
    })),
    next,
  }
}

/** Runs a failed job once more. */
export async function retryJob(
  { database, jobs }: Pick<SystemDeps, 'database' | 'jobs'>,
  actor: Actor,
  id: string,
): Promise<void> {
  await withPlatform(database, async (tx) => {
    const { rows } = await tx.client.query<{ name: string }>(
      `select name from pgboss.job where id = $1 and ${isGivenUp}`,
      [id],
    )
    const name = rows[0]?.name
    // Of two requests at once, the second waits here and then finds the job no longer failed.
    if (name === undefined || !(await jobs.retry(tx, name, id))) {
      throw new AppError('NOT_FOUND', 'This failed job no longer exists. It may already be running again.')
    }
    await recordAdminAction(tx, actor, { action: 'retry-job', target: { id, label: name } })
  })
}

const deliveries = deliveryJobs.map(({ name }) => `'${name}'`).join(', ')

/**
 * Without mail deliveries: their mails are marked as failed and sent again from the outbox, so a retried job
 * would find nothing to do and appear to succeed.
 */
export const isGivenUp = `state = 'failed' and completed_on > now() - interval '7 days' and name not in (${deliveries})`

import { type Actor, recordAdminAction } from '../../platform/audit/note-action.ts'
import { withPlatform } from '../../platform/db/transaction.ts'
import { AppError } from '../../shared/errors.ts'
import { isGivenUp } from './failed-work.ts'
import type { SystemDeps } from './system-deps.ts'

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
    // Of two concurrent requests, the second waits here for the first and then finds that the job is no
    // longer failed.
    if (name === undefined || !(await jobs.retry(tx, name, id))) {
      throw new AppError(
        'NOT_FOUND',
        'There is no failed job like that any more. It may be running again already.',
      )
    }
    await recordAdminAction(tx, actor, { action: 'retry-job', target: { id, label: name } })
  })
}

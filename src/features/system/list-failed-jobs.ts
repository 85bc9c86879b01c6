import { type ExactCursor, exactMoment, exactPage, readExactCursor } from '../../platform/db/exact-cursor.ts'
import { withPlatform } from '../../platform/db/transaction.ts'
import { keptReason } from '../../platform/jobs/failure-text.ts'
import type { QueryOf, ResponseOf } from '../../shared/endpoint.ts'
import type * as contract from './contract.ts'
import { isGivenUp } from './failed-work.ts'
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

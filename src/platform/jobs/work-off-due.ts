import { setTimeout as rest } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Database } from '../db/connect.ts'
import { notSuspended } from '../db/not-suspended.ts'
import { withPlatform } from '../db/transaction.ts'

export interface DueRef {
  businessId: string
  id: string
}
type DueRow = DueRef & { nextRunAt: Date }

interface DueDeps {
  database: Database
  log: Logger
  now: () => Date
}

interface DueWork {
  /** With the columns business_id, id and next_run_at. */
  table: string
  work: (ref: DueRef) => Promise<void>
  /** What the log says when one fails. */
  failed: string
}

const pageSize = 50
const atOnce = 4

/**
 * Does the work for every row of a table whose moment has come, of all businesses but those that are suspended: theirs
 * is made up for once they are restored, as after an outage. Several processes may do so at once: the work itself keeps
 * them apart. One that fails is passed over until the next run.
 */
export async function workOffDue(deps: DueDeps, due: DueWork): Promise<void> {
  for (let page = await listDue(deps, due.table); page.length > 0;) {
    const began = performance.now()
    const left = page.values()
    await Promise.all(Array.from({ length: atOnce }, () => workEach(deps, due, left)))
    if (page.length < pageSize) return
    // As long as it has taken, so that the pages of this process stay quick meanwhile.
    await rest(performance.now() - began)
    page = await listDue(deps, due.table, page.at(-1))
  }
}

async function listDue({ database, now }: DueDeps, table: string, after?: DueRow): Promise<DueRow[]> {
  const place = after ? [after.nextRunAt, after.businessId, after.id] : []
  const { rows } = await withPlatform(database, ({ client }) =>
    client.query<DueRow>(
      `select business_id as "businessId", id, next_run_at as "nextRunAt" from ${table}
       where next_run_at <= $1 and ${notSuspended(table)} ${after ? 'and (next_run_at, business_id, id) > ($2, $3, $4)' : ''}
       order by next_run_at, business_id, id limit ${pageSize}`,
      [now(), ...place],
    ),
  )
  return rows
}

async function workEach(deps: DueDeps, { work, failed }: DueWork, left: Iterable<DueRow>): Promise<void> {
  for (const { businessId, id } of left) {
    try {
      await work({ businessId, id })
    } catch (error) {
      deps.log.error({ err: error, businessId, id }, failed)
    }
  }
}

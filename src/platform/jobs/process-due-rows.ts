import { setTimeout as rest } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Database } from '../db/connect.ts'
import { notSuspended } from '../db/not-suspended.ts'
import { withPlatform } from '../db/transaction.ts'

export interface DueRef {
  businessId: string
  id: string
}
type DueRow = DueRef & { dueAt: Date }

interface DueDeps {
  database: Database
  log: Logger
  now: () => Date
}

interface DueWork {
  /** A table with the columns business_id and id. */
  table: string
  /** The column with the moment of the next run; next_run_at if left out. */
  dueColumn?: string
  work: (ref: DueRef) => Promise<void>
  /** The log message for a row that failed. */
  failed: string
}

const pageSize = 50
const atOnce = 4

/**
 * Runs the work for every due row of a table, for all businesses that are not suspended. Rows of a suspended
 * business are processed after it is restored, as after an outage. Several processes may do this at once: the
 * work itself has to prevent conflicts. A row that fails is skipped until the next run.
 */
export async function processDueRows(deps: DueDeps, due: DueWork): Promise<void> {
  for (let page = await listDue(deps, due); page.length > 0;) {
    const began = performance.now()
    const left = page.values()
    await Promise.all(Array.from({ length: atOnce }, () => workEach(deps, due, left)))
    if (page.length < pageSize) return
    // Pauses as long as the work took, so that this process still serves its pages quickly.
    await rest(performance.now() - began)
    page = await listDue(deps, due, page.at(-1))
  }
}

async function listDue(
  { database, now }: DueDeps,
  { table, dueColumn = 'next_run_at' }: Pick<DueWork, 'table' | 'dueColumn'>,
  after?: DueRow,
): Promise<DueRow[]> {
  const cursor = after ? [after.dueAt, after.businessId, after.id] : []
  const { rows } = await withPlatform(database, ({ client }) =>
    client.query<DueRow>(
      `select business_id as "businessId", id, ${dueColumn} as "dueAt" from ${table}
       where ${dueColumn} <= $1 and ${notSuspended(table)} ${after ? `and (${dueColumn}, business_id, id) > ($2, $3, $4)` : ''}
       order by ${dueColumn}, business_id, id limit ${pageSize}`,
      [now(), ...cursor],
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

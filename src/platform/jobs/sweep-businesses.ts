import { setTimeout as rest } from 'node:timers/promises'
import type { Deps } from '../deps.ts'

interface BusinessSweep {
  /** Selects ids of businesses in order, after $1, at most $2; what else it compares with begins at $3. */
  sql: string
  values?: readonly unknown[]
  work: (businessId: string) => Promise<void>
  /** The log message when the work for a business fails. */
  failed: string
}

const pageSize = 25
const beforeAll = '00000000-0000-0000-0000-000000000000'

/** Does the work for one business after the other. A business that fails is skipped until the next run. */
export async function sweepBusinesses(
  { database, log }: Deps<'database' | 'log'>,
  { sql, values = [], work, failed }: BusinessSweep,
): Promise<void> {
  for (let after: string | undefined = beforeAll; after !== undefined;) {
    const startedAt = performance.now()
    const page: { id: string }[] = (await database.platform.query(sql, [after, pageSize, ...values])).rows
    for (const { id } of page) {
      try {
        await work(id)
      } catch (error) {
        // The process is shutting down. The next run does the rest.
        if (database.platform.ending) return
        log.error({ err: error, businessId: id }, failed)
      }
    }
    after = page[pageSize - 1]?.id
    // Pause as long as the work took, so that requests to this process stay fast.
    if (after !== undefined) await rest(performance.now() - startedAt)
  }
}

import { setTimeout as rest } from 'node:timers/promises'
import type { FigureDeps } from './figure-deps.ts'

interface MoneyPass {
  /** Ids of businesses in their order, those behind $1, at most $2. */
  sql: string
  work: (businessId: string) => Promise<void>
  /** What the log says when one fails. */
  failed: string
}

const pageSize = 25
const beforeAll = '00000000-0000-0000-0000-000000000000'

/** Does the work for one business after the other. One that fails is passed over until the next run. */
export async function passBusinesses(
  { database, log }: Pick<FigureDeps, 'database' | 'log'>,
  { sql, work, failed }: MoneyPass,
): Promise<void> {
  for (let after: string | undefined = beforeAll; after !== undefined;) {
    const began = performance.now()
    const page: { id: string }[] = (await database.platform.query(sql, [after, pageSize])).rows
    for (const { id } of page) {
      try {
        await work(id)
      } catch (error) {
        // The process stops; the rest comes with the next run.
        if (database.platform.ending) return
        log.error({ err: error, businessId: id }, failed)
      }
    }
    after = page[pageSize - 1]?.id
    // As long as it has taken, so that the pages of this process stay quick meanwhile.
    if (after !== undefined) await rest(performance.now() - began)
  }
}

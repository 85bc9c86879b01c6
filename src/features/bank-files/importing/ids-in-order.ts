import { randomUUID } from 'node:crypto'
import type { IncomingStatement } from './plan-import-rules.ts'

/**
 * Ids for the rows of statements, in their order. Lists show the transactions of a day from the highest id down, so a later
 * booking gets a higher id.
 */
export function idsInOrder(statements: readonly Pick<IncomingStatement, 'rows'>[]): string[] {
  const count = statements.reduce((sum, { rows }) => sum + rows.length, 0)
  const ids = Array.from({ length: count }, () => randomUUID()).toSorted()
  let from = 0
  return statements.flatMap(({ rows }) => {
    const own = ids.slice(from, (from += rows.length))
    const isNewestFirst = (rows[0]?.date ?? '') > (rows.at(-1)?.date ?? '')
    return isNewestFirst ? own.toReversed() : own
  })
}

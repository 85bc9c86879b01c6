import pg from 'pg'
import { StartError } from '../config.ts'
import { DatabaseError } from '../platform/db/database-error.ts'
import { isDatabaseUnavailable } from '../platform/db/unavailable.ts'

/** One sentence where the disk, the database or the operator is the reason, else the whole story. */
export function describeFailure(what: string, error: unknown): string {
  if (error instanceof StartError || error instanceof DatabaseError) return error.message
  if (!(error instanceof Error)) return `${what}: ${String(error)}`
  if (isDatabaseUnavailable(error)) return `${what}: the database went away in the middle of it.`
  const isKnown = error instanceof pg.DatabaseError || 'syscall' in error
  return `${what}: ${isKnown ? `${error.message}.` : (error.stack ?? error.message)}`
}

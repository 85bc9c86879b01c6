import { DrizzleQueryError } from 'drizzle-orm'
import pg from 'pg'
import { ZodError } from 'zod'

const queryFailed = 'A query failed. The log has the details.'
const invalidData = 'The job’s input could not be understood. The log has the details.'
const unknown = 'The reason is unknown. The log may have it.'
const interrupted = 'It took too long, or the process that ran it ended.'
const maxLength = 200

/** Messages that pg-boss writes. */
const pgBossMessage = /^(job timed out|job heartbeat timeout|handler execution exceeded|pg-boss shut down)/

/** Stored with the job for an admin, who must not learn its data: a failed query may repeat values. */
export function failureText(error: unknown): string {
  if (error instanceof DrizzleQueryError || error instanceof pg.DatabaseError) return queryFailed
  if (error instanceof ZodError) return invalidData
  return plainReason(error instanceof Error ? error.message : String(error))
}

/** The same for stored output, which pg-boss or an earlier version may have written. */
export function keptReason(output: unknown): string {
  const { message, value } = fieldsOf(output)
  const text = message ?? (typeof value === 'string' ? value : fieldsOf(value).message)
  return plainReason(typeof text === 'string' ? text : '')
}

function fieldsOf(value: unknown): { message?: unknown; value?: unknown } {
  return typeof value === 'object' && value !== null ? value : {}
}

function plainReason(message: string): string {
  const [first = ''] = message
    .replace(/^(\w*Error: )+/, '')
    .trim()
    .split('\n')
  if (first.includes('Failed query')) return queryFailed
  if (/^[[{]/.test(first)) return invalidData
  if (pgBossMessage.test(first)) return interrupted
  const text = first.replaceAll(/[^\s<>"']+@[^\s<>"']+/g, '(an address)')
  return text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text || unknown
}

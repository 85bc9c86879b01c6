import { DrizzleQueryError } from 'drizzle-orm'
import pg from 'pg'
import { ZodError } from 'zod'

const queryFailed = 'A query failed; the log has the details.'
const wrongData = 'What the job was told is not what it understands; the log has the details.'
const unknown = 'Nothing is known of the reason; the log may have it.'
const interrupted = 'It took too long, or the process that ran it ended.'
const longest = 200

/** What pg-boss itself notes. */
const notedByPgBoss = /^(job timed out|job heartbeat timeout|handler execution exceeded|pg-boss shut down)/

/**
 * Why a job failed, in a sentence that is kept with it: what an administrator may read without learning what the job
 * was about. A failed query's parameters, and at times its message, repeat what was being written.
 */
export function failureText(error: unknown): string {
  if (error instanceof DrizzleQueryError || error instanceof pg.DatabaseError) return queryFailed
  if (error instanceof ZodError) return wrongData
  return plainReason(error instanceof Error ? error.message : String(error))
}

/** The same of what is kept with a job, by pg-boss or by an earlier version of ours. */
export function keptReason(output: unknown): string {
  const { message, value } = fieldsOf(output)
  const text = message ?? (typeof value === 'string' ? value : fieldsOf(value).message)
  return plainReason(typeof text === 'string' ? text : '')
}

function fieldsOf(value: unknown): { message?: unknown; value?: unknown } {
  return typeof value === 'object' && value !== null ? value : {}
}

function plainReason(text: string): string {
  const [first = ''] = text
    .replace(/^(\w*Error: )+/, '')
    .trim()
    .split('\n')
  if (first.includes('Failed query')) return queryFailed
  if (/^[[{]/.test(first)) return wrongData
  if (notedByPgBoss.test(first)) return interrupted
  const words = first.replaceAll(/[^\s<>"']+@[^\s<>"']+/g, '(an address)')
  return words.length > longest ? `${words.slice(0, longest - 1)}…` : words || unknown
}

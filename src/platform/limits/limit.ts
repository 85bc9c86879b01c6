import { AppError } from '../../shared/errors.ts'
import type { Database } from '../db/connect.ts'

export interface Limit {
  /** Names the thing counted, such as sign-in:account:owner@example.com. */
  key: string
  max: number
  windowSeconds: number
  /** What to say instead of "Too many attempts." */
  refusal?: string
}

/**
 * Counts one use of each limit, before the work, so that many at once cannot slip through together. A use that turns
 * out not to count is given back with `release`. Refused as soon as one limit is reached; the rest is then given back.
 */
export async function takeFromLimits(database: Database, limits: readonly Limit[]): Promise<void> {
  const { rows } = await database.platform.query<{ key: string; count: number; seconds: number }>(
    `insert into platform.rate_limits as l (key, count, window_ends_at)
     select key, 1, now() + seconds * interval '1 second'
     from unnest($1::text[], $2::int[]) as wanted (key, seconds) order by key
     on conflict (key) do update set
       count = case when l.window_ends_at <= now() then 1 else l.count + 1 end,
       window_ends_at = case when l.window_ends_at <= now() then excluded.window_ends_at else l.window_ends_at end
     returning key, count, ceil(extract(epoch from window_ends_at - now()))::int as seconds`,
    [limits.map((limit) => limit.key), limits.map((limit) => limit.windowSeconds)],
  )
  const counted = new Map(rows.map((row) => [row.key, row]))
  const reached = limits.flatMap((limit) => {
    const { count = 0, seconds = 1 } = counted.get(limit.key) ?? {}
    return count > limit.max ? [{ refusal: limit.refusal, seconds: Math.max(1, seconds) }] : []
  })
  const [longest] = reached.toSorted((a, b) => b.seconds - a.seconds)
  if (!longest) return
  await releaseLimits(database, limits)
  const { refusal = 'Too many attempts.', seconds } = longest
  throw new AppError('TOO_MANY_REQUESTS', `${refusal} Please try again in ${inWords(seconds)}.`, {
    retryAfterSeconds: seconds,
  })
}

/** Counts one use of each limit for work that does not count when it fails. */
export async function withinLimits<T>(
  database: Database,
  limits: readonly Limit[],
  work: () => Promise<T>,
): Promise<T> {
  await takeFromLimits(database, limits)
  try {
    return await work()
  } catch (error) {
    await releaseLimits(database, limits)
    throw error
  }
}

export async function releaseLimits(database: Database, limits: readonly Limit[]): Promise<void> {
  // In the order in which they are taken: two that hold each other's row would wait until one is thrown out.
  await database.platform.query(
    `with held as (select key from platform.rate_limits where key = any($1::text[]) order by key for update)
     update platform.rate_limits l set count = greatest(l.count - 1, 0) from held where l.key = held.key`,
    [limits.map((limit) => limit.key)],
  )
}

/** Rows whose window is over say nothing any more. */
export async function forgetOldLimits(database: Database): Promise<void> {
  await database.platform.query('delete from platform.rate_limits where window_ends_at <= now()')
}

function inWords(seconds: number): string {
  if (seconds < 90) return `${seconds} seconds`
  if (seconds <= 7200) return `${Math.ceil(seconds / 60)} minutes`
  return `${Math.ceil(seconds / 3600)} hours`
}

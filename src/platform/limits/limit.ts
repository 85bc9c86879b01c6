import { AppError } from '../../shared/errors.ts'
import type { Database } from '../db/connect.ts'

export interface Limit {
  /** What is counted, such as sign-in:account:owner@example.com. */
  key: string
  max: number
  windowSeconds: number
  /** The message instead of "Too many attempts." */
  refusal?: string
}

/** Counts a use of each limit before the work, against parallel requests. If one is reached, counts none. */
export async function countUse(database: Database, limits: readonly Limit[]): Promise<void> {
  // Checks first, so that a refused attempt writes nothing, not even rows for the other limits, whose keys an
  // attacker may have invented. Several requests for the last use can all pass this check; the condition of
  // the update decides.
  const { rows: taken } = await database.platform.query<{ key: string }>(
    `with wanted as (select * from unnest($1::text[], $2::int[], $3::int[]) as w (key, seconds, max_count)),
     reached as (
       select from wanted join platform.rate_limits l using (key) where l.window_ends_at > now() and l.count >= max_count
     )
     insert into platform.rate_limits as l (key, count, window_ends_at)
     select key, 1, now() + seconds * interval '1 second'
     from wanted where not exists (select from reached) order by key
     on conflict (key) do update set
       count = case when l.window_ends_at <= now() then 1 else l.count + 1 end,
       window_ends_at = case when l.window_ends_at <= now() then excluded.window_ends_at else l.window_ends_at end
     where l.window_ends_at <= now() or l.count < (select max_count from wanted where wanted.key = l.key)
     returning key`,
    [
      limits.map((limit) => limit.key),
      limits.map((limit) => limit.windowSeconds),
      limits.map((limit) => limit.max),
    ],
  )
  if (taken.length === limits.length) return
  const takenKeys = new Set(taken.map(({ key }) => key))
  if (takenKeys.size > 0) {
    await releaseLimits(
      database,
      limits.filter(({ key }) => takenKeys.has(key)),
    )
  }
  throw await refusalOf(database, limits)
}

/** Describes the limit that stays reached the longest. */
async function refusalOf(database: Database, limits: readonly Limit[]): Promise<AppError> {
  const { rows } = await database.platform.query<{ key: string; count: number; seconds: number }>(
    `select key, count, ceil(extract(epoch from window_ends_at - now()))::int as seconds
     from platform.rate_limits where key = any($1::text[])`,
    [limits.map((limit) => limit.key)],
  )
  const counted = new Map(rows.map((row) => [row.key, row]))
  const reached = limits.flatMap((limit) => {
    const { count = 0, seconds = 1 } = counted.get(limit.key) ?? {}
    return count >= limit.max ? [{ refusal: limit.refusal, seconds: Math.max(1, seconds) }] : []
  })
  const [longest] = reached.toSorted((a, b) => b.seconds - a.seconds)
  // A limit whose use was just given back is no longer reached.
  const { refusal = 'Too many attempts.', seconds } = longest ?? { seconds: 1 }
  return new AppError('TOO_MANY_REQUESTS', `${refusal} Please try again in ${formatDuration(seconds)}.`, {
    retryAfterSeconds: seconds,
  })
}

/** Counts one use of each limit. If the work fails, the use does not count. */
export async function withinLimits<T>(
  database: Database,
  limits: readonly Limit[],
  work: () => Promise<T>,
): Promise<T> {
  await countUse(database, limits)
  try {
    return await work()
  } catch (error) {
    await releaseLimits(database, limits)
    throw error
  }
}

export async function releaseLimits(database: Database, limits: readonly Limit[]): Promise<void> {
  // Locked in the same order as in countUse. Otherwise two transactions could deadlock.
  await database.platform.query(
    `with held as (select key from platform.rate_limits where key = any($1::text[]) order by key for update)
     update platform.rate_limits l set count = greatest(l.count - 1, 0) from held where l.key = held.key`,
    [limits.map((limit) => limit.key)],
  )
}

/** Resets the counters, for example after the owner of an account confirmed their identity. */
export async function clearLimits(database: Database, keys: readonly string[]): Promise<void> {
  await database.platform.query('delete from platform.rate_limits where key = any($1::text[])', [keys])
}

export async function deleteExpiredLimits(database: Database): Promise<void> {
  await database.platform.query('delete from platform.rate_limits where window_ends_at <= now()')
}

function formatDuration(seconds: number): string {
  if (seconds < 90) return `${seconds} seconds`
  if (seconds <= 7200) return `${Math.ceil(seconds / 60)} minutes`
  return `${Math.ceil(seconds / 3600)} hours`
}

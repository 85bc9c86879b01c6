const minute = 60_000

/** When to stop asking: a session that starts just before the link expires can last an hour. */
export function lastCheckAt({ expiresAt }: { expiresAt: Date }): Date {
  return new Date(expiresAt.getTime() + 60 * minute)
}

/**
 * Returns when to ask the aggregator next, or null once the link can have no result any more. A public token
 * is valid for half an hour, so the intervals stay well below that.
 */
export function nextCheckAt(link: { expiresAt: Date; checks: number }, now: Date): Date | null {
  if (now >= lastCheckAt(link)) return null
  return new Date(now.getTime() + (link.checks < 12 ? 5 : 15) * minute)
}

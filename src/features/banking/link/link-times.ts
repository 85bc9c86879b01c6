const minute = 60_000

/** A session that began just before the link expired has an hour to end. */
export function lastCheckAt({ expiresAt }: { expiresAt: Date }): Date {
  return new Date(expiresAt.getTime() + 60 * minute)
}

/**
 * When to ask the aggregator next. A public token lives for half an hour, so the gaps stay well below that. Null once the
 * link cannot lead to anything any more.
 */
export function nextCheckAt(link: { expiresAt: Date; checks: number }, now: Date): Date | null {
  if (now >= lastCheckAt(link)) return null
  return new Date(now.getTime() + (link.checks < 12 ? 5 : 15) * minute)
}

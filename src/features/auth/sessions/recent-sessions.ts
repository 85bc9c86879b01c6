import type { Identity } from '../../../platform/http/api.ts'

/** The maximum number of cached sessions. */
const maxSessions = 5000

/**
 * The identities that sessions had when they were last read. They are only a first guess: every request
 * verifies its own.
 */
export interface RecentSessions {
  find(token: string): Identity | undefined
  keep(token: string, identity: Identity): void
  forget(token: string): void
}

export function createRecentSessions(): RecentSessions {
  const identities = new Map<string, Identity>()
  return {
    find: (token) => identities.get(token),
    keep(token, identity) {
      if (identities.size >= maxSessions && !identities.has(token)) identities.clear()
      identities.set(token, identity)
    },
    forget: (token) => void identities.delete(token),
  }
}

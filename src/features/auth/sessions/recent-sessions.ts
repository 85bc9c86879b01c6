import type { Identity } from '../../../platform/http/api.ts'

/** How many are remembered: those that asked last. */
const most = 5000

/** Whom sessions stood for when they were last looked up: a guess to begin with, never an answer. */
export interface RecentSessions {
  find(token: string): Identity | undefined
  keep(token: string, identity: Identity): void
  forget(token: string): void
}

export function createRecentSessions(): RecentSessions {
  const known = new Map<string, Identity>()
  return {
    find: (token) => known.get(token),
    keep(token, identity) {
      if (known.size >= most && !known.has(token)) known.clear()
      known.set(token, identity)
    },
    forget: (token) => void known.delete(token),
  }
}

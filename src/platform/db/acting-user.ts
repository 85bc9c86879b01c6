import { AsyncLocalStorage } from 'node:async_hooks'

const acting = new AsyncLocalStorage<string>()

/** Whatever the work stores names this user as who did it. */
export function actAs<T>(userId: string, work: () => T): T {
  return acting.run(userId, work)
}

/** Undefined in jobs and for clients. */
export function actingUser(): string | undefined {
  return acting.getStore()
}

import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'
import type { Statement } from './exchange.ts'

/**
 * A question to the role of accounts that is not worth a way of its own: the first thing that the work within asks of the
 * database takes it along.
 */
export interface Rider {
  statement: Statement
  /** Fails where the answer is such that the work must not go on. */
  answer: (result: Promise<pg.QueryResult>) => Promise<void>
}

const waiting = new AsyncLocalStorage<{ rider: Rider | undefined }>()

/** Does the work with a rider on offer. */
export function offerRide<T>(rider: Rider, work: () => Promise<T>): Promise<T> {
  return waiting.run({ rider }, work)
}

/** The rider that waits, for whoever is about to ask: it leaves with them. */
export function takeRider(): Rider | undefined {
  const place = waiting.getStore()
  const rider = place?.rider
  if (place && rider) place.rider = undefined
  return rider
}

export const enterAccounts: Statement = {
  name: 'enter-accounts',
  text: `select set_config('role', 'millrace_auth', true)`,
}

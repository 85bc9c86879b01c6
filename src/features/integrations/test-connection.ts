import { withTenant } from '../../platform/db/transaction.ts'
import type { Identity } from '../../platform/http/api.ts'
import { withinLimits } from '../../platform/limits/limit.ts'
import { isKeyUnreadable, isUnreadable } from '../../platform/secrets/secrets.ts'
import type { ConnectionTest } from './contract.ts'
import type { IntegrationDeps } from './integration-deps.ts'
import { type IntegrationRow, getIntegrationRow } from './queries.ts'
import { type SecretColumn, openColumn } from './secret-columns.ts'

interface TestOptions {
  column: SecretColumn
  /** Null to use the saved secret. */
  typed: string | null
  /** Throws for values that saving would also reject. */
  check: (row: IntegrationRow) => void
  /** Returns what is missing for a test, as a message, or null. */
  missing: (secret: string) => string | null
  tooLate: string
  /** Contacts the provider. Every failure is a result with a message. */
  ask: (secret: string, signal: AbortSignal) => Promise<ConnectionTest>
}

const unreadable = ({ isFixedByTyping }: { isFixedByTyping: boolean }) =>
  isFixedByTyping
    ? 'The saved value can no longer be read. Please enter it again.'
    : 'The saved value can’t be read right now. The operator of this installation needs to fix this.'

export function testConnection(
  deps: IntegrationDeps,
  { businessId, userId }: Identity,
  { column, typed, check, missing, tooLate, ask }: TestOptions,
): Promise<ConnectionTest> {
  const { database, secrets } = deps
  // Each test contacts another company's server with keys that may be guesses.
  const limit = {
    key: `connection-test:${businessId}`,
    max: 20,
    windowSeconds: 3600,
    refusal: 'You’ve tested connections 20 times within an hour.',
  }
  return answerInTime(tooLate, (signal) =>
    withinLimits(database, [limit], async () => {
      // A separate transaction, which commits the access log entry before the secret is used.
      const secret = await withTenant(database, businessId, async (tx) => {
        const row = await getIntegrationRow(tx, businessId)
        check(row)
        if (typed !== null || !row[column]) return typed ?? ''
        return openColumn(tx, secrets, row, column, { userId, reason: 'To test the connection' })
      }).catch((error: unknown) => {
        if (!isUnreadable(error)) throw error
        deps.log.error({ err: error, businessId, column }, 'a saved secret cannot be read')
        return { isFixedByTyping: !isKeyUnreadable(error) }
      })
      if (typeof secret !== 'string') return { ok: false, message: unreadable(secret) }
      const message = missing(secret)
      return message === null ? ask(secret, signal) : { ok: false, message }
    }),
  )
}

/** Responses are promised within ten seconds; the rest is for the network. */
const deadlineMs = 9600

/** Limits the work to one deadline. At the deadline or when it is done, the signal aborts what still runs. */
export async function answerInTime(
  tooLate: string,
  work: (signal: AbortSignal) => Promise<ConnectionTest>,
  milliseconds = deadlineMs,
): Promise<ConnectionTest> {
  const aborting = new AbortController()
  const { promise: late, resolve } = Promise.withResolvers<ConnectionTest>()
  const timer = setTimeout(() => resolve({ ok: false, message: tooLate }), milliseconds)
  const answer = work(aborting.signal)
  // Ignore errors after the deadline: they result from the abort.
  answer.catch(() => undefined)
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
    aborting.abort()
  }
}

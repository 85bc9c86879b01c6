import { withTenant } from '../../platform/db/transaction.ts'
import type { Identity } from '../../platform/http/api.ts'
import { withinLimits } from '../../platform/limits/limit.ts'
import { isKeyUnreadable, isUnreadable } from '../../platform/secrets/secrets.ts'
import { answerInTime } from './answer-in-time.ts'
import type { ConnectionTest } from './contract.ts'
import type { IntegrationDeps } from './integration-deps.ts'
import { connectionTestLimits } from './integration-limits.ts'
import { type IntegrationRow, getIntegrationRow } from './queries.ts'
import { type SecretColumn, openColumn } from './secret-columns.ts'

interface Trial {
  column: SecretColumn
  /** Null for the saved one. */
  typed: string | null
  /** Refuses what saving would refuse too. */
  check: (row: IntegrationRow) => void
  /** What is missing to try anything, in words, or null. */
  missing: (secret: string) => string | null
  tooLate: string
  /** Everything that can go wrong here is an answer in words. */
  ask: (secret: string, signal: AbortSignal) => Promise<ConnectionTest>
}

const unreadable = ({ isMendedByTyping }: { isMendedByTyping: boolean }) =>
  isMendedByTyping
    ? 'What is saved cannot be read any more. Please type it again.'
    : 'What is saved cannot be read at the moment. Whoever runs this installation has to mend that.'

/** Tries an account as it is typed, without saving it. */
export function testConnection(
  deps: IntegrationDeps,
  { businessId, userId }: Identity,
  { column, typed, check, missing, tooLate, ask }: Trial,
): Promise<ConnectionTest> {
  const { database, secrets } = deps
  return answerInTime(tooLate, (signal) =>
    withinLimits(database, connectionTestLimits(businessId), async () => {
      // Ended before the secret is used: by then the note that it was read is kept.
      const secret = await withTenant(database, businessId, async (tx) => {
        const row = await getIntegrationRow(tx, businessId)
        check(row)
        if (typed !== null || !row[column]) return typed ?? ''
        return openColumn(tx, secrets, row, column, { userId, reason: 'To test the connection' })
      }).catch((error: unknown) => {
        if (!isUnreadable(error)) throw error
        deps.log.error({ err: error, businessId, column }, 'a saved secret cannot be read')
        return { isMendedByTyping: !isKeyUnreadable(error) }
      })
      if (typeof secret !== 'string') return { ok: false, message: unreadable(secret) }
      const message = missing(secret)
      return message === null ? ask(secret, signal) : { ok: false, message }
    }),
  )
}

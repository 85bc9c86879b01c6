import { eq } from 'drizzle-orm'
import { BankProviderError, unknownAccess } from '../../../platform/banks/bank-provider.ts'
import { bankConnections } from '../../../platform/db/tables/banking.ts'
import { withTenant } from '../../../platform/db/transaction.ts'
import { isUnreadable } from '../../../platform/secrets/secrets.ts'
import type { BankingDeps } from '../banking-deps.ts'
import { type ConnectionRow, changeConnection } from '../connection-queries.ts'
import { markEnded, markReconnect } from '../connection-states.ts'

const minute = 60_000
export const defaultWait = 6 * 60 * minute
const maxDoublings = 9

/** Stores a failed sync on the connection: the problem as a sentence, and when to try again. */
export async function recordSyncFailure(
  deps: BankingDeps,
  { businessId, id, itemId }: Pick<ConnectionRow, 'businessId' | 'id' | 'itemId'>,
  error: unknown,
): Promise<void> {
  const now = deps.now()
  await withTenant(deps.database, businessId, async (tx) => {
    const [row] = await tx.db.select().from(bankConnections).where(eq(bankConnections.id, id)).for('update')
    // The connection was disconnected or has another item by now.
    if (!row || row.removedAt || row.state !== 'connected' || row.itemId !== itemId) return
    const { code, message } = textFor(error)
    const kind = error instanceof BankProviderError ? error.problem : 'later'
    const problem = code === unknownAccess ? { problem: message } : {}
    if (kind === 'reconnect') await markReconnect(tx, deps, row, { code, ...problem })
    else if (kind === 'ended') await markEnded(tx, deps, row, code)
    else {
      const failures = row.failures + 1
      const wait = Math.min(2 ** Math.min(failures, maxDoublings) * minute, defaultWait)
      const nextSyncAt = new Date(now.getTime() + wait)
      await changeConnection(tx, row, {
        problemCode: code,
        problem: message,
        failures,
        nextSyncAt,
        updatedAt: now,
      })
    }
  })
}

function textFor(error: unknown): { code: string; message: string } {
  if (error instanceof BankProviderError) return error
  return isUnreadable(error)
    ? {
        code: 'UNREADABLE',
        message:
          'The access to this bank cannot be read any more. Please disconnect it, then connect it again.',
      }
    : {
        code: 'INTERNAL',
        message: 'New transactions could not be fetched. It is tried again by itself.',
      }
}

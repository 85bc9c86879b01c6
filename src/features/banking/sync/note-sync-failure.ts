import { eq } from 'drizzle-orm'
import { BankProviderError, unknownAccess } from '../../../platform/banks/bank-provider.ts'
import { bankConnections } from '../../../platform/db/tables/banking.ts'
import { withTenant } from '../../../platform/db/transaction.ts'
import { isUnreadable } from '../../../platform/secrets/secrets.ts'
import type { BankingDeps } from '../banking-deps.ts'
import { type ConnectionRow, changeConnection } from '../connection-queries.ts'
import { wantsSignIn, wasEnded } from '../connection-states.ts'

const minute = 60_000
export const defaultWait = 6 * 60 * minute
const maxDoublings = 9

/** What went wrong is kept with the connection, in words, with when it is tried again. */
export async function noteSyncFailure(
  deps: BankingDeps,
  { businessId, id, itemId }: Pick<ConnectionRow, 'businessId' | 'id' | 'itemId'>,
  error: unknown,
): Promise<void> {
  const now = deps.now()
  await withTenant(deps.database, businessId, async (tx) => {
    const [row] = await tx.db.select().from(bankConnections).where(eq(bankConnections.id, id)).for('update')
    // It was ended, or taken up again with another access, meanwhile.
    if (!row || row.removedAt || row.state !== 'connected' || row.itemId !== itemId) return
    const { code, message } = textFor(error)
    const kind = error instanceof BankProviderError ? error.problem : 'later'
    const words = code === unknownAccess ? { words: message } : {}
    if (kind === 'reconnect') await wantsSignIn(tx, deps, row, { code, ...words })
    else if (kind === 'ended') await wasEnded(tx, deps, row, code)
    else {
      const failures = row.failures + 1
      const wait = Math.min(2 ** Math.min(failures, maxDoublings) * minute, defaultWait)
      const nextSyncAt = new Date(now.getTime() + wait)
      const told = { problemCode: code, problem: message }
      await changeConnection(tx, row, { ...told, failures, nextSyncAt, updatedAt: now })
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

import { eq } from 'drizzle-orm'
import { type BankProvider, BankProviderError } from '../../../platform/banks/bank-provider.ts'
import { bankLinks } from '../../../platform/db/tables/banking.ts'
import { withTenant } from '../../../platform/db/transaction.ts'
import { AppError } from '../../../shared/errors.ts'
import type { BankSource } from '../bank-sources.ts'
import type { BankingDeps } from '../banking-deps.ts'
import type { ConnectionRow } from '../connection-queries.ts'
import { readItemFacts } from './read-new-item.ts'
import { storeConnection } from './store-connection.ts'
import { type TakenItem, removeItem } from './unattached-items.ts'

interface Wanted {
  provider: BankProvider
  source: BankSource
  taken: TakenItem
  requestId: string | null
  linkId: string | null
  /** The ended connection that it is meant to go on with. */
  connectionId: string | null
}

/**
 * Makes a connection of an item that was taken. An item that has no place here is removed at the aggregator. One that
 * came through a link is kept where the failure may pass: the link is looked at again.
 */
export async function connectItem(
  deps: BankingDeps,
  identity: { businessId: string; userId: string },
  { taken, ...wanted }: Wanted,
): Promise<ConnectionRow> {
  try {
    const facts = await readItemFacts(wanted.provider, taken.accessToken, deps.log)
    const item = { ...facts, accessToken: taken.accessToken, unattachedId: taken.id }
    const { row, isTaken } = await storeConnection(deps, identity, { ...wanted, item })
    if (row.itemId !== item.itemId) await removeItem(deps, taken)
    if (isTaken) throw new AppError('ALREADY_CONNECTED', `${row.institutionName} is already connected.`)
    return row
  } catch (error) {
    if (error instanceof AppError && error.code === 'ALREADY_CONNECTED') throw error
    if (wanted.linkId === null) await removeItem(deps, taken)
    else if (!mayPass(error)) {
      await finishWithout(deps, identity.businessId, wanted.linkId)
      await removeItem(deps, taken)
    }
    throw error
  }
}

function mayPass(error: unknown): boolean {
  if (error instanceof BankProviderError) return ['later', 'keys', 'restart'].includes(error.problem)
  return !(error instanceof AppError) || error.code === 'NOT_CONNECTED'
}

async function finishWithout({ database, now }: BankingDeps, businessId: string, id: string): Promise<void> {
  await withTenant(database, businessId, ({ db }) =>
    db.update(bankLinks).set({ finishedAt: now(), nextCheckAt: null }).where(eq(bankLinks.id, id)),
  )
}

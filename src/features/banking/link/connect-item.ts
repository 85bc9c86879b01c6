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
import { type ExchangedItem, removeItem } from './unattached-items.ts'

interface ItemToConnect {
  provider: BankProvider
  source: BankSource
  exchanged: ExchangedItem
  requestId: string | null
  linkId: string | null
  /** The disconnected connection that the owner is reconnecting; null for a new one. */
  connectionId: string | null
}

/**
 * Turns an exchanged item into a connection. An item that gets no connection is removed at the aggregator. An
 * item that came through a link is kept after a temporary failure, because the link is checked again.
 */
export async function connectItem(
  deps: BankingDeps,
  identity: { businessId: string; userId: string },
  { exchanged, ...options }: ItemToConnect,
): Promise<ConnectionRow> {
  try {
    const facts = await readItemFacts(options.provider, exchanged.accessToken, deps.log)
    const item = { ...facts, accessToken: exchanged.accessToken, unattachedId: exchanged.id }
    const { row, isAlreadyConnected } = await storeConnection(deps, identity, { ...options, item })
    if (row.itemId !== item.itemId) await removeItem(deps, exchanged)
    if (isAlreadyConnected)
      throw new AppError('ALREADY_CONNECTED', `${row.institutionName} is already connected.`)
    return row
  } catch (error) {
    if (error instanceof AppError && error.code === 'ALREADY_CONNECTED') throw error
    if (options.linkId === null) await removeItem(deps, exchanged)
    else if (!isTemporary(error)) {
      await finishWithoutConnection(deps, identity.businessId, options.linkId)
      await removeItem(deps, exchanged)
    }
    throw error
  }
}

function isTemporary(error: unknown): boolean {
  if (error instanceof BankProviderError) return ['later', 'keys', 'restart'].includes(error.problem)
  return !(error instanceof AppError) || error.code === 'NOT_CONNECTED'
}

async function finishWithoutConnection(
  { database, now }: BankingDeps,
  businessId: string,
  id: string,
): Promise<void> {
  await withTenant(database, businessId, ({ db }) =>
    db.update(bankLinks).set({ finishedAt: now(), nextCheckAt: null }).where(eq(bankLinks.id, id)),
  )
}

import { eq } from 'drizzle-orm'
import { createHash, randomUUID } from 'node:crypto'
import { type BankProvider, BankProviderError } from '../../../platform/banks/bank-provider.ts'
import { bankConnections, unattachedBankItems } from '../../../platform/db/tables/banking.ts'
import { type Transaction, withTenant } from '../../../platform/db/transaction.ts'
import { AppError } from '../../../shared/errors.ts'
import { unattachedContext } from '../bank-secrets.ts'
import { type BankSource, openItem } from '../bank-sources.ts'
import type { BankingDeps } from '../banking-deps.ts'
import type { UnattachedRef } from '../jobs.ts'

type ItemRow = typeof unattachedBankItems.$inferSelect

/** An item with an access token that belongs to no connection yet. */
export interface ExchangedItem extends UnattachedRef {
  itemId: string
  accessToken: string
}

interface TokenToExchange {
  provider: BankProvider
  source: BankSource
  publicToken: string
  linkId: string | null
  /** When the item is removed at the aggregator, unless it belongs to a connection by then. */
  endAt: Date
}

const reason = 'To connect a bank you just allowed'

/** Hashes a token, to find it without storing it unencrypted. */
export function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/**
 * The row is written before the exchange and after it, so that the item is connected or removed even if the
 * process dies in between. A token is exchanged once.
 */
export async function exchangePublicToken(
  deps: BankingDeps,
  { businessId, userId }: { businessId: string; userId: string },
  { provider, source, publicToken, linkId, endAt }: TokenToExchange,
): Promise<ExchangedItem> {
  const row = await withTenant(deps.database, businessId, (tx) =>
    insertOnce(tx, {
      businessId,
      id: randomUUID(),
      createdBy: userId,
      linkId,
      source,
      environment: provider.environment,
      publicTokenHash: hashOfToken(publicToken),
      endAt,
      createdAt: deps.now(),
    }),
  )
  const { id, itemId: existingId, accessToken: sealed } = row
  if (existingId !== null && sealed) {
    const accessToken = await withTenant(deps.database, businessId, (tx) =>
      deps.secrets.open(tx, unattachedContext(row), sealed, { userId, reason }),
    )
    return { businessId, id, itemId: existingId, accessToken }
  }
  const { accessToken, itemId } = await provider.exchange(publicToken)
  await withTenant(deps.database, businessId, async (tx) => {
    const columns = { itemId, accessToken: await deps.secrets.seal(tx, unattachedContext(row), accessToken) }
    await tx.db.update(unattachedBankItems).set(columns).where(eq(unattachedBankItems.id, id))
  })
  return { businessId, id, itemId, accessToken }
}

async function insertOnce(
  { db }: Transaction,
  values: typeof unattachedBankItems.$inferInsert & { publicTokenHash: string },
): Promise<ItemRow> {
  const [added] = await db.insert(unattachedBankItems).values(values).onConflictDoNothing().returning()
  if (added) return added
  const isSame = eq(unattachedBankItems.publicTokenHash, values.publicTokenHash)
  const [existing] = await db.select().from(unattachedBankItems).where(isSame)
  if (existing && !existing.isEnding) return existing
  throw new BankProviderError(
    'later',
    'TAKEN',
    'This bank is being connected. Please check again in a minute.',
  )
}

/** Hands an item over to a connection by deleting its row. Throws if the removal of the item has begun. */
export async function attachItem({ db }: Transaction, { id }: UnattachedRef): Promise<void> {
  const [row] = await db
    .select()
    .from(unattachedBankItems)
    .where(eq(unattachedBankItems.id, id))
    .for('update')
  if (!row || row.isEnding) {
    throw new AppError('NOT_CONNECTED', 'This sign-in is no longer valid. Please start again.')
  }
  await forgetItem({ db }, id)
}

export async function forgetItem({ db }: Pick<Transaction, 'db'>, id: string): Promise<void> {
  await db.delete(unattachedBankItems).where(eq(unattachedBankItems.id, id))
}

const minute = 60_000
const day = 24 * 60 * minute

/** Removes an item at the aggregator, with a backoff of at most a day until that is confirmed. */
export async function removeItem(deps: BankingDeps, ref: UnattachedRef): Promise<void> {
  const row = await withTenant(deps.database, ref.businessId, (tx) => claim(tx, deps, ref))
  if (!row) return
  const { businessId, id, itemId, source } = row
  try {
    await endUnattached(deps, row)
    await withTenant(deps.database, businessId, (tx) => forgetItem(tx, id))
  } catch (error) {
    deps.log.error({ err: error, businessId, itemId, source }, 'an item was not removed at the aggregator')
  }
}

export async function endUnattached(deps: BankingDeps, row: ItemRow): Promise<void> {
  const { accessToken: sealed } = row
  if (!sealed) return
  const { provider, token } = await openItem(deps, row, {
    context: unattachedContext(row),
    sealed,
    reason: 'To end access to a bank that isn’t connected here',
  })
  await provider.endItem(token)
}

async function claim(
  { db }: Transaction,
  { now, log }: BankingDeps,
  { id }: UnattachedRef,
): Promise<ItemRow | undefined> {
  const hasId = eq(unattachedBankItems.id, id)
  const [row] = await db.select().from(unattachedBankItems).where(hasId).for('update')
  if (!row) return undefined
  const { accessToken, itemId, linkId } = row
  if (!accessToken || itemId === null) {
    log.warn({ linkId }, 'the exchange of a public token was never answered')
    await forgetItem({ db }, id)
    return undefined
  }
  // A repeated sign-in may return a public token too. It belongs to an item that is in use.
  const [used] = await db
    .select({ id: bankConnections.id })
    .from(bankConnections)
    .where(eq(bankConnections.itemId, itemId))
  if (used) {
    await forgetItem({ db }, id)
    return undefined
  }
  const wait = Math.min(2 ** Math.min(row.tries, 11) * minute, day)
  const endAt = new Date(now().getTime() + wait)
  await db
    .update(unattachedBankItems)
    .set({ isEnding: true, tries: row.tries + 1, endAt })
    .where(hasId)
  return row
}

import { and, eq, isNull } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { type BankProvider, BankProviderError } from '../../../platform/banks/bank-provider.ts'
import { bankConnections, bankLinks } from '../../../platform/db/tables/banking.ts'
import { type Transaction, withTenant } from '../../../platform/db/transaction.ts'
import type { Identity } from '../../../platform/http/api.ts'
import { AppError } from '../../../shared/errors.ts'
import { tokenContext } from '../bank-secrets.ts'
import type { BankSource } from '../bank-sources.ts'
import type { BankingDeps } from '../banking-deps.ts'
import { maxConnections } from '../banking-limits.ts'
import { type ConnectionRow, changeConnection, listConnections, lockPresent } from '../connection-queries.ts'
import { endAccess } from '../end/end-access.ts'
import { plaidWebhookUrl } from '../plaid-webhook-url.ts'
import { syncBankConnection } from '../sync/sync-jobs.ts'
import { textOf } from '../sync/transaction-row.ts'
import { assertCleanupIsShort } from '../sync/transaction-steps.ts'
import { findDuplicate } from './find-duplicate.ts'
import type { NewItem } from './read-new-item.ts'
import { storeAccounts } from './store-accounts.ts'
import { attachItem, forgetItem } from './unattached-items.ts'

interface Stored {
  /** True when `row` is an existing connection to the same accounts, so that the item is not needed. */
  isAlreadyConnected: boolean
  row: ConnectionRow
}

export interface NewConnection {
  provider: BankProvider
  source: BankSource
  item: NewItem
  requestId: string | null
  /** The link that the item came from. Storing the connection finishes it. */
  linkId: string | null
  /** The disconnected connection that the owner is reconnecting; null for a new one. */
  connectionId: string | null
}

/**
 * Stores a new item. If the owner had disconnected the same bank before, that connection continues with its
 * accounts and transactions; otherwise a new connection is created. If the same accounts are already
 * connected, returns that connection.
 */
export async function storeConnection(
  deps: BankingDeps,
  identity: Pick<Identity, 'businessId' | 'userId'>,
  connection: NewConnection,
): Promise<Stored> {
  const { businessId } = identity
  for (;;) {
    const stored = await withTenant(deps.database, businessId, (tx) => store(tx, deps, identity, connection))
    if ('row' in stored) return stored
    // The previous item of this connection has to be removed before a new one can replace it.
    await endAccess(deps, { businessId, connectionId: stored.unfinished }, isAboutKeys)
  }
}

/** An item cannot be removed without the keys it was created with, and those may never come back. */
function isAboutKeys(error: unknown): boolean {
  return error instanceof BankProviderError && error.problem === 'keys'
}

async function store(
  tx: Transaction,
  deps: BankingDeps,
  identity: Pick<Identity, 'businessId' | 'userId'>,
  connection: NewConnection,
): Promise<Stored | { unfinished: string }> {
  const { businessId } = identity
  await lockBanks(tx, businessId)
  const existing = await findExisting(tx, connection)
  const found = existing ?? (await findDuplicate(tx, connection))
  // Read again with a lock: a connection that the owner has just removed must not come back.
  const duplicate = found && (await lockPresent(tx, found.id))
  if (duplicate?.accessToken && duplicate.state === 'disconnected') {
    await assertCleanupIsShort(tx, duplicate)
    return { unfinished: duplicate.id }
  }
  const isAlreadyConnected = duplicate !== undefined && duplicate.state !== 'disconnected'
  if (existing?.itemId === connection.item.itemId) await forgetItem(tx, connection.item.unattachedId)
  else if (!isAlreadyConnected) await attachItem(tx, { businessId, id: connection.item.unattachedId })
  const row = isAlreadyConnected ? duplicate : await write(tx, deps, identity, connection, duplicate)
  if (connection.linkId) {
    await tx.db
      .update(bankLinks)
      .set({ finishedAt: deps.now(), nextCheckAt: null, connectionId: row.id })
      .where(eq(bankLinks.id, connection.linkId))
  }
  return { isAlreadyConnected: isAlreadyConnected && !existing, row }
}

/** Serializes this for a business: two requests at once would not see each other's connection. */
async function lockBanks({ client }: Transaction, businessId: string): Promise<void> {
  await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`banks:${businessId}`])
}

/** Finds the connection that the same request or the same item made before. */
async function findExisting(
  { db }: Transaction,
  { requestId, item }: NewConnection,
): Promise<ConnectionRow | undefined> {
  const isSame = requestId
    ? eq(bankConnections.requestId, requestId)
    : eq(bankConnections.itemId, item.itemId)
  const [row] = await db
    .select()
    .from(bankConnections)
    .where(and(isSame, isNull(bankConnections.removedAt)))
  return row
}

async function write(
  tx: Transaction,
  deps: BankingDeps,
  { businessId, userId }: Pick<Identity, 'businessId' | 'userId'>,
  { provider, source, item, requestId }: NewConnection,
  ended: ConnectionRow | undefined,
): Promise<ConnectionRow> {
  const now = deps.now()
  const id = ended?.id ?? randomUUID()
  const columns = {
    requestId,
    source,
    environment: provider.environment,
    itemId: item.itemId,
    itemTakenAt: now,
    webhookUrl: plaidWebhookUrl(deps),
    accessToken: await deps.secrets.seal(tx, tokenContext({ businessId, id }), item.accessToken),
    institutionId: item.institutionId,
    institutionName: textOf(item.institutionName),
    ...initialState,
    nextSyncAt: now,
    updatedAt: now,
  }
  const row = ended
    ? await changeConnection(tx, ended, columns)
    : await insert(tx, { ...columns, businessId, id, createdBy: userId, createdAt: now })
  await storeAccounts(tx, deps, row, item)
  await deps.jobs.enqueue(tx, syncBankConnection, { businessId, connectionId: id })
  return row
}

const initialState = {
  state: 'connected',
  cursor: null,
  pageCursor: null,
  problem: null,
  problemCode: null,
  failures: 0,
  accessEndsAt: null,
  newAccountsAt: null,
  accountRevokedAt: null,
} as const

async function insert(tx: Transaction, values: typeof bankConnections.$inferInsert): Promise<ConnectionRow> {
  if ((await listConnections(tx)).length >= maxConnections) {
    throw new AppError(
      'VALIDATION_FAILED',
      `You have ${maxConnections} banks, which is the most there can be. Remove one that you no longer need.`,
    )
  }
  const [row] = await tx.db.insert(bankConnections).values(values).returning()
  if (!row) throw new Error('no row came back for a new bank connection')
  return row
}

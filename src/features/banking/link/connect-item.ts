import { and, eq, isNull } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import {
  type AccountFacts,
  type BankProvider,
  BankProviderError,
} from '../../../platform/banks/bank-provider.ts'
import { bankConnections, bankLinks } from '../../../platform/db/tables/banking.ts'
import { type Transaction, withTenant } from '../../../platform/db/transaction.ts'
import type { Identity } from '../../../platform/http/api.ts'
import { AppError } from '../../../shared/errors.ts'
import { tokenContext } from '../bank-secrets.ts'
import { type BankSource, plaidWebhookUrl } from '../bank-sources.ts'
import type { BankingDeps } from '../banking-deps.ts'
import { maxConnections } from '../banking-limits.ts'
import {
  type AccountRow,
  type ConnectionRow,
  changeConnection,
  listAccountRows,
  listConnections,
  lockBanks,
  lockPresent,
} from '../connection-queries.ts'
import { endAccess } from '../end/end-access.ts'
import { syncBankConnection } from '../jobs.ts'
import { textOf } from '../sync/transaction-row.ts'
import { assertCleanupIsShort } from '../sync/transaction-steps.ts'
import { type NewItem, readItemFacts } from './item-facts.ts'
import { storeAccounts } from './store-accounts.ts'
import { type ExchangedItem, attachItem, forgetItem, removeItem } from './unattached-items.ts'

interface NewConnection {
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
 * Turns an exchanged item into a connection. An item that gets no connection is removed at the aggregator. An
 * item that came through a link is kept after a temporary failure, because the link is checked again.
 */
export async function connectItem(
  deps: BankingDeps,
  identity: { businessId: string; userId: string },
  { exchanged, ...options }: Omit<NewConnection, 'item'> & { exchanged: ExchangedItem },
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
      const isSameLink = eq(bankLinks.id, options.linkId)
      await withTenant(deps.database, identity.businessId, ({ db }) =>
        db.update(bankLinks).set({ finishedAt: deps.now(), nextCheckAt: null }).where(isSameLink),
      )
      await removeItem(deps, exchanged)
    }
    throw error
  }
}

function isTemporary(error: unknown): boolean {
  if (error instanceof BankProviderError) return ['later', 'keys', 'restart'].includes(error.problem)
  return !(error instanceof AppError) || error.code === 'NOT_CONNECTED'
}

interface Stored {
  /** True when `row` is an existing connection to the same accounts, so that the item is not needed. */
  isAlreadyConnected: boolean
  row: ConnectionRow
}

/** Continues a disconnected connection, or creates one, unless these accounts are connected. */
async function storeConnection(
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
      `You have ${maxConnections} banks, which is the maximum. Remove one you no longer need.`,
    )
  }
  const [row] = await tx.db.insert(bankConnections).values(values).returning()
  if (!row) throw new Error('no row came back for a new bank connection')
  return row
}

/**
 * The disconnected connection that is being reconnected, or one with the same accounts (at the demo bank, of
 * the same bank). A connection in use comes first.
 */
async function findDuplicate(
  tx: Transaction,
  { source, item, connectionId }: NewConnection,
): Promise<ConnectionRow | undefined> {
  const sameBank = (await listConnections(tx)).filter((row) => row.institutionId === item.institutionId)
  const duplicates: ConnectionRow[] = []
  for (const row of sameBank) {
    const isDuplicate = source === 'demo' || sharesAccount(await listAccountRows(tx, row.id), item.accounts)
    if (isDuplicate || (row.id === connectionId && row.state === 'disconnected')) duplicates.push(row)
  }
  return (
    duplicates.find(({ state }) => state !== 'disconnected') ??
    duplicates.find(({ id }) => id === connectionId) ??
    duplicates[0]
  )
}

/** Compares name and last digits, because an aggregator's account ids change with each item. */
function sharesAccount(stored: readonly AccountRow[], reported: readonly AccountFacts[]): boolean {
  return reported.some(({ name, mask }) => stored.some((row) => row.name === name && row.last4 === mask))
}

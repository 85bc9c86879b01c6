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
import { newsUrl } from '../news-url.ts'
import { syncBankConnection } from '../sync/sync-jobs.ts'
import { textOf } from '../sync/transaction-row.ts'
import { assertSoonForgotten } from '../sync/transaction-steps.ts'
import { findDuplicate } from './find-duplicate.ts'
import type { NewItem } from './read-new-item.ts'
import { storeAccounts } from './store-accounts.ts'
import { attachItem, forgetItem } from './unattached-items.ts'

interface Stored {
  /** The item has no place of its own here: this connection stands for it. */
  isTaken: boolean
  row: ConnectionRow
}

export interface NewConnection {
  provider: BankProvider
  source: BankSource
  item: NewItem
  /** Of the request that asked for it. */
  requestId: string | null
  /** The visit that it came from, which is over with it. */
  linkId: string | null
  /** The ended connection that it is meant to go on with. */
  connectionId: string | null
}

/**
 * Writes a new access: as a connection of its own, or into the one that its owner had ended before, which then goes on
 * with its accounts and transactions. Where these accounts are connected already, that connection is the answer.
 */
export async function storeConnection(
  deps: BankingDeps,
  identity: Pick<Identity, 'businessId' | 'userId'>,
  wanted: NewConnection,
): Promise<Stored> {
  const { businessId } = identity
  for (;;) {
    const stored = await withTenant(deps.database, businessId, (tx) => store(tx, deps, identity, wanted))
    if ('row' in stored) return stored
    // Its last access is still being given back, and has to be before another takes its place.
    await endAccess(deps, { businessId, connectionId: stored.unfinished }, isAboutKeys)
  }
}

/** Nothing that was made with them can be ended until they are back, which may be never. */
function isAboutKeys(error: unknown): boolean {
  return error instanceof BankProviderError && error.problem === 'keys'
}

async function store(
  tx: Transaction,
  deps: BankingDeps,
  identity: Pick<Identity, 'businessId' | 'userId'>,
  wanted: NewConnection,
): Promise<Stored | { unfinished: string }> {
  const { businessId } = identity
  await lockBanks(tx, businessId)
  const known = await findKnown(tx, wanted)
  const found = known ?? (await findDuplicate(tx, wanted))
  // Looked at once more under its lock: what its owner has just removed is not brought back.
  const duplicate = found && (await lockPresent(tx, found.id))
  if (duplicate?.accessToken && duplicate.state === 'disconnected') {
    await assertSoonForgotten(tx, duplicate)
    return { unfinished: duplicate.id }
  }
  const isTaken = duplicate !== undefined && duplicate.state !== 'disconnected'
  if (known?.itemId === wanted.item.itemId) await forgetItem(tx, wanted.item.unattachedId)
  else if (!isTaken) await attachItem(tx, { businessId, id: wanted.item.unattachedId })
  const row = isTaken ? duplicate : await write(tx, deps, identity, wanted, duplicate)
  if (wanted.linkId) {
    await tx.db
      .update(bankLinks)
      .set({ finishedAt: deps.now(), nextCheckAt: null, connectionId: row.id })
      .where(eq(bankLinks.id, wanted.linkId))
  }
  return { isTaken: isTaken && !known, row }
}

/** One at a time for a business: two at once would not see each other's. */
async function lockBanks({ client }: Transaction, businessId: string): Promise<void> {
  await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`banks:${businessId}`])
}

/** What the same request or the same visit made before. */
async function findKnown(
  { db }: Transaction,
  { requestId, item }: NewConnection,
): Promise<ConnectionRow | undefined> {
  const isKnown = requestId
    ? eq(bankConnections.requestId, requestId)
    : eq(bankConnections.itemId, item.itemId)
  const [row] = await db
    .select()
    .from(bankConnections)
    .where(and(isKnown, isNull(bankConnections.removedAt)))
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
    webhookUrl: newsUrl(deps),
    accessToken: await deps.secrets.seal(tx, tokenContext({ businessId, id }), item.accessToken),
    institutionId: item.institutionId,
    institutionName: textOf(item.institutionName),
    ...asNew,
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

const asNew = {
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

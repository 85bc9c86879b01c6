import { type BankProvider, BankProviderError, unknownAccess } from '../../../platform/banks/bank-provider.ts'
import { type Transaction, withTenant } from '../../../platform/db/transaction.ts'
import { isUnreadable } from '../../../platform/secrets/secrets.ts'
import { tokenContext } from '../bank-secrets.ts'
import { type Blocker, findBlocker, openItem } from '../bank-sources.ts'
import type { BankingDeps } from '../banking-deps.ts'
import {
  type ConnectedRow,
  type ConnectionRow,
  changeConnection,
  findConnected,
  lockIfSameItem,
  lockPresent,
} from '../connection-queries.ts'
import { markEnded, markReconnect } from '../connection-states.ts'
import type { ConnectionRef } from '../jobs.ts'
import { listNumbers } from '../link/item-facts.ts'
import { type ReportedAccounts, findAccounts, keptAccounts } from './apply-accounts.ts'
import { type SyncCursor, applyBatch, defaultWait, interrupted, readBatch, syncCursor } from './sync-batch.ts'

const minute = 60_000
const hour = 60 * minute
const maxTries = 5
const maxDoublings = 9

/** Why a connection is not synced, and how long to wait before checking again. */
const blockers: Record<Blocker, { problemCode: string; problem: string; wait: number }> = {
  plan: {
    problemCode: 'PLAN_REQUIRED',
    problem: 'Your plan no longer includes real banks. Upgrade to Pro to import new transactions again.',
    wait: 24 * hour,
  },
  switch: { problemCode: 'SWITCHED_OFF', problem: 'Your integrations are turned off.', wait: hour },
}

/**
 * How many pages are written in one transaction. After a restart the aggregator leaves out what was added and
 * removed in between, so pages are written together. The limit bounds memory and the time of locks.
 */
const pagesAtOnce = 30

/** Fetches new transactions. Processes may do so at once: the second finds the cursor moved. */
export async function syncConnection(
  deps: BankingDeps,
  ref: ConnectionRef,
  { maxPages = pagesAtOnce }: { maxPages?: number } = {},
): Promise<void> {
  const row = await withTenant(deps.database, ref.businessId, (tx) => findToSync(tx, deps, ref.connectionId))
  if (!row) return
  try {
    const reason = `To import transactions from ${row.institutionName}`
    const item = await openItem(deps, row, { context: tokenContext(row), sealed: row.accessToken, reason })
    await syncBatches(deps, row, { ...item, maxPages })
  } catch (error) {
    if (!(error instanceof BankProviderError))
      deps.log.error({ err: error, ...ref }, 'the transactions of a bank could not be imported')
    await recordSyncFailure(deps, row, error)
  }
}

async function findToSync(
  tx: Transaction,
  { now }: BankingDeps,
  id: string,
): Promise<ConnectedRow | undefined> {
  const row = await findConnected(tx, id)
  const blocker = row && (await findBlocker(tx, row))
  if (!blocker) return row
  const locked = await lockIfSameItem(tx, row)
  const { wait, ...problem } = blockers[blocker]
  const nextSyncAt = new Date(now().getTime() + wait)
  if (locked) await changeConnection(tx, locked, { ...problem, nextSyncAt, updatedAt: now() })
  return undefined
}

interface Access {
  provider: BankProvider
  token: string
  maxPages: number
}

async function syncBatches(
  deps: BankingDeps,
  row: ConnectedRow,
  { provider, token, maxPages }: Access,
): Promise<void> {
  let from = syncCursor(row)
  for (let triesLeft = maxTries; ;) {
    try {
      const batch = await readBatch(provider, { token, from, maxPages })
      const reported = await readAccounts(deps, row, { provider, token })
      const done = await applyBatch(deps, row, batch, reported)
      if (!done) return
      from = done.from
      if (done.isStale) triesLeft -= 1
    } catch (error) {
      if (!(error instanceof BankProviderError) || error.problem !== 'restart') throw error
      triesLeft -= 1
      if (triesLeft <= 0) throw new BankProviderError('later', error.code, error.message)
      from = await restartBatch(deps, row)
    }
    // Another process is syncing this connection.
    if (triesLeft <= 0) return
  }
}

/** Runs after the pages are read, so that the list includes every account that they name. */
async function readAccounts(
  { database, log }: BankingDeps,
  { businessId, id }: ConnectedRow,
  { provider, token }: Omit<Access, 'maxPages'>,
): Promise<ReportedAccounts> {
  const accounts = await provider.listAccounts(token)
  const stored = await withTenant(database, businessId, (tx) => findAccounts(tx, id))
  const hasNew = keptAccounts(accounts, stored).some(({ providerId }) => !stored.has(providerId))
  return { accounts, numbers: hasNew ? await listNumbers(provider, token, log) : [] }
}

async function restartBatch({ database, now }: BankingDeps, opened: ConnectedRow): Promise<SyncCursor> {
  return withTenant(database, opened.businessId, async (tx) => {
    const row = await lockIfSameItem(tx, opened)
    if (!row?.pageCursor) return syncCursor(row ?? opened)
    return syncCursor(await changeConnection(tx, row, { ...interrupted, updatedAt: now() }))
  })
}

/** Stores a failed sync on the connection: the problem as a sentence, and when to try again. */
async function recordSyncFailure(
  deps: BankingDeps,
  { businessId, id, itemId }: Pick<ConnectionRow, 'businessId' | 'id' | 'itemId'>,
  error: unknown,
): Promise<void> {
  const now = deps.now()
  await withTenant(deps.database, businessId, async (tx) => {
    const row = await lockPresent(tx, id)
    // The connection was disconnected or has another item by now.
    if (!row || row.state !== 'connected' || row.itemId !== itemId) return
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

const unreadable =
  'The saved access to this bank can no longer be read. Please disconnect it, then connect it again.'

function textFor(error: unknown): { code: string; message: string } {
  if (error instanceof BankProviderError) return error
  return isUnreadable(error)
    ? { code: 'UNREADABLE', message: unreadable }
    : { code: 'INTERNAL', message: 'New transactions couldn’t be imported. We’ll try again automatically.' }
}

import { type BankProvider, BankProviderError } from '../../../platform/banks/bank-provider.ts'
import { type Transaction, withTenant } from '../../../platform/db/transaction.ts'
import { tokenContext } from '../bank-secrets.ts'
import { type Blocker, findBlocker, providerOf } from '../bank-sources.ts'
import type { BankingDeps } from '../banking-deps.ts'
import { changeConnection } from '../connection-queries.ts'
import { isInDollars, listNumbers } from '../link/read-new-item.ts'
import { findAccounts } from './apply-accounts.ts'
import { type ReportedAccounts, applyBatch } from './apply-batch.ts'
import { type ConnectedRow, findConnected, lockIfSameItem } from './find-connected.ts'
import { recordSyncFailure } from './record-sync-failure.ts'
import { type SyncCursor, interrupted, readBatch, syncCursor } from './sync-batch.ts'
import type { ConnectionRef } from './sync-jobs.ts'

const hour = 3_600_000
const maxTries = 5

/** Why a connection is not synced, and how long to wait before checking again. */
const blockers: Record<Blocker, { problemCode: string; problem: string; wait: number }> = {
  plan: {
    problemCode: 'PLAN_REQUIRED',
    problem:
      'Your plan does not include real banks any more: upgrade to Pro, and new transactions are fetched again.',
    wait: 24 * hour,
  },
  switch: {
    problemCode: 'SWITCHED_OFF',
    problem: 'Your integrations are switched off.',
    wait: hour,
  },
}

interface Options {
  /**
   * How many pages are written in one transaction. The aggregator may abort a sequence of pages and report it
   * again from its start, without transactions that were added and removed in between. Writing the whole
   * sequence together avoids that gap; the limit bounds memory and the time that locks are held.
   */
  maxPages?: number
}

/**
 * Fetches the new transactions of a connection. Processes may do so concurrently: the second one finds the
 * cursor moved and continues from there.
 */
export async function syncConnection(
  deps: BankingDeps,
  ref: ConnectionRef,
  { maxPages = 30 }: Options = {},
): Promise<void> {
  const row = await withTenant(deps.database, ref.businessId, (tx) => findToSync(tx, deps, ref.connectionId))
  if (!row) return
  try {
    const access = { userId: null, reason: `To fetch transactions from ${row.institutionName}` }
    const { accessToken: sealed } = row
    const token = await withTenant(deps.database, row.businessId, (tx) =>
      deps.secrets.open(tx, tokenContext(row), sealed, access),
    )
    await syncBatches(deps, row, { provider: await providerOf(deps, row, access), token, maxPages })
  } catch (error) {
    if (!(error instanceof BankProviderError))
      deps.log.error({ err: error, ...ref }, 'a bank was not fetched')
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
  const accountIds = await withTenant(database, businessId, (tx) => findAccounts(tx, id))
  const hasNew = accounts.some((facts) => isInDollars(facts) && !accountIds.has(facts.providerId))
  return { accounts, numbers: hasNew ? await listNumbers(provider, token, log) : [] }
}

async function restartBatch({ database, now }: BankingDeps, opened: ConnectedRow): Promise<SyncCursor> {
  return withTenant(database, opened.businessId, async (tx) => {
    const row = await lockIfSameItem(tx, opened)
    if (!row?.pageCursor) return syncCursor(row ?? opened)
    return syncCursor(await changeConnection(tx, row, { ...interrupted, updatedAt: now() }))
  })
}

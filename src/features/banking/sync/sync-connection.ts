import { type BankProvider, BankProviderError } from '../../../platform/banks/bank-provider.ts'
import { type Transaction, withTenant } from '../../../platform/db/transaction.ts'
import { tokenContext } from '../bank-secrets.ts'
import { type Blocker, findBlocker, providerOf } from '../bank-sources.ts'
import type { BankingDeps } from '../banking-deps.ts'
import { changeConnection } from '../connection-queries.ts'
import { isInDollars, listNumbers } from '../link/read-new-item.ts'
import { findAccounts } from './apply-accounts.ts'
import { type Reported, applyBatch } from './apply-batch.ts'
import { type OpenRow, findConnected, lockSame } from './find-connected.ts'
import { noteSyncFailure } from './note-sync-failure.ts'
import { type SyncCursor, readBatch } from './sync-batch.ts'
import { interrupted, syncCursor } from './sync-cursor.ts'
import type { ConnectionRef } from './sync-jobs.ts'

const hour = 3_600_000
const maxTries = 5

/** With how long it is until somebody looks whether that is still so. */
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
   * What belongs together is kept in one transaction: the aggregator may break a round off and tell it anew from its
   * beginning, without what came and went meanwhile. Only so many pages are held in memory, and
   * only so long do others wait for them, though.
   */
  maxPages?: number
}

/** Fetches what is new. Several may do so at once: whoever comes second finds the cursor moved, and reads on from there. */
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
    await noteSyncFailure(deps, row, error)
  }
}

async function findToSync(tx: Transaction, { now }: BankingDeps, id: string): Promise<OpenRow | undefined> {
  const row = await findConnected(tx, id)
  const blocker = row && (await findBlocker(tx, row))
  if (!blocker) return row
  const locked = await lockSame(tx, row)
  const { wait, ...told } = blockers[blocker]
  const nextSyncAt = new Date(now().getTime() + wait)
  if (locked) await changeConnection(tx, locked, { ...told, nextSyncAt, updatedAt: now() })
  return undefined
}

interface Access {
  provider: BankProvider
  token: string
  maxPages: number
}

async function syncBatches(
  deps: BankingDeps,
  row: OpenRow,
  { provider, token, maxPages }: Access,
): Promise<void> {
  let from = syncCursor(row)
  for (let triesLeft = maxTries; ;) {
    try {
      const round = await readBatch(provider, { token, from, maxPages })
      const told = await readAccounts(deps, row, { provider, token })
      const done = await applyBatch(deps, row, round, told)
      if (!done) return
      from = done.from
      if (done.isStale) triesLeft -= 1
    } catch (error) {
      if (!(error instanceof BankProviderError) || error.problem !== 'restart') throw error
      triesLeft -= 1
      if (triesLeft <= 0) throw new BankProviderError('later', error.code, error.message)
      from = await beginAgain(deps, row)
    }
    // Then somebody else is getting on with it.
    if (triesLeft <= 0) return
  }
}

/** After the pages: an account that they name is among these, also when it is new. */
async function readAccounts(
  { database, log }: BankingDeps,
  { businessId, id }: OpenRow,
  { provider, token }: Omit<Access, 'maxPages'>,
): Promise<Reported> {
  const accounts = await provider.listAccounts(token)
  const known = await withTenant(database, businessId, (tx) => findAccounts(tx, id))
  const hasNew = accounts.some((facts) => isInDollars(facts) && !known.has(facts.providerId))
  return { accounts, numbers: hasNew ? await listNumbers(provider, token, log) : [] }
}

async function beginAgain({ database, now }: BankingDeps, opened: OpenRow): Promise<SyncCursor> {
  return withTenant(database, opened.businessId, async (tx) => {
    const row = await lockSame(tx, opened)
    if (!row?.pageCursor) return syncCursor(row ?? opened)
    return syncCursor(await changeConnection(tx, row, { ...interrupted, updatedAt: now() }))
  })
}

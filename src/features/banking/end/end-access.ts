import { eq } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { BankProviderError } from '../../../platform/banks/bank-provider.ts'
import { bankConnections, unattachedBankItems } from '../../../platform/db/tables/banking.ts'
import { type Transaction, withTenant } from '../../../platform/db/transaction.ts'
import { defineJob } from '../../../platform/jobs/job.ts'
import { DecryptionFailed } from '../../../platform/secrets/seal.ts'
import { tokenContext, unattachedContext } from '../bank-secrets.ts'
import { providerOf } from '../bank-sources.ts'
import type { BankingDeps } from '../banking-deps.ts'
import { type ConnectionRow, changeConnection, listAccountRows, lockEnded } from '../connection-queries.ts'
import { notEndedCode } from '../rules.ts'
import type { ConnectionRef } from '../sync/sync-jobs.ts'
import { clearAll, forgetProviderIds } from '../sync/transaction-steps.ts'

/** Removes an item at the aggregator after the owner disconnected or removed the bank. */
export const endBankAccess = defineJob(
  'end-bank-access',
  z.strictObject({ businessId: z.uuid(), connectionId: z.uuid() }),
  // Retries for about four days. After that the daily sweep enqueues the job again.
  { retryLimit: 100 },
)

/** Deletes the remaining transactions of removed accounts in small steps. */
export const clearTransactions = defineJob(
  'clear-transactions',
  z.strictObject({ businessId: z.uuid(), accountIds: z.array(z.uuid()) }),
  { retryLimit: 20, expireInSeconds: 900 },
)

export async function startEndingJobs(deps: BankingDeps): Promise<void> {
  await deps.jobs.work(endBankAccess, (ref) => endAccess(deps, ref))
  await deps.jobs.work(clearTransactions, (data) => clearAll(deps, data))
}

/**
 * Removes the item of a disconnected connection. A second run does nothing. Until then the connection keeps
 * its token and takes no new one, so that work begun for one item never affects the next. If the item cannot
 * be removed and `maySetAside` allows it, the item moves to `unattached_bank_items`, whose job removes it
 * later. The connection is then free for a new item.
 */
export async function endAccess(
  deps: BankingDeps,
  ref: ConnectionRef,
  maySetAside: (error: unknown) => boolean = () => false,
): Promise<void> {
  const row = await withTenant(deps.database, ref.businessId, (tx) => lockEnded(tx, ref.connectionId))
  if (!row) return
  if (!row.removedAt) await forgetIds(deps, row)
  const outcome = row.accessToken ? await endOrSetAside(deps, row, maySetAside) : 'ended'
  await withTenant(deps.database, ref.businessId, (tx) => forgetAccess(tx, deps, row, outcome))
}

type Outcome = Awaited<ReturnType<typeof endItem>> | 'set aside'

async function endOrSetAside(
  deps: BankingDeps,
  row: ConnectionRow,
  maySetAside: (error: unknown) => boolean,
): Promise<Outcome> {
  try {
    return await endItem(deps, row)
  } catch (error) {
    const { businessId, id: connectionId, itemId, source } = row
    deps.log.error(
      { err: error, businessId, connectionId, itemId, source },
      'the access to a bank could not be given back',
    )
    // The token cannot be decrypted any more, so there is nothing to retry with.
    if (error instanceof DecryptionFailed) return 'ended'
    if (maySetAside(error)) return 'set aside'
    await withTenant(deps.database, businessId, (tx) => recordNotEnded(tx, deps, row, error))
    throw error
  }
}

/**
 * Shows the failure to the owner if only the owner can fix it: the Plaid keys are missing or no longer
 * accepted.
 */
async function recordNotEnded(
  tx: Transaction,
  { now }: BankingDeps,
  ended: ConnectionRow,
  error: unknown,
): Promise<void> {
  if (!(error instanceof BankProviderError) || error.problem !== 'keys') return
  const row = await lockEnded(tx, ended.id)
  if (!row || row.itemId !== ended.itemId || row.removedAt) return
  const problem = `The access to ${row.institutionName} could not be ended at Plaid yet, and is tried again every day. ${error.message}`
  await changeConnection(tx, row, { problemCode: notEndedCode, problem, updatedAt: now() })
}

/** Removes an item at the aggregator. The access log records why the token was decrypted. */
export async function endItem(deps: BankingDeps, row: ConnectionRow): Promise<'ended' | 'unknown'> {
  const { businessId, institutionName, accessToken: sealed } = row
  if (!sealed) return 'ended'
  const access = { userId: null, reason: `To end the access to ${institutionName}` }
  const token = await withTenant(deps.database, businessId, (tx) =>
    deps.secrets.open(tx, tokenContext(row), sealed, access),
  )
  const provider = await providerOf(deps, row, access)
  return provider.endItem(token)
}

async function forgetIds({ database }: BankingDeps, row: ConnectionRow): Promise<void> {
  const accounts = await withTenant(database, row.businessId, (tx) => listAccountRows(tx, row.id))
  for (const account of accounts) await forgetProviderIds(database, row, account.id)
}

async function forgetAccess(
  tx: Transaction,
  deps: BankingDeps,
  ended: ConnectionRow,
  outcome: Outcome,
): Promise<void> {
  const row = await lockEnded(tx, ended.id)
  if (!row || row.itemId !== ended.itemId) return
  if (outcome === 'set aside') await setAside(tx, deps, row)
  if (row.removedAt) {
    await tx.db.delete(bankConnections).where(eq(bankConnections.id, row.id))
    return
  }
  const cleared = { accessToken: null, itemId: null, itemTakenAt: null, cursor: null, pageCursor: null }
  const problem =
    row.problemCode === notEndedCode || row.problemCode === null ? problemAfter(row, outcome) : {}
  await changeConnection(tx, row, { ...cleared, ...problem, updatedAt: deps.now() })
}

/**
 * An item that Plaid does not know may still exist under the business's previous keys. Only the owner can
 * check that.
 */
function problemAfter({ source, institutionName }: ConnectionRow, outcome: Outcome) {
  if (outcome !== 'unknown' || source !== 'own') return { problem: null, problemCode: null }
  const problem = `Plaid does not know the access to ${institutionName} with the keys of now. If you have changed to another Plaid account, end it in the dashboard of the earlier one.`
  return { problem, problemCode: notEndedCode }
}

async function setAside(tx: Transaction, { secrets, now }: BankingDeps, row: ConnectionRow): Promise<void> {
  const { businessId, source, environment, itemId, accessToken: sealed, createdBy } = row
  if (!sealed || itemId === null) return
  const access = { userId: null, reason: `To end the access to ${row.institutionName} later` }
  const token = await secrets.open(tx, tokenContext(row), sealed, access)
  const id = randomUUID()
  await tx.db.insert(unattachedBankItems).values({
    businessId,
    id,
    createdBy,
    source,
    environment,
    itemId,
    accessToken: await secrets.seal(tx, unattachedContext({ businessId, id }), token),
    endAt: now(),
    createdAt: now(),
  })
}

import { eq, isNotNull } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { BankProviderError } from '../../../platform/banks/bank-provider.ts'
import { bankConnections, unattachedBankItems } from '../../../platform/db/tables/banking.ts'
import { type Transaction, withTenant } from '../../../platform/db/transaction.ts'
import { DecryptionFailed } from '../../../platform/secrets/seal.ts'
import { tokenContext, unattachedContext } from '../bank-secrets.ts'
import { openItem } from '../bank-sources.ts'
import type { BankingDeps } from '../banking-deps.ts'
import { type ConnectionRow, changeConnection, listAccountRows, lockEnded } from '../connection-queries.ts'
import { type ConnectionRef, clearTransactions, endBankAccess } from '../jobs.ts'
import { endUnattached } from '../link/unattached-items.ts'
import { notEndedCode } from '../rules.ts'
import { clearAll, forgetProviderIds } from '../sync/transaction-steps.ts'

export async function startEndingJobs(deps: BankingDeps): Promise<void> {
  await deps.jobs.work(endBankAccess, (ref) => endAccess(deps, ref))
  await deps.jobs.work(clearTransactions, (data) => clearAll(deps, data))
}

/**
 * Removes a disconnected item; a second run does nothing. Until then the connection keeps its token and takes
 * no new one. If that fails and `maySetAside` allows it, `unattached_bank_items` takes over the item.
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
      'the access to a bank could not be ended',
    )
    // The token cannot be decrypted any more, so there is nothing to retry with.
    if (error instanceof DecryptionFailed) return 'ended'
    if (maySetAside(error)) return 'set aside'
    await withTenant(deps.database, businessId, (tx) => recordNotEnded(tx, deps, row, error))
    throw error
  }
}

/** Tells the owner what only the owner can fix: the Plaid keys are missing or not accepted. */
async function recordNotEnded(
  tx: Transaction,
  { now }: BankingDeps,
  ended: ConnectionRow,
  error: unknown,
): Promise<void> {
  if (!(error instanceof BankProviderError) || error.problem !== 'keys') return
  const row = await lockEnded(tx, ended.id)
  if (!row || row.itemId !== ended.itemId || row.removedAt) return
  const problem = `Access to ${row.institutionName} couldn’t be ended at Plaid yet. We’ll try again every day. ${error.message}`
  await changeConnection(tx, row, { problemCode: notEndedCode, problem, updatedAt: now() })
}

async function endItem(deps: BankingDeps, row: ConnectionRow): Promise<'ended' | 'unknown'> {
  const { institutionName, accessToken: sealed } = row
  if (!sealed) return 'ended'
  const reason = `To end access to ${institutionName}`
  const { provider, token } = await openItem(deps, row, { context: tokenContext(row), sealed, reason })
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

/** An unknown item may still exist under the business's previous keys. Only the owner can check that. */
function problemAfter({ source, institutionName }: ConnectionRow, outcome: Outcome) {
  if (outcome !== 'unknown' || source !== 'own') return { problem: null, problemCode: null }
  const problem = `Plaid doesn’t recognize the access to ${institutionName} with the current keys. If you switched to another Plaid account, end it in the dashboard of the earlier one.`
  return { problem, problemCode: notEndedCode }
}

async function setAside(tx: Transaction, { secrets, now }: BankingDeps, row: ConnectionRow): Promise<void> {
  const { businessId, source, environment, itemId, accessToken: sealed, createdBy } = row
  if (!sealed || itemId === null || source === 'file' || environment === 'file') return
  const access = { userId: null, reason: `To end access to ${row.institutionName} later` }
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

/** After this many failures in a row the remaining items are not tried. */
const maxFailuresInARow = 5

/** Removes the items of a business before its deletion. The operator finds failures in the log. */
export async function revokeBankAccesses(deps: BankingDeps, businessId: string): Promise<void> {
  const rows = await withTenant(deps.database, businessId, ({ db }) =>
    db.select().from(bankConnections).where(isNotNull(bankConnections.accessToken)),
  )
  const unattached = await withTenant(deps.database, businessId, ({ db }) =>
    db.select().from(unattachedBankItems).where(isNotNull(unattachedBankItems.accessToken)),
  )
  const all = [
    ...rows.map((row) => ({ ...row, end: () => endItem(deps, row) })),
    ...unattached.map((row) => ({ ...row, end: () => endUnattached(deps, row) })),
  ]
  let failures = 0
  for (const { itemId, source, end } of all) {
    try {
      if (failures >= maxFailuresInARow) throw new Error('too many before it could not be ended')
      await end()
      failures = 0
    } catch (error) {
      failures += 1
      deps.log.error({ err: error, businessId, itemId, source }, 'the access to a bank could not be ended')
    }
  }
}

import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { bankConnections } from '../../platform/db/tables/banking.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { defineJob } from '../../platform/jobs/job.ts'
import { SealBroken } from '../../platform/secrets/seal.ts'
import { tokenPlace } from './bank-secrets.ts'
import { providerOf } from './bank-sources.ts'
import type { BankingDeps } from './banking-deps.ts'
import { clearAll, forgetProviderIds } from './transaction-steps.ts'
import { changeConnection, listAccountRows, lockEnded } from './connection-queries.ts'
import type { ConnectionRow } from './connection-queries.ts'
import type { ConnectionRef } from './sync-jobs.ts'

/** Gives the access to a bank back at the aggregator, after its owner ended or removed it here. */
export const endBankAccess = defineJob(
  'end-bank-access',
  z.strictObject({ businessId: z.uuid(), connectionId: z.uuid() }),
  // About four days.
  { retryLimit: 100 },
)

/** Deletes what is left of the transactions of removed accounts, in small steps. */
export const clearTransactions = defineJob(
  'clear-transactions',
  z.strictObject({ businessId: z.uuid(), accountIds: z.array(z.uuid()) }),
  { retryLimit: 20, expireInSeconds: 900 },
)

export async function startEndingJobs(deps: BankingDeps): Promise<void> {
  await deps.jobs.work(endBankAccess, (ref, { isLastTry }) => endAccess(deps, ref, () => isLastTry))
  await deps.jobs.work(clearTransactions, (data) => clearAll(deps, data))
}

/**
 * Ends what its owner ended here, and does nothing the second time. Until it is through, the connection keeps its token
 * and takes no new one: what was begun for one access never hits the next. What cannot be given back is given up, and
 * named in the log, where `mayGiveUp` says so.
 */
export async function endAccess(
  deps: BankingDeps,
  ref: ConnectionRef,
  mayGiveUp: (error: unknown) => boolean = () => false,
): Promise<void> {
  const row = await withTenant(deps.database, ref.businessId, (tx) => lockEnded(tx, ref.connectionId))
  if (!row) return
  if (!row.removedAt) await forgetIds(deps, row)
  if (row.accessToken) {
    await endItem(deps, row).catch((error: unknown) => {
      const { itemId, source } = row
      if (!mayGiveUp(error) && !(error instanceof SealBroken)) throw error
      deps.log.error({ err: error, ...ref, itemId, source }, 'the access to a bank could not be given back')
    })
  }
  await withTenant(deps.database, ref.businessId, (tx) => forgetAccess(tx, row, deps.now()))
}

/** At the aggregator, with a note of why the token was read. */
export async function endItem(
  deps: BankingDeps,
  row: ConnectionRow,
  userId: string | null = null,
): Promise<void> {
  const { businessId, institutionName, accessToken: sealed } = row
  if (!sealed) return
  const access = { userId, reason: `To end the access to ${institutionName}` }
  const token = await withTenant(deps.database, businessId, (tx) =>
    deps.secrets.open(tx, tokenPlace(row), sealed, access),
  )
  const provider = await providerOf(deps, row, access)
  await provider.endItem(token)
}

async function forgetIds({ database }: BankingDeps, row: ConnectionRow): Promise<void> {
  const accounts = await withTenant(database, row.businessId, (tx) => listAccountRows(tx, row.id))
  for (const account of accounts) await forgetProviderIds(database, row, account.id)
}

async function forgetAccess(tx: Transaction, ended: ConnectionRow, now: Date): Promise<void> {
  const row = await lockEnded(tx, ended.id)
  if (!row || row.itemId !== ended.itemId) return
  if (row.removedAt) {
    await tx.db.delete(bankConnections).where(eq(bankConnections.id, row.id))
    return
  }
  const nothing = { accessToken: null, itemId: null, itemTakenAt: null, cursor: null, pageCursor: null }
  await changeConnection(tx, row, { ...nothing, updatedAt: now })
}

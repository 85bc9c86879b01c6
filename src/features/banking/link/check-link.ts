import { eq } from 'drizzle-orm'
import { bankLinks } from '../../../platform/db/tables/banking.ts'
import { type Transaction, withTenant } from '../../../platform/db/transaction.ts'
import { AppError } from '../../../shared/errors.ts'
import type { BankingDeps } from '../banking-deps.ts'
import type { LinkRef } from '../item-jobs.ts'
import { finishLink } from './finish-bank-link.ts'
import { nextCheckAt } from './link-times.ts'

/** Finishes a link whose owner did not come back from the bank's page. */
export async function checkLink(deps: BankingDeps, { businessId, linkId }: LinkRef): Promise<void> {
  const isOpen = await withTenant(deps.database, businessId, (tx) => scheduleNextCheck(tx, deps, linkId))
  if (!isOpen) return
  try {
    await finishLink(deps, { businessId, userId: null }, linkId)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    deps.log.warn({ err: error, businessId, linkId }, 'a bank link was not finished')
  }
}

/**
 * Stores the time of the next check, and returns false when the link needs none. It commits before the
 * aggregator is asked, so that the link becomes due again if this process dies.
 */
async function scheduleNextCheck({ db }: Transaction, { now }: BankingDeps, id: string): Promise<boolean> {
  const [link] = await db.select().from(bankLinks).where(eq(bankLinks.id, id)).for('update')
  if (!link || link.finishedAt || link.nextCheckAt === null) return false
  const next = nextCheckAt(link, now())
  await db
    .update(bankLinks)
    .set({ nextCheckAt: next, checks: link.checks + 1 })
    .where(eq(bankLinks.id, id))
  return next !== null
}

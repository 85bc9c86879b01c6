import { isNotNull } from 'drizzle-orm'
import { bankConnections, unattachedBankItems } from '../../../platform/db/tables/banking.ts'
import { withTenant } from '../../../platform/db/transaction.ts'
import type { BankingDeps } from '../banking-deps.ts'
import { endUnattached } from '../link/unattached-items.ts'
import { endItem } from './end-access.ts'

/** After this many failures in a row the remaining items are not tried. */
const maxFailuresInARow = 5

/**
 * Removes the items of a business that is about to be deleted. Failures are logged, so that the operator can
 * remove those items by hand.
 */
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
      if (failures >= maxFailuresInARow) throw new Error('too many before it could not be given back')
      await end()
      failures = 0
    } catch (error) {
      failures += 1
      deps.log.error(
        { err: error, businessId, itemId, source },
        'the access to a bank could not be given back',
      )
    }
  }
}

import { isNotNull } from 'drizzle-orm'
import { bankConnections, unattachedBankItems } from '../../../platform/db/tables/banking.ts'
import { withTenant } from '../../../platform/db/transaction.ts'
import type { BankingDeps } from '../banking-deps.ts'
import { endUnattached } from '../link/unattached-items.ts'
import { endItem } from './end-access.ts'

/** So many in a row that could not be given back: the others could not be either. */
const patience = 5

/** Of a business that is about to be deleted, as far as it goes: the operator finds in the log what is left to end. */
export async function giveBackAccesses(deps: BankingDeps, businessId: string): Promise<void> {
  const rows = await withTenant(deps.database, businessId, ({ db }) =>
    db.select().from(bankConnections).where(isNotNull(bankConnections.accessToken)),
  )
  const loose = await withTenant(deps.database, businessId, ({ db }) =>
    db.select().from(unattachedBankItems).where(isNotNull(unattachedBankItems.accessToken)),
  )
  const all = [
    ...rows.map((row) => ({ ...row, end: () => endItem(deps, row) })),
    ...loose.map((row) => ({ ...row, end: () => endUnattached(deps, row) })),
  ]
  let failures = 0
  for (const { itemId, source, end } of all) {
    try {
      if (failures >= patience) throw new Error('too many before it could not be given back')
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

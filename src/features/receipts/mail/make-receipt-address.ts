import { receiptSettings } from '../../../platform/db/tables/receipts.ts'
import { withTenant } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { Identity } from '../../../platform/http/api.ts'
import { AppError } from '../../../shared/errors.ts'
import type { ReceiptSettings } from '../contract.ts'
import { assertPlanHasReceipts } from '../queries.ts'
import { findSettings, toSettings } from '../receipt-settings.ts'
import { makeMailName } from './mail-name.ts'

/** Gives the business a new secret address. Messages to the one before are refused from then on. */
export function makeReceiptAddress(
  deps: Deps<'database' | 'now' | 'receiptMail'>,
  { businessId }: Identity,
): Promise<ReceiptSettings> {
  return withTenant(deps.database, businessId, async (tx) => {
    if (!deps.receiptMail)
      throw new AppError('NOT_CONFIGURED', 'This installation doesn’t receive receipts by email.')
    await assertPlanHasReceipts(tx)
    const made = { mailName: makeMailName(), updatedAt: deps.now() }
    const [row] = await tx.db
      .insert(receiptSettings)
      .values({ businessId, ...(await findSettings(tx, businessId)), ...made })
      .onConflictDoUpdate({ target: receiptSettings.businessId, set: made })
      .returning()
    return toSettings(deps, row!)
  })
}

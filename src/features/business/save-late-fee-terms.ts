import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { Database } from '../../platform/db/connect.ts'
import { businesses } from '../../platform/db/tables/business.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import type { Identity } from '../../platform/http/api.ts'
import { maxMinorOf } from '../../shared/currencies.ts'
import { fieldError } from '../../shared/errors.ts'
import { formatMoney } from '../../shared/money.ts'
import type { businessSchema } from './contract.ts'
import { type LateFeeTerms, lateFeeAmounts } from './late-fee-rules.ts'
import { getOwnBusiness, lockOwnBusiness } from './queries.ts'

/** Saves the terms that new invoices begin with. Invoices that exist keep theirs. */
export async function saveLateFeeTerms(
  database: Database,
  identity: Identity,
  lateFeeTerms: LateFeeTerms | null,
): Promise<z.infer<typeof businessSchema>> {
  const { businessId, business } = identity
  return withTenant(database, businessId, async (tx) => {
    // The home currency stays as it is while an amount in it is saved.
    const { currency } = await lockOwnBusiness(tx)
    const max = maxMinorOf(currency)
    const tooLarge = lateFeeTerms && lateFeeAmounts(lateFeeTerms).find(({ minor }) => minor > max)
    if (tooLarge) {
      const limit = formatMoney(max, { currency, locale: business.locale })
      throw fieldError(`lateFeeTerms.${tooLarge.field}`, `The amount can be at most ${limit}.`)
    }
    await tx.db.update(businesses).set({ lateFeeTerms }).where(eq(businesses.id, businessId))
    return getOwnBusiness(tx, identity.owner)
  })
}

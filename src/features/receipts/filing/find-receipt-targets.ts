import { withTenant } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { Identity } from '../../../platform/http/api.ts'
import { maxMinor } from '../../../shared/currencies.ts'
import { addDays, dateIn } from '../../../shared/dates.ts'
import type { QueryOf, ResponseOf } from '../../../shared/endpoint.ts'
import type * as contract from '../contract.ts'
import { getReceiptRow } from '../queries.ts'
import { rankTargets } from './match-rules.ts'
import { findTargetsNear, searchTargets, toFiledUnder } from './targets.ts'

const maxTargets = 20
/** Before and after the date of the receipt. */
const days = 30

export function findReceiptTargets(
  { database }: Deps<'database'>,
  { businessId, business }: Identity,
  receiptId: string,
  { search }: QueryOf<typeof contract.findReceiptTargets>,
): Promise<ResponseOf<typeof contract.findReceiptTargets>> {
  return withTenant(database, businessId, async (tx) => {
    const row = await getReceiptRow(tx, businessId, receiptId)
    const date = row.date ?? dateIn(business.timeZone, row.createdAt)
    const found =
      search === ''
        ? await findTargetsNear(tx, businessId, {
            receiptId,
            currency: row.currency,
            minMinor: 0,
            maxMinor,
            from: addDays(date, -days),
            to: addDays(date, days),
          })
        : await searchTargets(tx, businessId, { receiptId, search })
    const { merchant, currency, totalMinor, text } = row
    const facts = {
      merchant: merchant ?? '',
      date,
      currency: currency ?? '',
      totalMinor: totalMinor ?? 0,
      text,
    }
    return { targets: rankTargets(facts, found).slice(0, maxTargets).map(toFiledUnder) }
  })
}

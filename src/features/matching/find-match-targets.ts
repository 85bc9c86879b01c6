import { withTenant } from '../../platform/db/transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Identity } from '../../platform/http/api.ts'
import { daysBetween } from '../../shared/dates.ts'
import type { QueryOf, ResponseOf } from '../../shared/endpoint.ts'
import { areNamesAlike } from '../receipts/filing/merchant-alike-rules.ts'
import { getTransaction } from '../transactions/queries.ts'
import { nameOf } from './candidates/name-rules.ts'
import type * as contract from './contract.ts'
import { getMatchView } from './match-views.ts'
import { findCurrentMatch } from './queries.ts'
import { searchTargets, toTarget } from './targets.ts'

const maxTargets = 30

/** What a transaction can be matched with by hand. */
export function findMatchTargets(
  { database }: Deps<'database'>,
  { businessId }: Identity,
  id: string,
  { search }: QueryOf<typeof contract.findMatchTargets>,
): Promise<ResponseOf<typeof contract.findMatchTargets>> {
  return withTenant(database, businessId, async (tx) => {
    const { transaction } = await getTransaction(tx, businessId, id)
    const { accountId, date, currency, amountMinor, type } = transaction
    const wanted = { id, accountId, isIncome: type === 'income', date, currency, amountMinor, search }
    const found = await searchTargets(tx, businessId, wanted)
    const payer = nameOf(transaction.description)
    const isNamed = (target: (typeof found)[number]) =>
      target.detail !== '' && areNamesAlike(nameOf(target.detail), payer)
    const distance = (target: (typeof found)[number]) =>
      (isNamed(target) ? -1 : 0) +
      (target.currency === currency ? 0 : 1) +
      Math.min(1, Math.abs(target.openMinor - amountMinor) / Math.max(1, amountMinor)) +
      Math.min(1, Math.abs(daysBetween(date, target.date)) / 100)
    const match = await findCurrentMatch(tx, businessId, id)
    return {
      targets: found
        .map((target) => ({ target, far: distance(target) }))
        .toSorted((a, b) => a.far - b.far)
        .slice(0, maxTargets)
        .map(({ target }) => ({
          // An invoice can be paid in part. Everything else is the transaction, or it is not.
          ...toTarget(
            target,
            target.kind === 'invoices' ? Math.min(amountMinor, target.openMinor) : target.totalMinor,
          ),
          kind: target.kind,
        })),
      match: match ? await getMatchView(tx, businessId, match.id) : null,
    }
  })
}

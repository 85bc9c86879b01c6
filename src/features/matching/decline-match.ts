import { withTenant } from '../../platform/db/transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Identity } from '../../platform/http/api.ts'
import type { ResponseOf } from '../../shared/endpoint.ts'
import type * as contract from './contract.ts'
import { getMatchView } from './match-views.ts'
import { changeMatch, changedElsewhere, findCurrentMatch, lockMatch } from './queries.ts'
import { suggestMatches } from './suggest-matches.ts'

/** Declines a suggested match, and looks for the next one that fits its transaction. */
export function declineMatch(
  deps: Deps<'database' | 'now'>,
  { businessId }: Identity,
  id: string,
): Promise<ResponseOf<typeof contract.declineMatch>> {
  return withTenant(deps.database, businessId, async (tx) => {
    const { match } = await lockMatch(tx, businessId, id)
    if (match.state === 'accepted') throw changedElsewhere('This match was accepted. Undo that first.')
    if (match.state === 'suggested') {
      await tx.client.query(
        `delete from transaction_matches
         where business_id = $1 and transaction_id = $2 and target_key = $3 and state = 'declined'`,
        [businessId, match.transactionId, match.targetKey],
      )
      await changeMatch(tx, match, { state: 'declined', decidedBy: 'owner', decidedAt: deps.now() })
      await suggestMatches(tx, businessId, { now: deps.now(), only: match.transactionId })
    }
    const next = await findCurrentMatch(tx, businessId, match.transactionId)
    return {
      match: await getMatchView(tx, businessId, id),
      next: next ? await getMatchView(tx, businessId, next.id) : null,
    }
  })
}

import { type Transaction, withTenant } from '../../platform/db/transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Identity } from '../../platform/http/api.ts'
import { holdClosedThrough } from '../periods/assert-open-period.ts'
import type { Decider } from './accept-match.ts'
import type { Match } from './contract.ts'
import { type UnlinkDeps, matchLinks } from './match-links.ts'
import { getMatchView } from './match-views.ts'
import { changeMatch, changedElsewhere, lockMatch } from './queries.ts'

/**
 * Takes a decision back. The match is suggested again, and left to the owner: `decided_by` says that they have seen it, so
 * that no rule accepts it.
 */
async function undoIn(
  tx: Transaction,
  deps: UnlinkDeps,
  { businessId, userId }: Decider,
  id: string,
): Promise<void> {
  const [closedThrough, { match, transaction }] = await Promise.all([
    holdClosedThrough(tx, businessId),
    lockMatch(tx, businessId, id),
  ])
  if (match.state === 'suggested') return
  if (match.state === 'declined') await clearCurrent(tx, businessId, match.transactionId)
  // The state first: see release-matches.sql.
  await changeMatch(tx, match, {
    state: 'suggested',
    band: 'suggest',
    decidedBy: 'owner',
    decidedAt: deps.now(),
  })
  if (match.state === 'accepted')
    await matchLinks[match.kind].unlink(tx, deps, { match, transaction, userId, closedThrough })
}

/** A transaction has one suggestion. The one that was declined before takes the other one's turn. */
async function clearCurrent(
  { client }: Transaction,
  businessId: string,
  transactionId: string,
): Promise<void> {
  await client.query(
    `delete from transaction_matches where business_id = $1 and transaction_id = $2 and state = 'suggested'`,
    [businessId, transactionId],
  )
  const { rowCount } = await client.query(
    `select from transaction_matches where business_id = $1 and transaction_id = $2 and state = 'accepted'`,
    [businessId, transactionId],
  )
  if (rowCount) throw changedElsewhere('This transaction has been matched with something else.')
}

export function undoMatch(
  deps: UnlinkDeps & Deps<'database'>,
  { businessId, userId }: Identity,
  id: string,
): Promise<Match> {
  return withTenant(deps.database, businessId, async (tx) => {
    await undoIn(tx, deps, { businessId, userId }, id)
    return getMatchView(tx, businessId, id)
  })
}

/** Takes back everything that was accepted for these transactions, before they are deleted. */
export async function undoMatchesOf(
  tx: Transaction,
  deps: UnlinkDeps,
  businessId: string,
  transactionIds: readonly string[],
): Promise<void> {
  const { rows } = await tx.client.query<{ id: string }>(
    `select m.id from transaction_matches m
     where m.business_id = $1 and m.state = 'accepted' and m.transaction_id in (
       select unnest($2::uuid[])
       union select t.transfer_id from transactions t where t.business_id = $1 and t.id = any($2::uuid[]))
     order by m.transaction_id`,
    [businessId, transactionIds],
  )
  for (const { id } of rows) await undoIn(tx, deps, { businessId, userId: null }, id)
}

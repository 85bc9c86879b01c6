import { type Transaction, withTenant } from '../../platform/db/transaction.ts'
import type { Identity } from '../../platform/http/api.ts'
import type { InvoiceChangeDeps } from '../invoices/invoice-deps.ts'
import { holdClosedThrough } from '../periods/assert-open-period.ts'
import type { Match } from './contract.ts'
import { matchLinks } from './match-links.ts'
import { getMatchView } from './match-views.ts'
import { changeMatch, changedElsewhere, lockMatch, stillFits } from './queries.ts'

/** Who accepts a match. A rule has no user. */
export interface Decider {
  businessId: string
  userId: string | null
}

const fits = `select from transaction_matches m where m.business_id = $1 and m.id = $2 and ${stillFits('m')}`

// Other suggestions that would take the same. For the other side of a transfer, its own one.
const dropRivals = `delete from transaction_matches m
  where m.business_id = $1 and m.id <> $2 and m.state = 'suggested'
    and (m.transaction_id = any($3::uuid[])
      or exists (select from jsonb_array_elements(m.targets) target
        where (target ->> 'id')::uuid = any($3::uuid[] || $4::uuid)))`

/** Accepts a match in the caller's transaction, once: an accepted one stays as it is. */
export async function acceptIn(
  tx: Transaction,
  deps: InvoiceChangeDeps,
  { businessId, userId }: Decider,
  id: string,
): Promise<void> {
  const [closedThrough, { match, transaction }] = await Promise.all([
    holdClosedThrough(tx, businessId),
    lockMatch(tx, businessId, id),
  ])
  if (match.state === 'accepted') return
  if (match.state === 'declined') throw changedElsewhere('This match was declined. Undo that first.')
  if (!transaction.isPosted)
    throw changedElsewhere('This transaction is pending at the bank. Please wait until it is posted.')
  if (transaction.transferId !== null)
    throw changedElsewhere('This transaction is a transfer between your accounts.')
  const { rowCount } = await tx.client.query(fits, [businessId, id])
  // An invoice that is paid or canceled is refused with its own words.
  if (rowCount === 0 && match.kind !== 'invoices') throw noLongerFits()
  const link = () => matchLinks[match.kind].link(tx, deps, { match, transaction, userId, closedThrough })
  if (rowCount === 0) {
    await link()
    throw noLongerFits()
  }
  await link()
  const decidedBy = userId === null ? ('rule' as const) : ('owner' as const)
  await changeMatch(tx, match, { state: 'accepted', decidedBy, decidedAt: deps.now() })
  const targetIds = match.targets.map((target) => target.id)
  const dropped = await tx.client.query(dropRivals, [businessId, id, targetIds, match.transactionId])
  if (dropped.rowCount) await deps.matchTransactions(tx, businessId)
}

function noLongerFits() {
  return changedElsewhere('This match no longer fits, because what it belongs to has changed.')
}

export function acceptMatch(
  deps: InvoiceChangeDeps,
  { businessId, userId }: Identity,
  id: string,
): Promise<Match> {
  return withTenant(deps.database, businessId, async (tx) => {
    await acceptIn(tx, deps, { businessId, userId }, id)
    return getMatchView(tx, businessId, id)
  })
}

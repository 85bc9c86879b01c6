import { and, eq } from 'drizzle-orm'
import type { BankProvider } from '../../../platform/banks/bank-provider.ts'
import { bankConnections, bankLinks } from '../../../platform/db/tables/banking.ts'
import { type Transaction, withTenant } from '../../../platform/db/transaction.ts'
import type { Identity } from '../../../platform/http/api.ts'
import { takeFromLimits } from '../../../platform/limits/limit.ts'
import type { ResponseOf } from '../../../shared/endpoint.ts'
import { askingBank } from '../bank-failure.ts'
import { providerOf } from '../bank-sources.ts'
import { toConnection } from '../bank-view.ts'
import type { BankingDeps } from '../banking-deps.ts'
import { finishLimits } from '../banking-limits.ts'
import { type ConnectionRow, findConnection, lockPresent } from '../connection-queries.ts'
import { markMended } from '../connection-states.ts'
import type * as contract from '../contract.ts'
import { connectItem } from './connect-item.ts'
import { type LinkClaim, type LinkRow, claimLink, releaseLink, renewClaim } from './link-claim.ts'
import { lastCheckAt } from './link-times.ts'
import { forgetItem, takeItem } from './unattached-items.ts'

type Finished = ResponseOf<typeof contract.finishBankLink>

const left: Finished = { outcome: 'left', connection: null }
const open: Finished = { outcome: 'open', connection: null }
const reason = 'To take over what was done on the bank’s page'

/** The owner is back from the bank's page. */
export async function finishBankLink(
  deps: BankingDeps,
  { businessId, userId }: Identity,
  id: string,
): Promise<Finished> {
  await takeFromLimits(deps.database, finishLimits(businessId))
  return finishLink(deps, { businessId, userId }, id)
}

/**
 * Takes over what was done on the bank's page, for the owner who is back or, without a user, for a webhook or a job. One
 * at a time does so; whoever comes meanwhile is told that the link is open.
 */
export async function finishLink(
  deps: BankingDeps,
  { businessId, userId }: { businessId: string; userId: string | null },
  id: string,
): Promise<Finished> {
  const claim = await withTenant(deps.database, businessId, (tx) =>
    claimLink(tx, deps, id, { userId, reason }),
  )
  if (claim === 'busy') return open
  if ('finished' in claim) {
    const { connectionId } = claim.finished
    const row =
      connectionId && (await withTenant(deps.database, businessId, (tx) => findConnection(tx, connectionId)))
    return row ? { outcome: 'connected', connection: toConnection(row, deps.now()) } : left
  }
  try {
    const finished = await askingBank(() => takeOver(deps, userId, claim))
    if (finished.outcome !== 'connected') await releaseLink(deps, claim)
    return finished
  } catch (error) {
    await releaseLink(deps, claim)
    throw error
  }
}

async function takeOver(deps: BankingDeps, userId: string | null, claim: LinkClaim): Promise<Finished> {
  const { link, linkToken } = claim
  const provider = await providerOf(deps, link, { userId, reason })
  const result = await provider.readLink(linkToken)
  if (result.outcome === 'open') return link.expiresAt <= deps.now() ? left : open
  if (result.outcome === 'left') return left
  const { publicToken } = result
  if (publicToken === null) {
    const row = await withTenant(deps.database, link.businessId, (tx) =>
      mend(tx, deps, link, link.connectionId),
    )
    return row ? { outcome: 'connected', connection: toConnection(row, deps.now()) } : left
  }
  // Somebody else may have taken this one for dead: the public token is theirs to exchange then.
  if (!(await renewClaim(deps, claim))) return open
  const row = await connect(deps, { provider, link, publicToken })
  return row ? { outcome: 'connected', connection: toConnection(row, deps.now()) } : left
}

async function connect(
  deps: BankingDeps,
  { provider, link, publicToken }: { provider: BankProvider; link: LinkRow; publicToken: string },
): Promise<ConnectionRow | undefined> {
  const { businessId, source, createdBy: userId, id: linkId, connectionId } = link
  const identity = { businessId, userId }
  const endAt = lastCheckAt(link)
  const taken = await takeItem(deps, identity, { provider, source, publicToken, linkId, endAt })
  // Signing in again may end with a token too. It stands for the item that is there, which is not removed.
  const known = await withTenant(deps.database, businessId, async (tx) => {
    const id = await findIdOf(tx, taken.itemId)
    if (!id) return undefined
    await forgetItem(tx, taken.id)
    return { row: await mend(tx, deps, link, id) }
  })
  if (known) return known.row
  return connectItem(deps, identity, { provider, source, taken, requestId: null, linkId, connectionId })
}

/** The same item as before, signed in to again. Undefined when its owner ended it meanwhile. */
async function mend(
  tx: Transaction,
  deps: BankingDeps,
  { businessId, id }: LinkRow,
  connectionId: string | null,
): Promise<ConnectionRow | undefined> {
  // Before the link, as whoever removes the connection holds them.
  const row = connectionId === null ? undefined : await lockPresent(tx, connectionId)
  await tx.db
    .update(bankLinks)
    .set({ finishedAt: deps.now(), nextCheckAt: null, connectionId })
    .where(and(eq(bankLinks.businessId, businessId), eq(bankLinks.id, id)))
  if (!row || row.state === 'disconnected') return undefined
  // The owner has just been asked which accounts to share.
  await markMended(tx, deps, row, { newAccountsAt: null, accountRevokedAt: null })
  return findConnection(tx, row.id)
}

/** Which connection holds this item, also when it was removed. */
async function findIdOf({ db }: Transaction, itemId: string): Promise<string | undefined> {
  const { id } = bankConnections
  const [row] = await db.select({ id }).from(bankConnections).where(eq(bankConnections.itemId, itemId))
  return row?.id
}

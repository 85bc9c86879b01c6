import { and, eq } from 'drizzle-orm'
import type { BankProvider } from '../../../platform/banks/bank-provider.ts'
import { bankConnections, bankLinks } from '../../../platform/db/tables/banking.ts'
import { type Transaction, withTenant } from '../../../platform/db/transaction.ts'
import type { Identity } from '../../../platform/http/api.ts'
import { countUse } from '../../../platform/limits/limit.ts'
import type { ResponseOf } from '../../../shared/endpoint.ts'
import { providerOf } from '../bank-sources.ts'
import { toConnection } from '../bank-view.ts'
import type { BankingDeps } from '../banking-deps.ts'
import { finishLimits } from '../banking-limits.ts'
import { type ConnectionRow, findConnection, lockPresent } from '../connection-queries.ts'
import { markRepaired } from '../connection-states.ts'
import type * as contract from '../contract.ts'
import { translateBankErrors } from '../translate-bank-errors.ts'
import { connectItem } from './connect-item.ts'
import { type LinkClaim, type LinkRow, claimLink, releaseLink, renewClaim } from './link-claim.ts'
import { lastCheckAt } from './link-times.ts'
import { exchangePublicToken, forgetItem } from './unattached-items.ts'

type Finished = ResponseOf<typeof contract.finishBankLink>

const left: Finished = { outcome: 'left', connection: null }
const open: Finished = { outcome: 'open', connection: null }
const reason = 'To take over what was done on the bank’s page'

/** Finishes a link when the owner is back from the bank's page. */
export async function finishBankLink(
  deps: BankingDeps,
  { businessId, userId }: Identity,
  id: string,
): Promise<Finished> {
  await countUse(deps.database, finishLimits(businessId))
  return finishLink(deps, { businessId, userId }, id)
}

/**
 * Applies the result of the bank's page. The caller is the owner's request or, with `userId` null, a job.
 * Only one caller works on a link at a time; the others get the outcome `open`.
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
    const finished = await translateBankErrors(() => applyResult(deps, userId, claim))
    if (finished.outcome !== 'connected') await releaseLink(deps, claim)
    return finished
  } catch (error) {
    await releaseLink(deps, claim)
    throw error
  }
}

async function applyResult(deps: BankingDeps, userId: string | null, claim: LinkClaim): Promise<Finished> {
  const { link, linkToken } = claim
  const provider = await providerOf(deps, link, { userId, reason })
  const result = await provider.readLink(linkToken)
  if (result.outcome === 'open') return link.expiresAt <= deps.now() ? left : open
  if (result.outcome === 'left') return left
  const { publicToken } = result
  if (publicToken === null) {
    const row = await withTenant(deps.database, link.businessId, (tx) =>
      markSignedIn(tx, deps, link, link.connectionId),
    )
    return row ? { outcome: 'connected', connection: toConnection(row, deps.now()) } : left
  }
  // If the claim ran out, another process may be finishing this link and will exchange the public token.
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
  const exchanged = await exchangePublicToken(deps, identity, {
    provider,
    source,
    publicToken,
    linkId,
    endAt,
  })
  // A repeated sign-in may return a public token too. It belongs to the existing item, which must not be
  // removed.
  const existing = await withTenant(deps.database, businessId, async (tx) => {
    const id = await findConnectionId(tx, exchanged.itemId)
    if (!id) return undefined
    await forgetItem(tx, exchanged.id)
    return { row: await markSignedIn(tx, deps, link, id) }
  })
  if (existing) return existing.row
  return connectItem(deps, identity, { provider, source, exchanged, requestId: null, linkId, connectionId })
}

/**
 * Marks an existing item as working after a new sign-in. Returns undefined if the owner has disconnected it
 * since.
 */
async function markSignedIn(
  tx: Transaction,
  deps: BankingDeps,
  { businessId, id }: LinkRow,
  connectionId: string | null,
): Promise<ConnectionRow | undefined> {
  // Lock the connection before the link, in the same order as the removal of a connection.
  const row = connectionId === null ? undefined : await lockPresent(tx, connectionId)
  await tx.db
    .update(bankLinks)
    .set({ finishedAt: deps.now(), nextCheckAt: null, connectionId })
    .where(and(eq(bankLinks.businessId, businessId), eq(bankLinks.id, id)))
  if (!row || row.state === 'disconnected') return undefined
  // The bank's page has just asked which accounts to share.
  await markRepaired(tx, deps, row, { newAccountsAt: null, accountRevokedAt: null })
  return findConnection(tx, row.id)
}

/** Finds the connection of this item, even if the owner removed it. */
async function findConnectionId({ db }: Transaction, itemId: string): Promise<string | undefined> {
  const { id } = bankConnections
  const [row] = await db.select({ id }).from(bankConnections).where(eq(bankConnections.itemId, itemId))
  return row?.id
}

import { and, eq } from 'drizzle-orm'
import type { BankProvider } from '../../../platform/banks/bank-provider.ts'
import { bankConnections, bankLinks } from '../../../platform/db/tables/banking.ts'
import { type Transaction, withTenant } from '../../../platform/db/transaction.ts'
import type { Identity } from '../../../platform/http/api.ts'
import { countUse } from '../../../platform/limits/limit.ts'
import type { SecretAccess } from '../../../platform/secrets/secrets.ts'
import type { ResponseOf } from '../../../shared/endpoint.ts'
import { AppError } from '../../../shared/errors.ts'
import { linkContext } from '../bank-secrets.ts'
import { providerOf, translateBankErrors } from '../bank-sources.ts'
import { toConnection } from '../bank-view.ts'
import type { BankingDeps } from '../banking-deps.ts'
import { finishLimits } from '../banking-limits.ts'
import { type ConnectionRow, findConnection, lockPresent } from '../connection-queries.ts'
import { markRepaired } from '../connection-states.ts'
import type * as contract from '../contract.ts'
import type { LinkRef } from '../jobs.ts'
import { connectItem } from './connect-item.ts'
import { exchangePublicToken, forgetItem } from './unattached-items.ts'

type Finished = ResponseOf<typeof contract.finishBankLink>

const minute = 60_000
const left: Finished = { outcome: 'left', connection: null }
const open: Finished = { outcome: 'open', connection: null }
const reason = 'To finish connecting a bank'

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
async function finishLink(
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
    return toFinished(deps, row || undefined)
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
    return toFinished(deps, row)
  }
  // If the claim ran out, another process may be finishing this link and will exchange the public token.
  if (!(await renewClaim(deps, claim))) return open
  return toFinished(deps, await connect(deps, { provider, link, publicToken }))
}

function toFinished({ now }: BankingDeps, row: ConnectionRow | undefined): Finished {
  return row ? { outcome: 'connected', connection: toConnection(row, now()) } : left
}

async function connect(
  deps: BankingDeps,
  { provider, link, publicToken }: { provider: BankProvider; link: LinkRow; publicToken: string },
): Promise<ConnectionRow | undefined> {
  const { businessId, source, createdBy: userId, id: linkId, connectionId } = link
  const identity = { businessId, userId }
  const token = { provider, source, publicToken, linkId, endAt: lastCheckAt(link) }
  const exchanged = await exchangePublicToken(deps, identity, token)
  // A repeated sign-in may return a public token of the existing item, which must stay.
  const existing = await withTenant(deps.database, businessId, async (tx) => {
    const id = await findConnectionId(tx, exchanged.itemId)
    if (!id) return undefined
    await forgetItem(tx, exchanged.id)
    return { row: await markSignedIn(tx, deps, link, id) }
  })
  if (existing) return existing.row
  return connectItem(deps, identity, { provider, source, exchanged, requestId: null, linkId, connectionId })
}

/** Marks an item as working after a new sign-in. Undefined if the owner has disconnected it since. */
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

/** Finishes a link whose owner did not come back from the bank's page. */
export async function checkLink(deps: BankingDeps, { businessId, linkId }: LinkRef): Promise<void> {
  const isOpen = await withTenant(deps.database, businessId, (tx) => scheduleNextCheck(tx, deps, linkId))
  if (!isOpen) return
  try {
    await finishLink(deps, { businessId, userId: null }, linkId)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    deps.log.warn({ err: error, businessId, linkId }, 'a bank link was not finished')
  }
}

/** False if none is needed. Commits before the aggregator is asked, in case this process dies. */
async function scheduleNextCheck({ db }: Transaction, { now }: BankingDeps, id: string): Promise<boolean> {
  const [link] = await db.select().from(bankLinks).where(eq(bankLinks.id, id)).for('update')
  if (!link || link.finishedAt || link.nextCheckAt === null) return false
  const next = nextCheckAt(link, now())
  await db
    .update(bankLinks)
    .set({ nextCheckAt: next, checks: link.checks + 1 })
    .where(eq(bankLinks.id, id))
  return next !== null
}

type LinkRow = typeof bankLinks.$inferSelect

/** The exclusive right to finish a link, until it is released or a minute has passed. */
interface LinkClaim {
  link: LinkRow
  linkToken: string
  claimedAt: Date
}

async function claimLink(
  tx: Transaction,
  { now, secrets }: BankingDeps,
  id: string,
  access: SecretAccess,
): Promise<LinkClaim | 'busy' | { finished: LinkRow }> {
  const claimedAt = now()
  const [link] = await tx.db.select().from(bankLinks).where(eq(bankLinks.id, id)).for('update')
  if (!link) throw new AppError('NOT_FOUND', 'We couldn’t find this bank sign-in. Please start again.')
  if (link.finishedAt) return { finished: link }
  if (link.claimedAt && claimedAt.getTime() - link.claimedAt.getTime() < minute) return 'busy'
  await tx.db.update(bankLinks).set({ claimedAt }).where(eq(bankLinks.id, id))
  return { link, linkToken: await secrets.open(tx, linkContext(link), link.linkToken, access), claimedAt }
}

const isHeld = ({ link, claimedAt }: LinkClaim) =>
  and(eq(bankLinks.id, link.id), eq(bankLinks.claimedAt, claimedAt))

/** Extends a claim by a minute. Returns false if another process has claimed the link. */
async function renewClaim({ database, now }: BankingDeps, claim: LinkClaim): Promise<boolean> {
  const claimedAt = now()
  const rows = await withTenant(database, claim.link.businessId, ({ db }) =>
    db.update(bankLinks).set({ claimedAt }).where(isHeld(claim)).returning({ id: bankLinks.id }),
  )
  claim.claimedAt = claimedAt
  return rows.length > 0
}

/** Releases a claim, so that the next caller can try at once. */
async function releaseLink({ database }: BankingDeps, claim: LinkClaim): Promise<void> {
  await withTenant(database, claim.link.businessId, ({ db }) =>
    db.update(bankLinks).set({ claimedAt: null }).where(isHeld(claim)),
  )
}

/** When to stop asking: a session that starts just before the link expires can last an hour. */
function lastCheckAt({ expiresAt }: { expiresAt: Date }): Date {
  return new Date(expiresAt.getTime() + 60 * minute)
}

/**
 * Returns when to ask the aggregator next, or null once the link can have no result any more. A public token
 * is valid for half an hour, so the intervals stay well below that.
 */
export function nextCheckAt(link: { expiresAt: Date; checks: number }, now: Date): Date | null {
  if (now >= lastCheckAt(link)) return null
  return new Date(now.getTime() + (link.checks < 12 ? 5 : 15) * minute)
}

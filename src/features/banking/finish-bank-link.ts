import { eq } from 'drizzle-orm'
import type { BankProvider, LinkResult } from '../../platform/banks/bank-provider.ts'
import { bankConnections, bankLinks } from '../../platform/db/tables/banking.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import type { Identity } from '../../platform/http/api.ts'
import { takeFromLimits } from '../../platform/limits/limit.ts'
import type { ResponseOf } from '../../shared/endpoint.ts'
import { AppError } from '../../shared/errors.ts'
import { askingBank } from './bank-failure.ts'
import { linkPlace } from './bank-secrets.ts'
import { providerOf } from './bank-sources.ts'
import { toConnection } from './bank-view.ts'
import type { BankingDeps } from './banking-deps.ts'
import { finishLimits } from './banking-limits.ts'
import { findConnection, lockPresent } from './connection-queries.ts'
import type { ConnectionRow } from './connection-queries.ts'
import { markMended } from './connection-states.ts'
import type * as contract from './contract.ts'
import { readAccess } from './read-new-item.ts'
import { storeConnection } from './store-connection.ts'

type Finished = ResponseOf<typeof contract.finishBankLink>
type LinkRow = typeof bankLinks.$inferSelect

/** Whoever takes longer is taken for dead. */
const claimSeconds = 60

const left: Finished = { outcome: 'left', connection: null }
const open: Finished = { outcome: 'open', connection: null }
const reason = 'To take over what was done on the bank’s page'

/** One at a time takes it over; whoever comes meanwhile is told that it is open. */
export async function finishBankLink(deps: BankingDeps, identity: Identity, id: string): Promise<Finished> {
  const { businessId, userId } = identity
  await takeFromLimits(deps.database, finishLimits(businessId))
  const claim = await withTenant(deps.database, businessId, (tx) => claimLink(tx, deps, { id, userId }))
  if ('outcome' in claim) return claim
  try {
    const finished = await askingBank(() => takeOver(deps, identity, claim))
    if (finished.outcome !== 'connected') await release(deps, claim.link)
    return finished
  } catch (error) {
    await release(deps, claim.link)
    throw error
  }
}

interface Claim {
  link: LinkRow
  linkToken: string
}

async function claimLink(
  tx: Transaction,
  deps: BankingDeps,
  { id, userId }: { id: string; userId: string },
): Promise<Claim | Finished> {
  const now = deps.now()
  const [link] = await tx.db.select().from(bankLinks).where(eq(bankLinks.id, id)).for('update')
  if (!link) throw new AppError('NOT_FOUND', 'This visit to a bank is not known here.')
  if (link.finishedAt) {
    const row = link.connectionId === null ? undefined : await findConnection(tx, link.connectionId)
    return row ? { outcome: 'connected', connection: toConnection(row, now) } : left
  }
  if (link.claimedAt && now.getTime() - link.claimedAt.getTime() < claimSeconds * 1000) return open
  await tx.db.update(bankLinks).set({ claimedAt: now }).where(eq(bankLinks.id, id))
  const linkToken = await deps.secrets.open(tx, linkPlace(link), link.linkToken, { userId, reason })
  return { link, linkToken }
}

async function takeOver(
  deps: BankingDeps,
  identity: Identity,
  { link, linkToken }: Claim,
): Promise<Finished> {
  const { businessId, userId } = identity
  const provider = await providerOf(deps, link, { userId, reason })
  const result: LinkResult = await provider.readLink(linkToken)
  if (result.outcome === 'open') return link.expiresAt <= deps.now() ? left : open
  if (result.outcome === 'left') return left
  const row =
    result.publicToken === null
      ? await withTenant(deps.database, businessId, (tx) => mend(tx, deps, link, link.connectionId))
      : await connect(deps, identity, { provider, link, publicToken: result.publicToken })
  return row ? { outcome: 'connected', connection: toConnection(row, deps.now()) } : left
}

async function connect(
  deps: BankingDeps,
  identity: Identity,
  { provider, link, publicToken }: { provider: BankProvider; link: LinkRow; publicToken: string },
): Promise<ConnectionRow | undefined> {
  const { accessToken, itemId } = await provider.exchange(publicToken)
  // Signing in again may end with a token too. It stands for the access that is there: nothing of that is given back.
  const known = await withTenant(deps.database, link.businessId, async (tx) => {
    const id = await findIdOf(tx, itemId)
    return id && { row: await mend(tx, deps, link, id) }
  })
  if (known) return known.row
  const item = await readAccess(provider, accessToken, deps.log)
  return storeConnection(deps, identity, {
    provider,
    source: link.source,
    item,
    requestId: null,
    linkId: link.id,
    connectionId: link.connectionId,
  })
}

/** The same access as before, signed in to again. Undefined when its owner ended it meanwhile. */
async function mend(
  tx: Transaction,
  deps: BankingDeps,
  { id }: LinkRow,
  connectionId: string | null,
): Promise<ConnectionRow | undefined> {
  // Before the visit, as whoever removes the connection holds them.
  const row = connectionId === null ? undefined : await lockPresent(tx, connectionId)
  const finished = { finishedAt: deps.now(), connectionId }
  await tx.db.update(bankLinks).set(finished).where(eq(bankLinks.id, id))
  if (!row || row.state === 'disconnected') return undefined
  await markMended(tx, deps, row)
  return findConnection(tx, row.id)
}

/** Which connection has this access, also when it was removed. */
async function findIdOf({ db }: Transaction, itemId: string): Promise<string | undefined> {
  const { id } = bankConnections
  const [row] = await db.select({ id }).from(bankConnections).where(eq(bankConnections.itemId, itemId))
  return row?.id
}

/** Nobody is taking it over any more: the next may try at once. */
async function release({ database }: BankingDeps, { businessId, id }: LinkRow): Promise<void> {
  await withTenant(database, businessId, ({ db }) =>
    db.update(bankLinks).set({ claimedAt: null }).where(eq(bankLinks.id, id)),
  )
}

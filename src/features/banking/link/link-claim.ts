import { and, eq } from 'drizzle-orm'
import { bankLinks } from '../../../platform/db/tables/banking.ts'
import { type Transaction, withTenant } from '../../../platform/db/transaction.ts'
import type { SecretAccess } from '../../../platform/secrets/secrets.ts'
import { AppError } from '../../../shared/errors.ts'
import { linkContext } from '../bank-secrets.ts'
import type { BankingDeps } from '../banking-deps.ts'

export type LinkRow = typeof bankLinks.$inferSelect

/** The exclusive right to finish a link, until it is released or a minute has passed. */
export interface LinkClaim {
  link: LinkRow
  linkToken: string
  claimedAt: Date
}

const claimMs = 60_000

export async function claimLink(
  tx: Transaction,
  { now, secrets }: BankingDeps,
  id: string,
  access: SecretAccess,
): Promise<LinkClaim | 'busy' | { finished: LinkRow }> {
  const claimedAt = now()
  const [link] = await tx.db.select().from(bankLinks).where(eq(bankLinks.id, id)).for('update')
  if (!link) throw new AppError('NOT_FOUND', 'This visit to a bank is not known here.')
  if (link.finishedAt) return { finished: link }
  if (link.claimedAt && claimedAt.getTime() - link.claimedAt.getTime() < claimMs) return 'busy'
  await tx.db.update(bankLinks).set({ claimedAt }).where(eq(bankLinks.id, id))
  return { link, linkToken: await secrets.open(tx, linkContext(link), link.linkToken, access), claimedAt }
}

const isHeld = ({ link, claimedAt }: LinkClaim) =>
  and(eq(bankLinks.id, link.id), eq(bankLinks.claimedAt, claimedAt))

/** Extends a claim by a minute. Returns false if another process has claimed the link. */
export async function renewClaim({ database, now }: BankingDeps, claim: LinkClaim): Promise<boolean> {
  const claimedAt = now()
  const rows = await withTenant(database, claim.link.businessId, ({ db }) =>
    db.update(bankLinks).set({ claimedAt }).where(isHeld(claim)).returning({ id: bankLinks.id }),
  )
  claim.claimedAt = claimedAt
  return rows.length > 0
}

/** Releases a claim, so that the next caller can try at once. */
export async function releaseLink({ database }: BankingDeps, claim: LinkClaim): Promise<void> {
  await withTenant(database, claim.link.businessId, ({ db }) =>
    db.update(bankLinks).set({ claimedAt: null }).where(isHeld(claim)),
  )
}

import { lt } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { bankLinks } from '../../../platform/db/tables/banking.ts'
import { type Transaction, withTenant } from '../../../platform/db/transaction.ts'
import type { Identity } from '../../../platform/http/api.ts'
import { takeFromLimits } from '../../../platform/limits/limit.ts'
import type { BodyOf, ResponseOf } from '../../../shared/endpoint.ts'
import { AppError } from '../../../shared/errors.ts'
import { askingBank } from '../bank-failure.ts'
import { linkContext, tokenContext } from '../bank-secrets.ts'
import { type MadeWith, findBlocker, providerOf, sourceInForce } from '../bank-sources.ts'
import type { BankingDeps } from '../banking-deps.ts'
import { connectLimits } from '../banking-limits.ts'
import { getConnection } from '../connection-queries.ts'
import type * as contract from '../contract.ts'
import { newsUrl } from '../news-url.ts'
import { assertSoonForgotten } from '../sync/transaction-steps.ts'
import { nextCheckAt } from './link-times.ts'
import { hashOfToken } from './unattached-items.ts'

/** What the page is opened with. */
interface CheckoutSession {
  madeWith: MadeWith
  /** Of the connection that is signed in to again; null for a new one. */
  accessToken: string | null
  choosesAccounts: boolean
  reason: string
}

/** How long a visit that led nowhere is kept. */
const keptFor = 7 * 24 * 3_600_000

/** Opens the aggregator's own page, for a new bank or to mend a connection. */
export async function startBankLink(
  deps: BankingDeps,
  { businessId, userId }: Identity,
  { connectionId }: BodyOf<typeof contract.startBankLink>,
): Promise<ResponseOf<typeof contract.startBankLink>> {
  // Before anything is read, which is noted each time where the owner reads it.
  await takeFromLimits(deps.database, connectLimits(businessId))
  const { madeWith, accessToken, choosesAccounts, reason } = await withTenant(
    deps.database,
    businessId,
    (tx) =>
      connectionId === null
        ? linkNewBank(tx, deps, businessId)
        : relinkBank(tx, deps, { connectionId, userId }),
  )
  const id = randomUUID()
  const link = await askingBank(async () => {
    const provider = await providerOf(deps, madeWith, { userId, reason })
    return provider.createLink({
      owner: businessId,
      accessToken,
      webhookUrl: newsUrl(deps),
      choosesAccounts,
      returnUrl: `${deps.appUrl}/bank-connections?link=${id}`,
    })
  })
  await withTenant(deps.database, businessId, async (tx) => {
    const now = deps.now()
    await tx.db.delete(bankLinks).where(lt(bankLinks.expiresAt, new Date(now.getTime() - keptFor)))
    await tx.db.insert(bankLinks).values({
      businessId,
      id,
      createdBy: userId,
      connectionId,
      source: madeWith.source,
      linkToken: await deps.secrets.seal(tx, linkContext({ businessId, id }), link.linkToken),
      linkTokenHash: hashOfToken(link.linkToken),
      nextCheckAt: nextCheckAt({ expiresAt: link.expiresAt, checks: 0 }, now),
      expiresAt: link.expiresAt,
      createdAt: now,
    })
  })
  return { id, url: link.url }
}

async function linkNewBank(tx: Transaction, deps: BankingDeps, businessId: string): Promise<CheckoutSession> {
  const { source, needsPlan } = await sourceInForce(tx, deps)
  if (needsPlan) throw planRequired()
  if (source === 'demo') {
    throw new AppError('NOT_CONFIGURED', 'Real banks need keys of Plaid. Enter them under Integrations.')
  }
  return {
    madeWith: { businessId, source },
    accessToken: null,
    choosesAccounts: false,
    reason: 'To connect a bank',
  }
}

/** With the same account at the aggregator. One that was ended has nothing left there, and begins as a new one. */
async function relinkBank(
  tx: Transaction,
  deps: BankingDeps,
  { connectionId, userId }: { connectionId: string; userId: string },
): Promise<CheckoutSession> {
  const row = await getConnection(tx, connectionId)
  const { businessId, source, institutionName, accessToken: sealed } = row
  // Before anybody signs in at the bank for nothing.
  if (row.state === 'disconnected' && sealed) await assertSoonForgotten(tx, row)
  if (row.state === 'disconnected' && source !== 'demo') return linkNewBank(tx, deps, businessId)
  const blocker = await findBlocker(tx, row)
  if (blocker === 'plan') throw planRequired()
  if (blocker === 'switch') throw new AppError('NOT_CONFIGURED', 'Your integrations are switched off.')
  const reason = `To sign in to ${institutionName} again`
  if (row.state === 'disconnected' || !sealed) {
    return { madeWith: { businessId, source }, accessToken: null, choosesAccounts: false, reason }
  }
  const accessToken = await deps.secrets.open(tx, tokenContext(row), sealed, { userId, reason })
  const choosesAccounts = row.newAccountsAt !== null || row.accountRevokedAt !== null
  return { madeWith: row, accessToken, choosesAccounts, reason }
}

function planRequired(): AppError {
  return new AppError('PLAN_REQUIRED', 'Connections to real banks are part of the Pro plan.')
}

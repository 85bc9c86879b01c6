import { lt } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { bankLinks } from '../../../platform/db/tables/banking.ts'
import { type Transaction, withTenant } from '../../../platform/db/transaction.ts'
import type { Identity } from '../../../platform/http/api.ts'
import { countUse } from '../../../platform/limits/limit.ts'
import type { BodyOf, ResponseOf } from '../../../shared/endpoint.ts'
import { AppError } from '../../../shared/errors.ts'
import { linkContext, tokenContext } from '../bank-secrets.ts'
import {
  type BankSource,
  type ConnectionOrigin,
  currentSource,
  findBlocker,
  noAccess,
  plaidWebhookUrl,
  providerOf,
  translateBankErrors,
} from '../bank-sources.ts'
import type { BankingDeps } from '../banking-deps.ts'
import { connectLimits } from '../banking-limits.ts'
import { getConnection } from '../connection-queries.ts'
import type * as contract from '../contract.ts'
import { assertCleanupIsShort } from '../sync/transaction-steps.ts'
import { nextCheckAt } from './finish-bank-link.ts'
import { hashOfToken } from './unattached-items.ts'

interface LinkOptions {
  origin: ConnectionOrigin & { source: BankSource }
  /** The token of the connection to sign in to again; null for a new bank. */
  accessToken: string | null
  choosesAccounts: boolean
  reason: string
}

/** How long an expired link is kept. */
const keptFor = 7 * 24 * 3_600_000

/** Opens the aggregator's page, to connect a new bank or to sign in to one again. */
export async function startBankLink(
  deps: BankingDeps,
  { businessId, userId }: Identity,
  { connectionId }: BodyOf<typeof contract.startBankLink>,
): Promise<ResponseOf<typeof contract.startBankLink>> {
  // First, because each decryption below adds an entry to the access log that the owner reads.
  await countUse(deps.database, connectLimits(businessId))
  const { origin, accessToken, choosesAccounts, reason } = await withTenant(deps.database, businessId, (tx) =>
    connectionId === null
      ? linkNewBank(tx, deps, businessId)
      : relinkBank(tx, deps, { connectionId, userId }),
  )
  const id = randomUUID()
  const link = await translateBankErrors(async () => {
    const provider = await providerOf(deps, origin, { userId, reason })
    return provider.createLink({
      owner: businessId,
      accessToken,
      webhookUrl: plaidWebhookUrl(deps),
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
      source: origin.source,
      linkToken: await deps.secrets.seal(tx, linkContext({ businessId, id }), link.linkToken),
      linkTokenHash: hashOfToken(link.linkToken),
      nextCheckAt: nextCheckAt({ expiresAt: link.expiresAt, checks: 0 }, now),
      expiresAt: link.expiresAt,
      createdAt: now,
    })
  })
  return { id, url: link.url }
}

async function linkNewBank(tx: Transaction, deps: BankingDeps, businessId: string): Promise<LinkOptions> {
  const { source, needsPlan } = await currentSource(tx, deps)
  if (needsPlan) throw planRequired()
  if (source === 'demo') {
    throw new AppError('NOT_CONFIGURED', 'Real banks need Plaid keys. Enter them in Integrations.')
  }
  return {
    origin: { businessId, source },
    accessToken: null,
    choosesAccounts: false,
    reason: 'To connect a bank',
  }
}

/** Prepares a new sign-in. A disconnected connection has no item left and starts like a new one. */
async function relinkBank(
  tx: Transaction,
  deps: BankingDeps,
  { connectionId, userId }: { connectionId: string; userId: string },
): Promise<LinkOptions> {
  const row = await getConnection(tx, connectionId)
  const { businessId, source, environment, institutionName, accessToken: sealed } = row
  if (source === 'file') throw noAccess()
  // Checked now, so that the owner does not sign in at the bank in vain.
  if (row.state === 'disconnected' && sealed) await assertCleanupIsShort(tx, row)
  if (row.state === 'disconnected' && source !== 'demo') return linkNewBank(tx, deps, businessId)
  const blocker = await findBlocker(tx, row)
  if (blocker === 'plan') throw planRequired()
  if (blocker === 'switch')
    throw new AppError(
      'NOT_CONFIGURED',
      'Your integrations are turned off. Turn them on in Integrations, on the Settings tab.',
    )
  const reason = `To sign in to ${institutionName} again`
  if (row.state === 'disconnected' || !sealed) {
    return { origin: { businessId, source }, accessToken: null, choosesAccounts: false, reason }
  }
  const accessToken = await deps.secrets.open(tx, tokenContext(row), sealed, { userId, reason })
  const choosesAccounts = row.newAccountsAt !== null || row.accountRevokedAt !== null
  return { origin: { businessId, source, environment }, accessToken, choosesAccounts, reason }
}

function planRequired(): AppError {
  return new AppError('PLAN_REQUIRED', 'Connections to real banks are part of the Pro plan.')
}

import { eq } from 'drizzle-orm'
import { bankConnections } from '../../../platform/db/tables/banking.ts'
import { businesses } from '../../../platform/db/tables/business.ts'
import { type Transaction, withTenant } from '../../../platform/db/transaction.ts'
import type { Identity } from '../../../platform/http/api.ts'
import { countUse } from '../../../platform/limits/limit.ts'
import type { Currency } from '../../../shared/currencies.ts'
import type { BodyOf } from '../../../shared/endpoint.ts'
import { AppError } from '../../../shared/errors.ts'
import { tokenContext } from '../bank-secrets.ts'
import { currentSource, noAccess, plaidWebhookUrl, translateBankErrors } from '../bank-sources.ts'
import { toConnection } from '../bank-view.ts'
import type { BankingDeps } from '../banking-deps.ts'
import { connectLimits } from '../banking-limits.ts'
import { type ConnectionRow, getConnection, listConnections, lockConnection } from '../connection-queries.ts'
import { markReconnect } from '../connection-states.ts'
import type * as contract from '../contract.ts'
import { connectItem } from './connect-item.ts'
import { exchangePublicToken } from './unattached-items.ts'

type DemoBankRequest = BodyOf<typeof contract.connectDemoBank>

/** An item that is not part of a connection by then is removed at the bank. */
const abandonedAfter = 10 * 60_000

/** Connects a bank of the demo. Repeating a request returns the connection that it made the first time. */
export async function connectDemoBank(
  deps: BankingDeps,
  identity: Pick<Identity, 'businessId' | 'userId'>,
  request: DemoBankRequest,
): Promise<contract.BankConnection> {
  const { businessId } = identity
  const { repeated, currency } = await withTenant(deps.database, businessId, async (tx) => ({
    repeated: await findRepeated(tx, deps, request),
    currency: await homeCurrency(tx),
  }))
  if (repeated) return toConnection(repeated, deps.now())
  await countUse(deps.database, connectLimits(businessId))
  const { demoBank: provider } = deps
  const row = await translateBankErrors(async () => {
    const publicToken = await provider.createDemoToken(
      request.institution,
      plaidWebhookUrl(deps),
      businessId,
      currency,
    )
    const endAt = new Date(deps.now().getTime() + abandonedAfter)
    const common = { provider, source: 'demo', linkId: null } as const
    const exchanged = await exchangePublicToken(deps, identity, { ...common, publicToken, endAt })
    const { requestId } = request
    return connectItem(deps, identity, { ...common, exchanged, requestId, connectionId: null })
  })
  return toConnection(row, deps.now())
}

async function homeCurrency({ db }: Transaction): Promise<Currency> {
  const [business] = await db.select({ currency: businesses.currency }).from(businesses)
  if (!business) throw new Error('the business of a bank connection is not there')
  return business.currency
}

/** Finds what the same request made before. Throws early if the request could not succeed. */
async function findRepeated(
  tx: Transaction,
  deps: BankingDeps,
  { requestId, institution }: DemoBankRequest,
): Promise<ConnectionRow | undefined> {
  const [repeated] = await tx.db
    .select()
    .from(bankConnections)
    .where(eq(bankConnections.requestId, requestId))
  if (repeated) return repeated
  const { source } = await currentSource(tx, deps)
  if (source !== 'demo') {
    throw new AppError(
      'NOT_CONFIGURED',
      'Demo banks can’t be connected here because real banks are set up. Use Connect Account.',
    )
  }
  const connected = (await listConnections(tx)).find(
    (row) => row.institutionId === institution && row.state !== 'disconnected',
  )
  if (connected) throw new AppError('ALREADY_CONNECTED', `${connected.institutionName} is already connected.`)
  return undefined
}

/** Makes the demo bank ask for a new sign-in. Real banks cannot be made to. */
export async function expireDemoBank(
  deps: BankingDeps,
  { businessId, userId }: Identity,
  id: string,
): Promise<contract.BankConnection> {
  await countUse(deps.database, connectLimits(businessId))
  const accessToken = await withTenant(deps.database, businessId, async (tx) => {
    const row = await getConnection(tx, id)
    const { institutionName, accessToken: sealed } = row
    if (row.source === 'file') throw noAccess()
    if (row.source !== 'demo') throw new AppError('NOT_CONNECTED', `${institutionName} is a real bank.`)
    if (row.state === 'disconnected' || !sealed) {
      throw new AppError('NOT_CONNECTED', `${institutionName} is not connected.`)
    }
    const access = { userId, reason: `To have ${institutionName} ask for a new sign-in` }
    return deps.secrets.open(tx, tokenContext(row), sealed, access)
  })
  await translateBankErrors(() => deps.demoBank.expireItem(accessToken))
  return withTenant(deps.database, businessId, async (tx) => {
    const code = 'ITEM_LOGIN_REQUIRED'
    const row = await markReconnect(tx, deps, await lockConnection(tx, id), { code })
    return toConnection(row, deps.now())
  })
}

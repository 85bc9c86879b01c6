import { eq } from 'drizzle-orm'
import { bankConnections } from '../../../platform/db/tables/banking.ts'
import { type Transaction, withTenant } from '../../../platform/db/transaction.ts'
import type { Identity } from '../../../platform/http/api.ts'
import { takeFromLimits } from '../../../platform/limits/limit.ts'
import type { BodyOf } from '../../../shared/endpoint.ts'
import { AppError } from '../../../shared/errors.ts'
import { askingBank } from '../bank-failure.ts'
import { sourceInForce } from '../bank-sources.ts'
import { toConnection } from '../bank-view.ts'
import type { BankingDeps } from '../banking-deps.ts'
import { connectLimits } from '../banking-limits.ts'
import { type ConnectionRow, listConnections } from '../connection-queries.ts'
import type * as contract from '../contract.ts'
import { newsUrl } from '../news-url.ts'
import { connectItem } from './connect-item.ts'
import { takeItem } from './unattached-items.ts'

type Wanted = BodyOf<typeof contract.connectDemoBank>

/** What a request has not stored by then is removed at the bank. */
const abandonedAfter = 10 * 60_000

/** Made once, however often the same request comes. */
export async function connectDemoBank(
  deps: BankingDeps,
  identity: Pick<Identity, 'businessId' | 'userId'>,
  wanted: Wanted,
): Promise<contract.BankConnection> {
  const { businessId } = identity
  const known = await withTenant(deps.database, businessId, (tx) => findRepeated(tx, deps, wanted))
  if (known) return toConnection(known, deps.now())
  await takeFromLimits(deps.database, connectLimits(businessId))
  const { demoBank: provider } = deps
  const row = await askingBank(async () => {
    const publicToken = await provider.createDemoToken(wanted.institution, newsUrl(deps), businessId)
    const endAt = new Date(deps.now().getTime() + abandonedAfter)
    const common = { provider, source: 'demo', linkId: null } as const
    const taken = await takeItem(deps, identity, { ...common, publicToken, endAt })
    const { requestId } = wanted
    return connectItem(deps, identity, { ...common, taken, requestId, connectionId: null })
  })
  return toConnection(row, deps.now())
}

/** What the same request made before. Refuses, before anything is made at the bank, what would be refused after. */
async function findRepeated(
  tx: Transaction,
  deps: BankingDeps,
  { requestId, institution }: Wanted,
): Promise<ConnectionRow | undefined> {
  const [known] = await tx.db.select().from(bankConnections).where(eq(bankConnections.requestId, requestId))
  if (known) return known
  const { source } = await sourceInForce(tx, deps)
  if (source !== 'demo') {
    throw new AppError('NOT_CONFIGURED', 'Real banks are connected here: use Connect Account.')
  }
  const taken = (await listConnections(tx)).find(
    (row) => row.institutionId === institution && row.state !== 'disconnected',
  )
  if (taken) throw new AppError('ALREADY_CONNECTED', `${taken.institutionName} is already connected.`)
  return undefined
}

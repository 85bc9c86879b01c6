import { withTenant } from '../../platform/db/transaction.ts'
import type { Identity } from '../../platform/http/api.ts'
import { countUse } from '../../platform/limits/limit.ts'
import { AppError } from '../../shared/errors.ts'
import { tokenContext } from './bank-secrets.ts'
import { toConnection } from './bank-view.ts'
import type { BankingDeps } from './banking-deps.ts'
import { connectLimits } from './banking-limits.ts'
import { getConnection, lockConnection } from './connection-queries.ts'
import { markReconnect } from './connection-states.ts'
import type { BankConnection } from './contract.ts'
import { translateBankErrors } from './translate-bank-errors.ts'

/** Makes the demo bank ask for a new sign-in. Real banks cannot be made to. */
export async function expireDemoBank(
  deps: BankingDeps,
  { businessId, userId }: Identity,
  id: string,
): Promise<BankConnection> {
  await countUse(deps.database, connectLimits(businessId))
  const accessToken = await withTenant(deps.database, businessId, async (tx) => {
    const row = await getConnection(tx, id)
    const { institutionName, accessToken: sealed } = row
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

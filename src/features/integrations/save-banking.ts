import type { BodyOf } from '../../shared/endpoint.ts'
import type { Caller } from '../auth/activity.ts'
import { changeIntegrations } from './change-integrations.ts'
import type * as contract from './contract.ts'
import type { IntegrationDeps } from './integration-deps.ts'
import { assertPlaidSecretReusable } from './kept-secret.ts'
import { sealTyped } from './secret-columns.ts'

export function saveBanking(
  deps: IntegrationDeps,
  caller: Caller,
  body: BodyOf<typeof contract.saveBanking>,
): Promise<contract.Integrations> {
  const { businessId } = caller
  return changeIntegrations(deps, caller, 'banking', async (tx, row) => {
    assertPlaidSecretReusable(row, body)
    return {
      plaidClientId: body.clientId,
      plaidEnvironment: body.environment,
      ...(await sealTyped(tx, deps.secrets, businessId, { plaidSecret: body.secret })),
    }
  })
}

import type { BodyOf } from '../../shared/endpoint.ts'
import { changeIntegrations } from './change-integrations.ts'
import type * as contract from './contract.ts'
import type { IntegrationDeps } from './integration-deps.ts'
import { assertPaypalSecretStays } from './kept-secret.ts'
import { sealTyped } from './secret-columns.ts'

export function savePaypal(
  deps: IntegrationDeps,
  businessId: string,
  body: BodyOf<typeof contract.savePaypal>,
): Promise<contract.Integrations> {
  return changeIntegrations(deps, businessId, async (tx, row) => {
    assertPaypalSecretStays(row, body)
    return {
      paypalClientId: body.clientId,
      paypalMode: body.mode,
      paypalRefusedAt: null,
      ...(await sealTyped(tx, deps.secrets, businessId, { paypalClientSecret: body.clientSecret })),
    }
  })
}

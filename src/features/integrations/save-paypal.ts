import type { BodyOf } from '../../shared/endpoint.ts'
import type { Caller } from '../auth/activity.ts'
import { changeIntegrations } from './change-integrations.ts'
import { connectionsOf } from './connections.ts'
import type * as contract from './contract.ts'
import type { IntegrationDeps } from './integration-deps.ts'
import { assertPaypalSecretReusable } from './kept-secret.ts'
import type { IntegrationRow } from './queries.ts'
import { sealTyped } from './secret-columns.ts'

export function savePaypal(
  deps: IntegrationDeps,
  caller: Caller,
  body: BodyOf<typeof contract.savePaypal>,
): Promise<contract.Integrations> {
  const { businessId } = caller
  // A change of the client id or the mode requires a new secret.
  const replacesKeys = (row: IntegrationRow) => {
    assertPaypalSecretReusable(row, body)
    return body.clientSecret !== null && connectionsOf(row).paypal ? 'paypal' : null
  }
  return changeIntegrations(
    deps,
    caller,
    'paypal',
    async (tx, row) => {
      assertPaypalSecretReusable(row, body)
      return {
        paypalClientId: body.clientId,
        paypalMode: body.mode,
        paypalRefusedAt: null,
        paypalProblem: null,
        ...(await sealTyped(tx, deps.secrets, businessId, { paypalClientSecret: body.clientSecret })),
      }
    },
    { replacesKeys },
  )
}

import { withinLimits } from '../../platform/limits/limit.ts'
import type { BodyOf } from '../../shared/endpoint.ts'
import type { Caller } from '../auth/activity.ts'
import { changeIntegrations } from './change-integrations.ts'
import type * as contract from './contract.ts'
import type { IntegrationDeps } from './integration-deps.ts'
import { mailAccountLimits } from './integration-limits.ts'
import { assertPasswordReusable } from './kept-secret.ts'
import { sealTyped } from './secret-columns.ts'

export function saveEmail(
  deps: IntegrationDeps,
  caller: Caller,
  body: BodyOf<typeof contract.saveEmail>,
): Promise<contract.Integrations> {
  const { businessId } = caller
  const save = () =>
    changeIntegrations(
      deps,
      caller,
      'email',
      async (tx, row) => {
        assertPasswordReusable(row, body)
        return {
          emailFromAddress: body.fromAddress,
          emailHost: body.host,
          emailPort: body.port,
          emailUsername: body.username,
          ...(await sealTyped(tx, deps.secrets, businessId, { emailPassword: body.password })),
        }
      },
      { changesMail: true },
    )
  return withinLimits(deps.database, mailAccountLimits(businessId), save)
}

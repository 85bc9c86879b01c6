import type { BodyOf } from '../../shared/endpoint.ts'
import type { Caller } from '../auth/activity.ts'
import { changeIntegrations } from './change-integrations.ts'
import { connectionsOf } from './connections.ts'
import type * as contract from './contract.ts'
import type { IntegrationDeps } from './integration-deps.ts'
import { assertSameModes } from './kept-secret.ts'
import type { IntegrationRow } from './queries.ts'
import { modeOfSecretKey } from './rules.ts'
import { sealTyped } from './secret-columns.ts'

export function saveStripe(
  deps: IntegrationDeps,
  caller: Caller,
  body: BodyOf<typeof contract.saveStripe>,
): Promise<contract.Integrations> {
  const { businessId } = caller
  const replacesKeys = (row: IntegrationRow) => {
    assertSameModes(row, body)
    const isTaken = body.secretKey !== null || body.publishableKey === ''
    return isTaken && connectionsOf(row).stripe ? 'card' : null
  }
  return changeIntegrations(
    deps,
    caller,
    'stripe',
    async (tx, row) => {
      assertSameModes(row, body)
      return {
        stripePublishableKey: body.publishableKey,
        stripeAccountId: body.accountId,
        // New keys have not been refused yet.
        stripeRefusedAt: null,
        stripeProblem: null,
        ...(await sealTyped(tx, deps.secrets, businessId, {
          stripeSecretKey: body.secretKey,
          stripeWebhookSecret: body.webhookSecret,
        })),
        ...(body.secretKey === null ? {} : { stripeMode: modeOfSecretKey(body.secretKey) }),
      }
    },
    { replacesKeys },
  )
}

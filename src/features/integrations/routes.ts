import type { Api } from '../../platform/http/api.ts'
import * as contract from './contract.ts'
import { getIntegrations } from './get-integrations.ts'
import type { IntegrationDeps } from './integration-deps.ts'
import { listSecretAccesses } from './list-secret-accesses.ts'
import { removeIntegration } from './remove-integration.ts'
import { saveBanking } from './save-banking.ts'
import { saveEmail } from './save-email.ts'
import { savePaypal } from './save-paypal.ts'
import { saveStripe } from './save-stripe.ts'
import { switchIntegrations } from './switch-integrations.ts'
import { testBanking } from './test-banking.ts'
import { testEmail } from './test-email.ts'
import { testPaypal } from './test-paypal.ts'
import { testStripe } from './test-stripe.ts'

export function registerIntegrationRoutes(api: Api, deps: IntegrationDeps): void {
  api.register(contract.getIntegrations, ({ identity }) => getIntegrations(deps, identity.businessId))
  api.register(contract.switchIntegrations, ({ identity, body }) =>
    switchIntegrations(deps, identity.businessId, body.enabled),
  )

  api.register(contract.saveStripe, ({ identity, body }) => saveStripe(deps, identity.businessId, body))
  api.register(contract.savePaypal, ({ identity, body }) => savePaypal(deps, identity.businessId, body))
  api.register(contract.saveEmail, ({ identity, body }) => saveEmail(deps, identity.businessId, body))
  api.register(contract.saveBanking, ({ identity, body }) => saveBanking(deps, identity.businessId, body))
  api.register(contract.removeIntegration, ({ identity, params }) =>
    removeIntegration(deps, identity.businessId, params.name),
  )

  api.register(contract.testStripe, ({ identity, body }) => testStripe(deps, identity, body))
  api.register(contract.testPaypal, ({ identity, body }) => testPaypal(deps, identity, body))
  api.register(contract.testEmail, ({ identity, body }) => testEmail(deps, identity, body))
  api.register(contract.testBanking, ({ identity, body }) => testBanking(deps, identity, body))

  api.register(contract.listSecretAccesses, ({ identity, query }) =>
    listSecretAccesses(deps, identity, query),
  )
}

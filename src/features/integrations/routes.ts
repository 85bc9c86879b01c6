import type { Api } from '../../platform/http/api.ts'
import { callerOf } from '../auth/activity.ts'
import { testBanking, testEmail, testPaypal, testStripe } from './connection-tests.ts'
import * as contract from './contract.ts'
import {
  removeIntegration,
  saveBanking,
  saveEmail,
  savePaypal,
  saveStripe,
  switchIntegrations,
} from './integration-actions.ts'
import type { IntegrationDeps } from './integration-deps.ts'
import { getIntegrations } from './integrations-view.ts'
import { listSecurityActivity } from './list-security-activity.ts'

export function registerIntegrationRoutes(api: Api, deps: IntegrationDeps): void {
  api.register(contract.getIntegrations, ({ identity }) => getIntegrations(deps, identity.businessId))
  api.register(contract.switchIntegrations, (call) =>
    switchIntegrations(deps, callerOf(call), call.body.enabled),
  )

  api.register(contract.saveStripe, (call) => saveStripe(deps, callerOf(call), call.body))
  api.register(contract.savePaypal, (call) => savePaypal(deps, callerOf(call), call.body))
  api.register(contract.saveEmail, (call) => saveEmail(deps, callerOf(call), call.body))
  api.register(contract.saveBanking, (call) => saveBanking(deps, callerOf(call), call.body))
  api.register(contract.removeIntegration, (call) =>
    removeIntegration(deps, callerOf(call), call.params.name),
  )

  api.register(contract.testStripe, ({ identity, body }) => testStripe(deps, identity, body))
  api.register(contract.testPaypal, ({ identity, body }) => testPaypal(deps, identity, body))
  api.register(contract.testEmail, ({ identity, body }) => testEmail(deps, identity, body))
  api.register(contract.testBanking, ({ identity, body }) => testBanking(deps, identity, body))

  api.register(contract.listSecurityActivity, ({ identity, query }) =>
    listSecurityActivity(deps, identity, query),
  )
}

import type { Caller } from '../auth/activity.ts'
import { changeIntegrations } from './change-integrations.ts'
import type { Integrations } from './contract.ts'
import type { IntegrationDeps } from './integration-deps.ts'

/**
 * Switches the business's own accounts on or off. While off, their settings are kept, and the platform's own
 * accounts are used.
 */
export function switchIntegrations(
  deps: IntegrationDeps,
  caller: Caller,
  enabled: boolean,
): Promise<Integrations> {
  return changeIntegrations(deps, caller, null, () => ({ integrationsEnabled: enabled }), {
    changesMail: true,
  })
}

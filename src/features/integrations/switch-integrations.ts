import type { Caller } from '../auth/activity.ts'
import { changeIntegrations } from './change-integrations.ts'
import type { Integrations } from './contract.ts'
import type { IntegrationDeps } from './integration-deps.ts'

/** Off: all of them rest, as they are, and the platform's own take their place. */
export function switchIntegrations(
  deps: IntegrationDeps,
  caller: Caller,
  enabled: boolean,
): Promise<Integrations> {
  return changeIntegrations(deps, caller, null, () => ({ integrationsEnabled: enabled }), {
    changesMail: true,
  })
}

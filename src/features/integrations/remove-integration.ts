import { changeIntegrations } from './change-integrations.ts'
import type { Integrations } from './contract.ts'
import type { IntegrationDeps } from './integration-deps.ts'
import type { IntegrationChanges } from './queries.ts'
import { defaultMailHost, defaultMailPort } from './rules.ts'
import type { IntegrationName } from './rules.ts'

/** As before anything was saved. The address for events stays: it is nobody else's. */
const untouched: Record<IntegrationName, IntegrationChanges> = {
  stripe: {
    stripePublishableKey: '',
    stripeSecretKey: null,
    stripeMode: null,
    stripeAccountId: '',
    stripeWebhookSecret: null,
    stripeRefusedAt: null,
  },
  paypal: { paypalClientId: '', paypalClientSecret: null, paypalMode: 'live', paypalRefusedAt: null },
  email: {
    emailFromAddress: '',
    emailHost: defaultMailHost,
    emailPort: defaultMailPort,
    emailUsername: '',
    emailPassword: null,
  },
  banking: { plaidClientId: '', plaidSecret: null, plaidEnvironment: 'production' },
}

export function removeIntegration(
  deps: IntegrationDeps,
  businessId: string,
  name: IntegrationName,
): Promise<Integrations> {
  return changeIntegrations(deps, businessId, () => untouched[name], { changesMail: name === 'email' })
}

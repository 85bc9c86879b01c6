import type { Caller } from '../auth/activity.ts'
import { changeIntegrations } from './change-integrations.ts'
import { connectionsOf } from './connections.ts'
import type { Integrations } from './contract.ts'
import type { IntegrationDeps } from './integration-deps.ts'
import type { IntegrationChanges, IntegrationRow } from './queries.ts'
import { type IntegrationName, defaultMailHost, defaultMailPort } from './rules.ts'

/** The settings before anything was saved. The webhook address stays: it belongs to this business only. */
const emptySettings: Record<IntegrationName, IntegrationChanges> = {
  stripe: {
    stripePublishableKey: '',
    stripeSecretKey: null,
    stripeMode: null,
    stripeAccountId: '',
    stripeWebhookSecret: null,
    stripeRefusedAt: null,
    stripeProblem: null,
  },
  paypal: {
    paypalClientId: '',
    paypalClientSecret: null,
    paypalMode: 'live',
    paypalRefusedAt: null,
    paypalProblem: null,
  },
  email: {
    emailFromAddress: '',
    emailHost: defaultMailHost,
    emailPort: defaultMailPort,
    emailUsername: '',
    emailPassword: null,
  },
  banking: { plaidClientId: '', plaidSecret: null, plaidEnvironment: 'production' },
}

const providers = { stripe: 'card', paypal: 'paypal', email: null, banking: null } as const

export function removeIntegration(
  deps: IntegrationDeps,
  caller: Caller,
  name: IntegrationName,
): Promise<Integrations> {
  const replacesKeys = (row: IntegrationRow) => (connectionsOf(row)[name] ? providers[name] : null)
  return changeIntegrations(deps, caller, name, () => emptySettings[name], {
    changesMail: name === 'email',
    replacesKeys,
  })
}

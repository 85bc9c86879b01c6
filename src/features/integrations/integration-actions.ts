import type { Transaction } from '../../platform/db/transaction.ts'
import { withinLimits } from '../../platform/limits/limit.ts'
import type { BodyOf } from '../../shared/endpoint.ts'
import type { Caller } from '../auth/activity.ts'
import { changeIntegrations } from './change-integrations.ts'
import type * as contract from './contract.ts'
import type { IntegrationDeps } from './integration-deps.ts'
import {
  assertPasswordReusable,
  assertPaypalSecretReusable,
  assertPlaidSecretReusable,
  assertSameModes,
} from './kept-secret.ts'
import { type IntegrationChanges, type IntegrationRow, connectionsOf } from './queries.ts'
import { type IntegrationName, defaultMailHost, defaultMailPort, modeOfSecretKey } from './rules.ts'
import { sealTyped } from './secret-columns.ts'

type Integrations = Promise<contract.Integrations>

export function saveStripe(
  deps: IntegrationDeps,
  caller: Caller,
  body: BodyOf<typeof contract.saveStripe>,
): Integrations {
  const replacesKeys = (row: IntegrationRow) => {
    assertSameModes(row, body)
    const isReplaced = body.secretKey !== null || body.publishableKey === ''
    return isReplaced && connectionsOf(row).stripe ? 'card' : null
  }
  const change = async (tx: Transaction, row: IntegrationRow) => {
    assertSameModes(row, body)
    return {
      stripePublishableKey: body.publishableKey,
      stripeAccountId: body.accountId,
      // New keys have not been refused yet.
      stripeRefusedAt: null,
      stripeProblem: null,
      ...(await sealTyped(tx, deps.secrets, caller.businessId, {
        stripeSecretKey: body.secretKey,
        stripeWebhookSecret: body.webhookSecret,
      })),
      ...(body.secretKey === null ? {} : { stripeMode: modeOfSecretKey(body.secretKey) }),
    }
  }
  return changeIntegrations(deps, caller, 'stripe', change, { replacesKeys })
}

export function savePaypal(
  deps: IntegrationDeps,
  caller: Caller,
  body: BodyOf<typeof contract.savePaypal>,
): Integrations {
  // A change of the client id or the mode requires a new secret.
  const replacesKeys = (row: IntegrationRow) => {
    assertPaypalSecretReusable(row, body)
    return body.clientSecret !== null && connectionsOf(row).paypal ? 'paypal' : null
  }
  const change = async (tx: Transaction, row: IntegrationRow) => {
    assertPaypalSecretReusable(row, body)
    return {
      paypalClientId: body.clientId,
      paypalMode: body.mode,
      paypalRefusedAt: null,
      paypalProblem: null,
      ...(await sealTyped(tx, deps.secrets, caller.businessId, { paypalClientSecret: body.clientSecret })),
    }
  }
  return changeIntegrations(deps, caller, 'paypal', change, { replacesKeys })
}

export function saveEmail(
  deps: IntegrationDeps,
  caller: Caller,
  body: BodyOf<typeof contract.saveEmail>,
): Integrations {
  const { businessId } = caller
  const change = async (tx: Transaction, row: IntegrationRow) => {
    assertPasswordReusable(row, body)
    return {
      emailFromAddress: body.fromAddress,
      emailHost: body.host,
      emailPort: body.port,
      emailUsername: body.username,
      ...(await sealTyped(tx, deps.secrets, businessId, { emailPassword: body.password })),
    }
  }
  // Each save retries waiting mails, and the timeline shows the result, so it works like a connection test.
  const limit = {
    key: `mail-account:${businessId}`,
    max: 60,
    windowSeconds: 3600,
    refusal: 'You’ve saved the email settings 60 times within an hour.',
  }
  return withinLimits(deps.database, [limit], () =>
    changeIntegrations(deps, caller, 'email', change, { changesMail: true }),
  )
}

export function saveBanking(
  deps: IntegrationDeps,
  caller: Caller,
  body: BodyOf<typeof contract.saveBanking>,
): Integrations {
  return changeIntegrations(deps, caller, 'banking', async (tx, row) => {
    assertPlaidSecretReusable(row, body)
    return {
      plaidClientId: body.clientId,
      plaidEnvironment: body.environment,
      ...(await sealTyped(tx, deps.secrets, caller.businessId, { plaidSecret: body.secret })),
    }
  })
}

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
): Integrations {
  const replacesKeys = (row: IntegrationRow) => (connectionsOf(row)[name] ? providers[name] : null)
  const options = { changesMail: name === 'email', replacesKeys }
  return changeIntegrations(deps, caller, name, () => emptySettings[name], options)
}

/** Switches to the business's own accounts, or to the platform's. The settings of its own accounts are kept. */
export function switchIntegrations(deps: IntegrationDeps, caller: Caller, enabled: boolean): Integrations {
  const change = () => ({ integrationsEnabled: enabled })
  return changeIntegrations(deps, caller, null, change, { changesMail: true })
}

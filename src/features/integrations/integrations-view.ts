import { type Transaction, withTenant } from '../../platform/db/transaction.ts'
import { accountProblems } from '../../shared/account-problems.ts'
import type { Integrations } from './contract.ts'
import type { IntegrationDeps } from './integration-deps.ts'
import { type IntegrationRow, connectionsOf, findWaitingMails, getIntegrationRow } from './queries.ts'

export async function getIntegrations(deps: IntegrationDeps, businessId: string): Promise<Integrations> {
  return withTenant(deps.database, businessId, async (tx) =>
    viewOf(tx, await getIntegrationRow(tx, businessId), deps),
  )
}

const knownProblem = (problem: string | null) => accountProblems.find((one) => one === problem) ?? null

/** Returns what the owner sees. Fields are listed one by one, so that no secret is exposed by accident. */
export async function viewOf(
  tx: Transaction,
  row: IntegrationRow,
  { appUrl, cards, areTestsAllowed }: Pick<IntegrationDeps, 'appUrl' | 'cards' | 'areTestsAllowed'>,
): Promise<Integrations> {
  const isConnected = connectionsOf(row)
  // If the account is not in use, the platform sends the mails.
  const isMailUsed = isConnected.email && row.integrationsEnabled
  return {
    enabled: row.integrationsEnabled,
    platformCardsAreLive: cards.isLive,
    areTestsAllowed: await areTestsAllowed(tx),
    stripe: {
      isConnected: isConnected.stripe,
      refusedAt: row.stripeRefusedAt?.toISOString() ?? null,
      problem: knownProblem(row.stripeProblem),
      publishableKey: row.stripePublishableKey,
      accountId: row.stripeAccountId,
      hasSecretKey: row.stripeSecretKey !== null,
      hasWebhookSecret: row.stripeWebhookSecret !== null,
      mode: row.stripeMode,
      webhookUrl: `${appUrl}/api/v1/webhooks/stripe/${row.webhookId}`,
    },
    paypal: {
      isConnected: isConnected.paypal,
      refusedAt: row.paypalRefusedAt?.toISOString() ?? null,
      problem: knownProblem(row.paypalProblem),
      clientId: row.paypalClientId,
      hasClientSecret: row.paypalClientSecret !== null,
      mode: row.paypalMode,
    },
    email: {
      isConnected: isConnected.email,
      fromAddress: row.emailFromAddress,
      host: row.emailHost,
      port: row.emailPort,
      username: row.emailUsername,
      hasPassword: row.emailPassword !== null,
      waiting: isMailUsed ? await findWaitingMails(tx, row.businessId) : null,
    },
    banking: {
      isConnected: isConnected.banking,
      clientId: row.plaidClientId,
      hasSecret: row.plaidSecret !== null,
      environment: row.plaidEnvironment,
    },
  }
}

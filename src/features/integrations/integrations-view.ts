import type { Transaction } from '../../platform/db/transaction.ts'
import { accountProblems } from '../../shared/account-problems.ts'
import { connectionsOf } from './connections.ts'
import type { Integrations } from './contract.ts'
import type { IntegrationDeps } from './integration-deps.ts'
import { type IntegrationRow, findWaitingMails } from './queries.ts'

const knownProblem = (problem: string | null) => accountProblems.find((one) => one === problem) ?? null

/** What the owner sees of it. Each field is named here, so that no secret gets out by being there. */
export async function viewOf(
  tx: Transaction,
  row: IntegrationRow,
  { appUrl, cards, areTestsAllowed }: Pick<IntegrationDeps, 'appUrl' | 'cards' | 'areTestsAllowed'>,
): Promise<Integrations> {
  const isConnected = connectionsOf(row)
  // Without it the platform sends them.
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

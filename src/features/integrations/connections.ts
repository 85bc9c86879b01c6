import type { integrations } from '../../platform/db/tables/integrations.ts'
import type { IntegrationName } from './rules.ts'

type Row = typeof integrations.$inferSelect

/** Which accounts are complete. The switch has no say in this. */
export function connectionsOf(row: Row): Record<IntegrationName, boolean> {
  return {
    stripe: row.stripePublishableKey !== '' && row.stripeSecretKey !== null,
    paypal: row.paypalClientId !== '' && row.paypalClientSecret !== null,
    email: row.emailFromAddress !== '' && row.emailPassword !== null,
    banking: row.plaidClientId !== '' && row.plaidSecret !== null,
  }
}

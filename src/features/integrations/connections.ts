import type { integrations } from '../../platform/db/tables/integrations.ts'
import type { IntegrationName } from './rules.ts'

type Row = typeof integrations.$inferSelect

/** Returns which accounts are complete, whether or not they are switched on. */
export function connectionsOf(row: Row): Record<IntegrationName, boolean> {
  return {
    stripe: row.stripePublishableKey !== '' && row.stripeSecretKey !== null,
    paypal: row.paypalClientId !== '' && row.paypalClientSecret !== null,
    email: row.emailFromAddress !== '' && row.emailPassword !== null,
    banking: row.plaidClientId !== '' && row.plaidSecret !== null,
  }
}

import { boolean, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { bytea, moment, times } from './columns.ts'

/** All bytea columns are encrypted. Only `openSecret` reads them. */
export const integrations = pgTable('integrations', {
  businessId: uuid('business_id').primaryKey(),
  integrationsEnabled: boolean('integrations_enabled').notNull().default(true),
  webhookId: uuid('webhook_id').notNull().defaultRandom(),
  stripeAccountId: text('stripe_account_id').notNull().default(''),
  stripePublishableKey: text('stripe_publishable_key').notNull().default(''),
  stripeSecretKey: bytea('stripe_secret_key'),
  stripeMode: text('stripe_mode', { enum: ['test', 'live'] }),
  stripeWebhookSecret: bytea('stripe_webhook_secret'),
  stripeRefusedAt: moment('stripe_refused_at'),
  stripeProblem: text('stripe_problem'),
  paypalClientId: text('paypal_client_id').notNull().default(''),
  paypalClientSecret: bytea('paypal_client_secret'),
  paypalMode: text('paypal_mode', { enum: ['live', 'sandbox', 'demo'] })
    .notNull()
    .default('live'),
  paypalRefusedAt: moment('paypal_refused_at'),
  paypalProblem: text('paypal_problem'),
  emailFromAddress: text('email_from_address').notNull().default(''),
  emailHost: text('email_host').notNull().default('smtp.gmail.com'),
  emailPort: integer('email_port').notNull().default(587),
  emailUsername: text('email_username').notNull().default(''),
  emailPassword: bytea('email_password'),
  plaidClientId: text('plaid_client_id').notNull().default(''),
  plaidSecret: bytea('plaid_secret'),
  plaidEnvironment: text('plaid_environment', { enum: ['production', 'sandbox'] })
    .notNull()
    .default('production'),
  ...times,
})

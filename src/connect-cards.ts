import type { Hono } from 'hono'
import type { Logger } from 'pino'
import { advanceCardSandbox } from '../sandbox/cards/advance-card-sandbox.ts'
import { pagesPath } from '../sandbox/cards/card-sandbox.ts'
import { startCardSandbox } from '../sandbox/cards/start-card-sandbox.ts'
import type { Config } from './config.ts'
import { planPrices } from './features/billing/rules.ts'
import type { StripeKeys } from './features/integrations/own-accounts.ts'
import { receiveStripeEvent } from './features/payments/contract.ts'
import type { CardProvider } from './platform/cards/card-provider.ts'
import { createStripeProvider } from './platform/cards/stripe-provider.ts'
import type { Database } from './platform/db/connect.ts'
import type { JobQueue } from './platform/jobs/job-queue.ts'
import { keepSeed } from './platform/secrets/keep-seed.ts'
import type { Secret } from './platform/secrets/master-keys.ts'
import { productName } from './shared/product.ts'

interface Cards {
  provider: CardProvider
  sandboxPages: Hono | undefined
  startJobs(): Promise<void>
  close(): Promise<void>
}

interface Options {
  config: Config
  database: Database
  jobs: JobQueue
  log: Logger
  secret: Secret
}

/** Connects Stripe if there is a key, otherwise the built-in sandbox. Only the address differs. */
export async function connectCards({ config, database, jobs, log, secret }: Options): Promise<Cards> {
  const common = { prices: planPrices, productName }
  if (config.stripe) {
    if (!config.stripe.webhookSecret) {
      log.warn(
        'STRIPE_WEBHOOK_SECRET is not set, so payments are only noticed when the payer returns, and once an hour',
      )
    }
    return {
      provider: createStripeProvider({ ...common, ...config.stripe }),
      sandboxPages: undefined,
      // Removes the job that an earlier start without a key scheduled. With Stripe no worker would run it.
      startJobs: () => jobs.unschedule(advanceCardSandbox),
      close: async () => undefined,
    }
  }
  const sandbox = await startCardSandbox({
    database,
    jobs,
    log,
    appUrl: config.appUrl,
    webhookUrl: webhookOrigin(config) + receiveStripeEvent.path,
    secret: await keepSeed(database, 'card-sandbox', secret),
  })
  const { address, secretKey, webhookSecret } = sandbox
  return {
    provider: createStripeProvider({
      ...common,
      secretKey,
      webhookSecret,
      address,
      disputePages: `${config.appUrl}${pagesPath}/disputes/`,
    }),
    sandboxPages: sandbox.pages,
    startJobs: () => sandbox.startJobs(),
    close: () => sandbox.close(),
  }
}

/** A business's own Stripe account is always at Stripe, even if the platform uses the sandbox. */
export function connectOwnCards(keys: StripeKeys): CardProvider {
  return createStripeProvider({ prices: [], productName, ...keys })
}

/** A process that serves pages receives the sandbox's webhooks; a worker sends them to the public address. */
function webhookOrigin({ role, host, port, appUrl }: Config): string {
  if (role === 'worker') return appUrl
  const reachable = ['0.0.0.0', '::'].includes(host) ? 'localhost' : host
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`
}

import { Hono } from 'hono'
import type { Logger } from 'pino'
import { pagesPath } from '../../../sandbox/cards/card-sandbox.ts'
import { startCardSandbox } from '../../../sandbox/cards/start-card-sandbox.ts'
import { planPrices } from '../../../src/features/billing/rules.ts'
import type { StripeKeys } from '../../../src/features/integrations/own-accounts.ts'
import { receiveStripeEvent } from '../../../src/features/payments/contract.ts'
import { createStripeProvider } from '../../../src/platform/cards/stripe-provider.ts'
import type { Database } from '../../../src/platform/db/connect.ts'
import { type JobQueue, startJobQueue } from '../../../src/platform/jobs/job-queue.ts'
import { createTestDatabase } from '../test-database.ts'

interface Options {
  database: Database
  jobs: JobQueue
  log: Logger
  appUrl: string
  now: () => Date
  send: (url: string, init: RequestInit) => Response | Promise<Response>
  secret?: string
}

/**
 * Starts another sandbox beside the product's, with its own data, as if it were the provider of a business's
 * own keys. Its events go to the address given to `tell`.
 */
export async function startOwnSandbox({ appUrl, log, send }: Pick<Options, 'appUrl' | 'log' | 'send'>) {
  const { database, drop } = await createTestDatabase()
  const jobs = await startJobQueue({ database, log, runsJobs: true, pollingIntervalSeconds: 0.5 })
  const running = await startCardSandbox({
    database,
    jobs,
    log,
    appUrl,
    send: async (url, init) => send(url, init),
    webhookUrl: `${appUrl}/nowhere`,
    secret: 'a secret for the sandbox of a business',
  })
  const { address, secretKey, webhookSecret, sandbox } = running
  await running.startJobs()
  return {
    secretKey,
    webhookSecret,
    connect: (keys: StripeKeys) =>
      createStripeProvider({ prices: [], productName: 'Millrace', ...keys, address }),
    /** For payByCard. */
    pages: { app: new Hono().route(pagesPath, running.pages), deps: { appUrl } },
    tell: (path: string) => void (sandbox.webhookUrl = appUrl + path),
    async close() {
      await running.close()
      await jobs.stop()
      await drop()
    },
  }
}

/** Starts the sandbox on a real socket, with the provider's client connected to it. */
export async function startTestCards(options: Options) {
  const sandbox = await startCardSandbox({
    ...options,
    send: async (url, init) => options.send(url, init),
    webhookUrl: options.appUrl + receiveStripeEvent.path,
    secret: options.secret ?? 'a secret for the sandbox of tests',
  })
  const { address, secretKey, webhookSecret } = sandbox
  const provider = createStripeProvider({
    prices: planPrices,
    productName: 'Millrace',
    secretKey,
    webhookSecret,
    address,
    disputePages: `${options.appUrl}${pagesPath}/disputes/`,
  })
  return { sandbox, provider }
}

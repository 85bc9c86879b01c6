import type { Logger } from 'pino'
import { planPrices } from '../../src/features/billing/price-rules.ts'
import { receiveStripeEvent } from '../../src/features/payments/contract.ts'
import { createStripeProvider } from '../../src/platform/cards/stripe-provider.ts'
import type { Database } from '../../src/platform/db/connect.ts'
import type { JobQueue } from '../../src/platform/jobs/job-queue.ts'
import { startCardSandbox } from '../../src/sandbox/cards/start-card-sandbox.ts'

interface Options {
  database: Database
  jobs: JobQueue
  log: Logger
  appUrl: string
  now: () => Date
  send: (url: string, init: RequestInit) => Response | Promise<Response>
  secret?: string
}

/** The sandbox over a real socket, and the provider's client that talks to it. */
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
  })
  return { sandbox, provider }
}

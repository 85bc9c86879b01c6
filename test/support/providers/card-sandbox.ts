import { Stripe } from 'stripe'
import { startCardSandbox } from '../../../sandbox/cards/start-card-sandbox.ts'
import { startJobQueue } from '../../../src/platform/jobs/job-queue.ts'
import { createLog } from '../../../src/platform/log.ts'
import { createTestDatabase } from '../test-database.ts'

interface Options {
  now?: () => Date
  send?: (url: string, init: RequestInit) => Promise<Response>
}

/**
 * Starts the card sandbox alone, with its own database, and connects the provider's official client to it.
 */
export async function createTestSandbox(options: Options = {}) {
  const { database, drop } = await createTestDatabase()
  const lines: string[] = []
  const log = createLog('warn', { write: (line: string) => void lines.push(line) })
  const jobs = await startJobQueue({ database, log, runsJobs: true, pollingIntervalSeconds: 0.5 })
  const start = () =>
    startCardSandbox({
      database,
      jobs,
      log,
      appUrl: 'http://localhost:3000',
      webhookUrl: 'http://localhost:3000/webhook',
      secret: 'a secret for the sandbox of tests',
      send: async () => new Response(null, { status: 200 }),
      ...options,
    })
  const running = await start()
  const connect = (config: Partial<Stripe.StripeConfig> = {}, from = running) =>
    new Stripe(from.secretKey, { ...from.address, telemetry: false, ...config })
  return {
    ...running,
    database,
    log: lines,
    /** Starts another one on the same database, as after a restart. */
    startAgain: start,
    connect,
    stripe: connect(),
    async close() {
      await running.close()
      await jobs.stop()
      await drop()
    },
  }
}

export type TestSandbox = Awaited<ReturnType<typeof createTestSandbox>>

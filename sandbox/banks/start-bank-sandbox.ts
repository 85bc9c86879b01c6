import type { Hono } from 'hono'
import { randomBytes } from 'node:crypto'
import { listen } from '../../src/platform/http/listen.ts'
import { createBankApi } from './create-bank-api.ts'
import { createLinkPage } from './create-link-page.ts'
import type { BankSandbox } from './pages-path.ts'
import { startPostedUpdates } from './send-posted-updates.ts'
import { createWebhooks } from './webhooks.ts'

export interface RunningBankSandbox {
  /** The address of its API: this machine only, on a free port. */
  address: string
  /** The page, served under `pagesPath`. */
  pages: Hono
  /** The keys that it accepts. */
  clientId: string
  secret: string
  close(): Promise<void>
}

interface Options extends Pick<BankSandbox, 'database' | 'log' | 'appUrl'> {
  now?: () => Date
  /** Sends webhooks; tests replace it. */
  send?: (url: string, init: RequestInit) => Response | Promise<Response>
}

export function createBankSandbox({ send = fetch, ...options }: Options): BankSandbox {
  const base = { now: () => new Date(), ...options }
  // The keys are valid as long as the process runs, like the port.
  const keys = { clientId: 'demo-bank', secret: randomBytes(24).toString('hex') }
  return { ...base, ...keys, webhooks: createWebhooks({ ...base, send }) }
}

export async function startBankSandbox(options: Options): Promise<RunningBankSandbox> {
  const sandbox = createBankSandbox(options)
  const host = '127.0.0.1'
  const server = await listen(createBankApi(sandbox), { host, port: 0 })
  const stopUpdates = startPostedUpdates(sandbox)
  return {
    address: `http://${host}:${server.port}`,
    pages: createLinkPage(sandbox),
    clientId: sandbox.clientId,
    secret: sandbox.secret,
    async close() {
      await server.close()
      await Promise.all([sandbox.webhooks.close(), stopUpdates()])
    },
  }
}

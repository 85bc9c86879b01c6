import type { Hono } from 'hono'
import { randomBytes } from 'node:crypto'
import { listen } from '../../src/platform/http/listen.ts'
import { createBankApi } from './api.ts'
import type { BankSandbox } from './bank-sandbox.ts'
import { createLinkPage } from './link-page.ts'
import { keepTellingPosted } from './tell-posted.ts'
import { createWebhooks } from './webhooks.ts'

export interface RunningBankSandbox {
  /** Where its API listens: on this machine alone, on a port of its own. */
  address: string
  /** The page, to be served below `pagesPath`. */
  pages: Hono
  /** The keys that it takes. */
  clientId: string
  secret: string
  close(): Promise<void>
}

interface Options extends Pick<BankSandbox, 'database' | 'log' | 'appUrl'> {
  now?: () => Date
  /** How webhooks leave. */
  send?: (url: string, init: RequestInit) => Response | Promise<Response>
}

export function createBankSandbox({ send = fetch, ...options }: Options): BankSandbox {
  const known = { now: () => new Date(), ...options }
  // As long as the process lives, like the port at which they are asked for.
  const keys = { clientId: 'demo-bank', secret: randomBytes(24).toString('hex') }
  return { ...known, ...keys, webhooks: createWebhooks({ ...known, send }) }
}

export async function startBankSandbox(options: Options): Promise<RunningBankSandbox> {
  const sandbox = createBankSandbox(options)
  const host = '127.0.0.1'
  const server = await listen(createBankApi(sandbox), { host, port: 0 })
  const stopTelling = keepTellingPosted(sandbox)
  return {
    address: `http://${host}:${server.port}`,
    pages: createLinkPage(sandbox),
    clientId: sandbox.clientId,
    secret: sandbox.secret,
    async close() {
      await server.close()
      await Promise.all([sandbox.webhooks.close(), stopTelling()])
    },
  }
}

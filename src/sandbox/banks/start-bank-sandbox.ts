import { Hono } from 'hono'
import type { BlankEnv } from 'hono/types'
import { listen } from '../../platform/http/listen.ts'
import type { BankSandbox } from './bank-sandbox.ts'

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

type Options = Omit<BankSandbox, 'now'> & Partial<Pick<BankSandbox, 'now'>>

export async function startBankSandbox(_options: Options): Promise<RunningBankSandbox> {
  const host = '127.0.0.1'
  const server = await listen(new Hono<BlankEnv>(), { host, port: 0 })
  return {
    address: `http://${host}:${server.port}`,
    pages: new Hono(),
    clientId: 'demo',
    secret: 'demo',
    close: () => server.close(),
  }
}

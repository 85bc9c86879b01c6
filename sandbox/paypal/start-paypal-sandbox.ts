import type { Hono } from 'hono'
import { listen } from '../../src/platform/http/listen.ts'
import { createCheckoutPage } from './create-checkout-page.ts'
import { createPaypalApi } from './create-paypal-api.ts'
import type { PaypalSandbox } from './paypal-sandbox.ts'

export interface RunningPaypalSandbox {
  /** The address of its API: this machine only, on a free port. */
  address: string
  /** The page, served under `pagesPath`. */
  pages: Hono
  close(): Promise<void>
}

type Options = Omit<PaypalSandbox, 'now'> & Partial<Pick<PaypalSandbox, 'now'>>

export async function startPaypalSandbox(options: Options): Promise<RunningPaypalSandbox> {
  const sandbox: PaypalSandbox = { now: () => new Date(), ...options }
  const host = '127.0.0.1'
  const server = await listen(createPaypalApi(sandbox), { host, port: 0 })
  return {
    address: `http://${host}:${server.port}`,
    pages: createCheckoutPage(sandbox),
    close: () => server.close(),
  }
}

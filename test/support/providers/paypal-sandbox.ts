import type { Funding } from '../../../sandbox/paypal/sandbox-order.ts'
import { startPaypalSandbox } from '../../../sandbox/paypal/start-paypal-sandbox.ts'
import { withCardSandbox } from '../../../src/platform/db/transaction.ts'
import { createLog } from '../../../src/platform/log.ts'
import { type PaypalAccount, createPaypalProvider } from '../../../src/platform/paypal/paypal-provider.ts'
import { demoPaypalAccount } from '../../../src/shared/demo-paypal-account.ts'
import { createTestDatabase } from '../test-database.ts'

/**
 * Starts the PayPal sandbox alone, with its own database, and connects our own client to it over a socket.
 */
export async function createTestPaypal() {
  const { database, drop } = await createTestDatabase()
  const lines: string[] = []
  const log = createLog('warn', { write: (line: string) => void lines.push(line) })
  let ahead = 0
  const now = () => new Date(Date.now() + ahead)
  const start = () => startPaypalSandbox({ database, log, appUrl: 'http://localhost:3000', now })
  const running = await start()
  const connect = (from = running, account: Partial<PaypalAccount> = {}) =>
    createPaypalProvider({ ...demoPaypalAccount, mode: 'demo', ...account }, { demo: from.address, now })

  /** Presses a button on the page of this URL, and returns where it leads. */
  async function choose(url: string, pay: Funding): Promise<string | null> {
    const { pathname, search } = new URL(url)
    const path = pathname.replace('/sandbox/paypal', '') + search
    const response = await running.pages.request(path, { method: 'POST', body: new URLSearchParams({ pay }) })
    return response.headers.get('location')
  }

  return {
    ...running,
    database,
    log: lines,
    now,
    /** Starts another one on the same database, as after a restart. */
    startAgain: start,
    connect,
    paypal: connect(),
    choose,
    /** Returns the payment of an order as the sandbox stored it; null if there is none. */
    async paymentOf(orderId: string): Promise<string | null> {
      const { rows } = await withCardSandbox(database, ({ client }) =>
        client.query<{ id: string | null }>(
          'select capture_id as id from paypal_sandbox.orders where id = $1',
          [orderId],
        ),
      )
      return rows[0]?.id ?? null
    },
    async giveAway(orderId: string): Promise<void> {
      await withCardSandbox(database, ({ client }) =>
        client.query(`update paypal_sandbox.orders set account = 'another' where id = $1`, [orderId]),
      )
    },
    letPass(milliseconds: number) {
      ahead += milliseconds
    },
    async close() {
      await running.close()
      await drop()
    },
  }
}

export type TestPaypal = Awaited<ReturnType<typeof createTestPaypal>>

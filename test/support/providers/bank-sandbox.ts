import type { PlaidApi } from 'plaid'
import { startBankSandbox } from '../../../sandbox/banks/start-bank-sandbox.ts'
import { createPlaidClient } from '../../../src/platform/banks/plaid-client.ts'
import { createLog } from '../../../src/platform/log.ts'
import { createTestDatabase } from '../test-database.ts'

interface Delivery {
  url: string
  signature: string
  body: string
}

/** Starts the demo bank alone, with its own database, and connects Plaid's own client to it over a socket. */
export async function createTestBank(start: Date = new Date()) {
  const { database, drop } = await createTestDatabase()
  const lines: string[] = []
  const log = createLog('warn', { write: (line: string) => void lines.push(line) })
  const appUrl = 'http://localhost:3000'
  let time = start.getTime()
  const now = () => new Date(time)
  const deliveries: Delivery[] = []
  const send = (url: string, { body, headers }: RequestInit) => {
    const signature = new Headers(headers).get('plaid-verification') ?? ''
    deliveries.push({ url, signature, body: body as string })
    return new Response()
  }
  const running = await startBankSandbox({ database, log, appUrl, now, send })
  const { clientId, secret, address } = running
  const connect = (keys: { clientId?: string; secret?: string } = {}): Promise<PlaidApi> =>
    createPlaidClient({ clientId, secret, environment: 'sandbox', ...keys }, { address })

  return {
    ...running,
    database,
    log: lines,
    appUrl,
    now,
    send,
    /** The webhooks that were sent. */
    deliveries,
    connect,
    plaid: await connect(),
    letPass(milliseconds: number) {
      time += milliseconds
    },
    /** Presses a button on the page of this URL, and returns where it leads. */
    async press(url: string, answer: string): Promise<string | null> {
      const path = new URL(url).pathname.replace('/sandbox/bank', '')
      const response = await running.pages.request(path, {
        method: 'POST',
        body: new URLSearchParams({ answer }),
      })
      return response.headers.get('location')
    },
    async close() {
      await running.close()
      await drop()
    },
  }
}

export type TestBank = Awaited<ReturnType<typeof createTestBank>>

/** Returns how Plaid refused a request: status and codes. */
export async function refusalOf(asking: Promise<unknown>): Promise<[number, string, string]> {
  try {
    await asking
  } catch (error) {
    const { response } = error as {
      response: { status: number; data: { error_type: string; error_code: string } }
    }
    return [response.status, response.data.error_type, response.data.error_code]
  }
  throw new Error('it was not refused')
}

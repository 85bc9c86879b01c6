import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { CardProviderError } from '../../../src/platform/cards/card-provider.ts'
import { createPaypalProvider } from '../../../src/platform/paypal/paypal-provider.ts'

const servers: Server[] = []

/** Must be called after each test. */
export function closePaypals(): void {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
}

export interface Asked {
  /** GET /v2/checkout/orders/ORDER */
  what: string
  headers: IncomingMessage['headers']
  body: string
}
export type Answering = (asked: Asked, response: ServerResponse) => void

export const account = { clientId: 'id', clientSecret: 'secret', mode: 'demo' } as const
export const token = { access_token: 'good', token_type: 'Bearer', expires_in: 32_400 }
export const now = new Date('2026-11-05T12:00:00Z')

/** Starts a server in place of PayPal. It issues tokens unless `tokens` says otherwise. */
export async function paypalAnswering(
  answer: Answering,
  { tokens = sending(200, token) }: { tokens?: Answering } = {},
) {
  const asked: Asked[] = []
  async function hear(request: IncomingMessage, response: ServerResponse) {
    const body = (await request.toArray()).join('')
    const one = { what: `${request.method} ${request.url}`, headers: request.headers, body }
    asked.push(one)
    if (request.url === '/v1/oauth2/token') tokens(one, response)
    else answer(one, response)
  }
  const server = createServer((request, response) => void hear(request, response))
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  // A server that does not respond takes twice as long. One that responds must not time out on a busy
  // machine.
  const address = { demo: `http://127.0.0.1:${port}`, timeout: 2000, now: () => now }
  // Tokens are cached for the whole process, and ports are reused, so each server needs its own keys.
  const own = { ...account, clientId: randomUUID() }
  return { paypal: createPaypalProvider(own, address), asked, address, account: own }
}

export function sending(status: number, body: unknown, headers: Record<string, string> = {}): Answering {
  return (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }
}

/** Sends one response after the other, and the last one for all further requests. */
export function inTurn(...answers: Answering[]): Answering {
  return (asked, response) => (answers.length > 1 ? answers.shift() : answers[0])?.(asked, response)
}

export const hangUp: Answering = (_, response) => void response.destroy()

export const capture = {
  id: 'CAPTURE',
  status: 'COMPLETED',
  amount: { currency_code: 'USD', value: '123.00' },
  create_time: '2026-11-05T11:59:30Z',
}
/** An order as PayPal reports it; paid by default. */
export function order({
  status = 'COMPLETED',
  captures = [capture],
  ...change
}: { status?: string; captures?: object[] } & Record<string, unknown> = {}) {
  return {
    id: 'ORDER',
    intent: 'CAPTURE',
    status,
    create_time: '2026-11-05T11:00:00Z',
    purchase_units: [{ custom_id: 'ours', payments: { captures } }],
    ...change,
  }
}
export const approved = order({ status: 'APPROVED', captures: [] })
export const refused = (issue: string) => ({
  name: 'UNPROCESSABLE_ENTITY',
  details: [{ issue }],
  debug_id: '1',
})
export const unknown = {
  name: 'RESOURCE_NOT_FOUND',
  message: 'x',
  details: [{ issue: 'INVALID_RESOURCE_ID' }],
}

export async function failureOf(work: Promise<unknown>): Promise<unknown> {
  const error = await work.then(
    () => new Error('nothing went wrong'),
    (thrown: unknown) => thrown,
  )
  return error instanceof CardProviderError ? error.kind : String(error)
}

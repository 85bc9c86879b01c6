import { type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeInvoice } from '../../../../test/support/fixtures/invoices.ts'
import { confirm, readLedger } from '../../../../test/support/fixtures/payments.ts'
import { type TestApp, answerOf, createTestApp, problemOf } from '../../../../test/support/test-app.ts'
import { createStripeProvider } from '../../../platform/cards/stripe-provider.ts'
import { startCheckout } from '../contract.ts'

// The provider's official client in front of a server that fails.
type Answer = (response: ServerResponse) => void
const silence: Answer = () => undefined
const ways: [string, Answer][] = [
  ['breaks off', (response) => response.destroy()],
  ['says nothing', silence],
  ['is down', (response) => response.writeHead(503).end('{"error":{"type":"api_error"}}')],
  ['answers with a page', (response) => response.writeHead(200).end('<h1>Welcome</h1>')],
  ['answers with something else', (response) => response.writeHead(200).end('{"object":"customer"}')],
  ['does not know the key', (response) => response.writeHead(401).end('{"error":{"message":"No such key"}}')],
]
let answer: Answer
const server = createServer((_, response) => answer(response))
let app: TestApp
/** A server that responds is not timed out, however busy the machine is. */
const patience = 60_000

function connect(timeout: number) {
  const { port } = server.address() as AddressInfo
  return createStripeProvider({
    secretKey: 'sk_test_x',
    webhookSecret: undefined,
    prices: [],
    productName: 'Test',
    address: { host: '127.0.0.1', port, protocol: 'http' },
    timeout,
  })
}

let cookie: string
let business: string

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  app = await createTestApp({ cards: connect(patience) })
  const signedIn = await app.signUpAndIn()
  cookie = signedIn.cookie
  business = signedIn.session.business.id
})
afterAll(async () => {
  await app.close()
  server.closeAllConnections()
  server.close()
})

test.each(ways)(
  'a provider that %s: the client is told, nothing is paid, and can try again',
  async (_, way) => {
    const fail = () => {
      answer = way
      app.deps.cards = connect(way === silence ? 200 : patience)
    }
    fail()
    const invoice = await makeInvoice(app, cookie)
    const start = () => app.send(startCheckout, { params: { id: invoice.id }, body: { method: 'card' } })
    expect(await problemOf(await start())).toMatchObject({
      code: 'CARD_PROVIDER_FAILED',
      message: 'There was a problem processing your payment',
    })
    expect(await readLedger(app, business, invoice.id)).toMatchObject({
      invoice: { status: 'pending' },
      payments: [],
    })
    const session = { id: `cs_${invoice.number}`, url: 'https://cards.example/1' }
    app.deps.cards = connect(patience)
    answer = (response) => response.writeHead(200).end(JSON.stringify(session))
    const { url } = await answerOf(startCheckout, await start())
    expect(url).toBe(session.url)
    fail()
    expect(await problemOf(await confirm(app, invoice.id, session.id))).toMatchObject({
      code: 'CARD_PROVIDER_FAILED',
    })
    expect((await readLedger(app, business, invoice.id)).payments).toEqual([])
  },
)

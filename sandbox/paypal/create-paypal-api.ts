import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { type Transaction, withCardSandbox } from '../../src/platform/db/transaction.ts'
import { type Answer, answerOnce } from './answer-once.ts'
import { createAccessTokens } from './create-access-tokens.ts'
import { listTransactions } from './list-transactions.ts'
import { captureOrder, createOrder, readCapture, readOrder, refundCapture } from './order-calls.ts'
import type { PaypalSandbox, SandboxCall } from './paypal-sandbox.ts'
import { debugId, notFound, SandboxRefusal } from './sandbox-refusal.ts'

const routes = [
  { method: 'POST', path: '/v2/checkout/orders', handle: createOrder },
  { method: 'GET', path: '/v2/checkout/orders/:id', handle: readOrder },
  { method: 'POST', path: '/v2/checkout/orders/:id/capture', handle: captureOrder },
  { method: 'GET', path: '/v2/payments/captures/:id', handle: readCapture },
  { method: 'POST', path: '/v2/payments/captures/:id/refund', handle: refundCapture },
  { method: 'GET', path: '/v1/reporting/transactions', handle: listTransactions },
] as const

type Route = (typeof routes)[number]

/** The part of PayPal's API that the product uses. */
export function createPaypalApi(sandbox: PaypalSandbox): Hono {
  const app = new Hono()
  const tokens = createAccessTokens(sandbox.now)
  app.post('/v1/oauth2/token', async ({ req, json }) => {
    const token = tokens.issue(req.header('authorization'))
    if (!token) {
      return json({ error: 'invalid_client', error_description: 'Client Authentication failed' }, 401)
    }
    const grantType = new URLSearchParams(await req.text()).get('grant_type')
    return grantType === 'client_credentials' ? json(token) : json({ error: 'unsupported_grant_type' }, 400)
  })
  for (const route of routes) {
    app.on(route.method, route.path, async (context) => {
      const account = tokens.accountOf(context.req.header('authorization'))
      if (account === null) {
        const description = 'Token is invalid or has expired.'
        throw new SandboxRefusal(401, { issue: 'INVALID_TOKEN', description })
      }
      return handle(sandbox, route, account, context)
    })
  }
  app.notFound(() => {
    throw notFound()
  })
  app.onError((error, context) => {
    if (error instanceof SandboxRefusal) return write(context, { status: error.status, body: error.body() })
    sandbox.log.error({ err: error, path: context.req.path }, 'the PayPal sandbox failed')
    const message = 'An internal server error occurred.'
    const body = { name: 'INTERNAL_SERVER_ERROR', message, debug_id: debugId(), links: [] }
    return write(context, { status: 500, body })
  })
  return app
}

async function handle(
  sandbox: PaypalSandbox,
  route: Route,
  account: string,
  context: Context,
): Promise<Response> {
  const { req } = context
  const isPost = req.method === 'POST'
  const text = isPost ? await req.text() : ''
  const body = isPost ? parse(text) : undefined
  const requestId = isPost ? req.header('paypal-request-id') : undefined
  const answer = await withCardSandbox(sandbox.database, async (tx) => {
    const merchant = merchantOf(req.header('paypal-auth-assertion'))
    const query = new URL(req.url).searchParams
    const call = { sandbox, tx, account, merchant, query, id: req.param('id') ?? '', body }
    const work = () => attempt(tx, route, call)
    if (!requestId) return work()
    const request = { account, requestId, route: `${req.method} ${req.path}`, text, now: sandbox.now() }
    return answerOnce(tx, request, work)
  })
  return write(context, answer)
}

/** A refused request changes nothing, except that a declined payment method is stored. */
async function attempt({ client }: Transaction, route: Route, call: SandboxCall): Promise<Answer> {
  await client.query('savepoint attempt')
  try {
    return { body: await route.handle(call), status: route.method === 'POST' ? 201 : 200 }
  } catch (error) {
    if (!(error instanceof SandboxRefusal)) throw error
    if (error.message !== 'INSTRUMENT_DECLINED') await client.query('rollback to savepoint attempt')
    return { body: error.body(), status: error.status }
  }
}

const assertionSchema = z.object({ payer_id: z.string().max(100) })

/** The merchant for whom the request is sent; empty without one. */
function merchantOf(assertion: string | undefined): string {
  if (assertion === undefined) return ''
  try {
    const claims = JSON.parse(Buffer.from(assertion.split('.')[1] ?? '', 'base64url').toString())
    return assertionSchema.parse(claims).payer_id
  } catch {
    const description = 'Invalid PayPal-Auth-Assertion header.'
    throw new SandboxRefusal(400, { issue: 'INVALID_AUTH_ASSERTION', description })
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    const description = 'The request JSON is not well formed.'
    throw new SandboxRefusal(400, { issue: 'MALFORMED_REQUEST_JSON', description })
  }
}

function write(context: Context, { status, body }: Answer): Response {
  const headers = { 'content-type': 'application/json', 'paypal-debug-id': debugId() }
  return context.body(JSON.stringify(body), status as 200, headers)
}

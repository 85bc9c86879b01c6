import { type Context, Hono } from 'hono'
import { withCardSandbox } from '../../src/platform/db/transaction.ts'
import { isSame } from '../is-same.ts'
import { answer, withoutPrivateFields } from './answer.ts'
import { type CardSandbox, type SandboxCall, accountOf, newId } from './card-sandbox.ts'
import { checkoutRoutes } from './checkout/checkout-sessions.ts'
import { apiVersion, eventRoutes } from './events.ts'
import { type Answer, answerOnce } from './idempotency.ts'
import { parseForm } from './parse-form.ts'
import { customerRoutes } from './payments/customers.ts'
import { disputeRoutes } from './payments/disputes.ts'
import { paymentIntentRoutes } from './payments/payment-intent-routes.ts'
import { paymentMethodRoutes } from './payments/payment-methods.ts'
import { refundRoutes } from './payments/refund-routes.ts'
import { payoutRoutes } from './payouts/payout-routes.ts'
import { portalRoutes } from './portal/portal-routes.ts'
import { SandboxError } from './sandbox-error.ts'
import { type SandboxRoute, defineRoute } from './sandbox-routes.ts'
import { priceRoutes } from './subscriptions/prices.ts'
import { productRoutes } from './subscriptions/products.ts'
import { subscriptionRoutes } from './subscriptions/subscription-routes.ts'

const accountRoute = defineRoute('GET', '/v1/account', {}, async ({ account }) => ({
  id: account,
  object: 'account',
  charges_enabled: true,
  payouts_enabled: true,
  details_submitted: true,
  country: 'US',
  default_currency: 'usd',
  metadata: {},
}))

const routes: readonly SandboxRoute[] = [
  accountRoute,
  ...customerRoutes,
  ...productRoutes,
  ...priceRoutes,
  ...paymentMethodRoutes,
  ...paymentIntentRoutes,
  ...refundRoutes,
  ...disputeRoutes,
  ...payoutRoutes,
  ...checkoutRoutes,
  ...subscriptionRoutes,
  ...portalRoutes,
  ...eventRoutes,
]

/** The part of the provider's API that the product uses. */
export function createCardApi(sandbox: CardSandbox): Hono {
  const app = new Hono()
  app.use(async (context, next) => {
    context.header('request-id', newId('req', 8))
    context.header('stripe-version', apiVersion)
    assertKey(sandbox, context.req.header('authorization'))
    await next()
  })
  for (const route of routes) {
    app.on(route.method, route.path, (context) => handle(sandbox, route, context))
  }
  app.notFound(({ req, json }) => {
    const message = `Unrecognized request URL (${req.method}: ${req.path}).`
    return json({ error: { type: 'invalid_request_error', message } }, 404)
  })
  app.onError((error, context) => {
    if (error instanceof SandboxError) return write(context, { status: error.status, body: bodyOf(error) })
    sandbox.log.error({ err: error, path: context.req.path }, 'the card sandbox failed')
    const message = 'An unknown error occurred.'
    return context.json({ error: { type: 'api_error', message } }, 500)
  })
  return app
}

async function handle(sandbox: CardSandbox, route: SandboxRoute, context: Context): Promise<Response> {
  const { req } = context
  const account = accountOf(sandbox.secretKey)
  const query = parseForm(new URL(req.url).search)
  const parameters = req.method === 'GET' ? query : { ...query, ...parseForm(await req.text()) }
  const { expand, ...input } = parameters
  const key = req.method === 'POST' ? req.header('idempotency-key') : undefined
  const { isReplayed, ...result } = await withCardSandbox(sandbox.database, async (tx) => {
    const call = { sandbox, tx, account, id: req.param('id') ?? '', input }
    if (!key) return { ...(await attempt(call, route, expand)), isReplayed: false }
    const request = { account, key, route: `${req.method} ${req.path}`, input: parameters }
    return answerOnce(sandbox, tx, request, () => attempt(call, route, expand))
  })
  if (key) context.header('idempotency-key', key)
  if (isReplayed) context.header('idempotent-replayed', 'true')
  return write(context, result)
}

/** Runs the route. A refusal rolls its changes back, except for a declined card, whose failed charge is kept. */
async function attempt(
  call: SandboxCall,
  route: SandboxRoute,
  expand: unknown,
): Promise<Answer & { isStored: boolean }> {
  await call.tx.client.query('savepoint attempt')
  try {
    const body = await answer(call, await route.handle(call), expand)
    return { status: 200, body, isStored: true }
  } catch (error) {
    if (!(error instanceof SandboxError)) throw error
    if (error.status !== 402) await call.tx.client.query('rollback to savepoint attempt')
    // The caller may correct an invalid parameter and repeat the request with the same key.
    const isStored = !error.body.code?.startsWith('parameter_')
    return { status: error.status, body: bodyOf(error), isStored }
  }
}

function write(context: Context, { status, body }: Answer): Response {
  return context.body(JSON.stringify(body), status as 200, { 'content-type': 'application/json' })
}

function bodyOf(error: SandboxError): object {
  return { error: withoutPrivateFields(error.body) }
}

function assertKey(sandbox: CardSandbox, authorization: string | undefined): void {
  const [scheme = '', value = ''] = authorization?.split(' ') ?? []
  const isBasic = scheme.toLowerCase() === 'basic'
  const key = isBasic ? Buffer.from(value, 'base64').toString().split(':')[0] : value
  if (!key) {
    throw new SandboxError(401, {
      type: 'invalid_request_error',
      message:
        'You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer ' +
        "auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    })
  }
  if (isSame(key, sandbox.secretKey)) return
  const masked = key.length > 12 ? `${key.slice(0, 8)}${'*'.repeat(8)}${key.slice(-4)}` : '*'.repeat(8)
  const message = `Invalid API Key provided: ${masked}`
  throw new SandboxError(401, { type: 'invalid_request_error', message })
}

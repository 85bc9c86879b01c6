import { type Context, Hono } from 'hono'
import { withCardSandbox } from '../../src/platform/db/transaction.ts'
import { isSame } from '../is-same.ts'
import { BankRefusal, newRequestId } from './bank-refusal.ts'
import * as items from './item-calls.ts'
import { createLink, readLink } from './link-calls.ts'
import type { BankCall, BankRoute, BankSandbox } from './pages-path.ts'
import { syncTransactions } from './sync-transactions.ts'

const routes: Record<string, BankRoute> = {
  '/link/token/create': createLink,
  '/link/token/get': readLink,
  '/sandbox/public_token/create': items.createPublicToken,
  '/sandbox/item/reset_login': items.resetLogin,
  '/item/public_token/exchange': items.exchangePublicToken,
  '/item/get': items.readItem,
  '/item/remove': items.removeItem,
  '/item/webhook/update': items.updateWebhook,
  '/institutions/get_by_id': items.readInstitution,
  '/accounts/get': items.listAccounts,
  '/auth/get': items.listNumbers,
  '/transactions/sync': syncTransactions,
  '/webhook_verification_key/get': items.readVerificationKey,
}

/** The part of Plaid's API that the product uses. */
export function createBankApi(sandbox: BankSandbox): Hono {
  const app = new Hono()
  for (const [path, route] of Object.entries(routes)) {
    app.post(path, (context) => handle(sandbox, route, context))
  }
  app.notFound((context) => refuse(context, new BankRefusal('NOT_FOUND')))
  app.onError((error, context) => {
    if (error instanceof BankRefusal) return refuse(context, error)
    sandbox.log.error({ err: error, path: context.req.path }, 'the demo bank failed')
    return refuse(context, new BankRefusal('INTERNAL_SERVER_ERROR'))
  })
  return app
}

async function handle(sandbox: BankSandbox, route: BankRoute, context: Context): Promise<Response> {
  const body = parse(await context.req.text())
  assertKeys(sandbox, context, body)
  const pendingWebhooks: BankCall['pendingWebhooks'] = []
  const answer = await withCardSandbox(sandbox.database, (tx) =>
    route({ sandbox, tx, body, now: sandbox.now(), pendingWebhooks }),
  )
  // Sent in the background; the response does not wait for them.
  for (const { url, webhook } of pendingWebhooks) void sandbox.webhooks.send(url, webhook)
  return context.json({ ...answer, request_id: newRequestId() })
}

function parse(text: string): object {
  try {
    const body: unknown = JSON.parse(text)
    if (typeof body === 'object' && body !== null) return body
  } catch {
    // Refused below, like any other body that is not an object.
  }
  throw new BankRefusal('INVALID_BODY')
}

function assertKeys({ clientId, secret }: BankSandbox, { req }: Context, body: object): void {
  const { client_id: bodyId, secret: bodySecret } = body as Record<string, unknown>
  const given = [req.header('plaid-client-id') ?? bodyId, req.header('plaid-secret') ?? bodySecret]
  if (!isSame(JSON.stringify(given), JSON.stringify([clientId, secret]))) {
    throw new BankRefusal('INVALID_API_KEYS')
  }
}

function refuse(context: Context, refusal: BankRefusal): Response {
  return context.json({ ...refusal.body, request_id: newRequestId() }, refusal.status)
}

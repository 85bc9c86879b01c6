import { z } from 'zod'
import { withCardSandbox } from '../../../src/platform/db/transaction.ts'
import { type CardSandbox, type SandboxCall, type SandboxScope, secondsOf } from '../card-sandbox.ts'
import { emitEvent } from '../events.ts'
import { findObject, readObject, saveObject } from '../object-store.ts'
import { cancelIntent } from '../payments/payment-intents.ts'
import { invalidRequest, noSuch } from '../sandbox-error.ts'
import type { CheckoutSession } from '../sandbox-objects.ts'
import { type SandboxRoute, defineRoute, listRoute } from '../sandbox-routes.ts'
import { createSession, sessionFields } from './create-checkout-session.ts'

/** Expires a session that is open and locked by the caller. */
async function expireSession(scope: SandboxScope, session: CheckoutSession): Promise<CheckoutSession> {
  const expired: CheckoutSession = { ...session, status: 'expired', url: null, _asked: null }
  await saveObject(scope, expired, null)
  const intent = await findObject(scope, 'payment_intent', session.payment_intent, { lock: true })
  if (intent && intent.status !== 'canceled') await cancelIntent(scope, intent)
  await emitEvent(scope, 'checkout.session.expired', expired)
  return expired
}

/** Reads and locks a session of any account, or of the given one, and expires it first if its time is over. */
export async function lockSession(
  { sandbox, tx, account }: Omit<SandboxScope, 'account'> & { account?: string },
  id: string,
): Promise<{ account: string; session: CheckoutSession } | undefined> {
  const stored = await readObject(tx, 'checkout.session', id, { lock: true, account })
  if (!stored) return undefined
  const { body } = stored
  const isOver = body.status === 'open' && body.expires_at <= secondsOf(sandbox.now())
  const scope = { sandbox, tx, account: stored.account }
  return { account: stored.account, session: isOver ? await expireSession(scope, body) : body }
}

/** Expires all due sessions, each in its own transaction. */
export async function expireDueSessions(sandbox: CardSandbox): Promise<void> {
  const due = await withCardSandbox(sandbox.database, ({ client }) =>
    client.query<{ id: string }>(
      `select id from card_sandbox.objects where type = 'checkout.session' and due_at <= $1 order by due_at`,
      [sandbox.now()],
    ),
  )
  for (const { id } of due.rows) {
    await withCardSandbox(sandbox.database, (tx) => lockSession({ sandbox, tx }, id))
  }
}

async function getSession(call: SandboxCall): Promise<CheckoutSession> {
  const found = await lockSession(call, call.id)
  if (!found) throw noSuch('checkout.session', call.id)
  return found.session
}

const path = '/v1/checkout/sessions'

export const checkoutRoutes: readonly SandboxRoute[] = [
  defineRoute('POST', path, sessionFields, createSession),
  defineRoute('GET', `${path}/:id`, {}, getSession),
  defineRoute('POST', `${path}/:id/expire`, {}, async (call) => {
    const session = await getSession(call)
    if (session.status === 'open') return expireSession(call, session)
    const message =
      'Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ' +
      `\`${session.status}\`.`
    throw invalidRequest(message)
  }),
  listRoute(
    path,
    'checkout.session',
    {
      customer: z.string().optional(),
      subscription: z.string().optional(),
      payment_intent: z.string().optional(),
      status: z.enum(['open', 'complete', 'expired']).optional(),
    },
    ({ customer, subscription, payment_intent, status }) => ({
      matching: { customer, subscription, payment_intent, status },
    }),
  ),
]

import { withCardSandbox } from '../../../src/platform/db/transaction.ts'
import { type CardSandbox, type SandboxScope, secondsOf } from '../card-sandbox.ts'
import { emitEvent } from '../events.ts'
import { readObject, saveObject } from '../object-store.ts'
import { cancelIntent } from '../payments/payment-intents.ts'
import type { CheckoutSession } from '../sandbox-objects.ts'

/** Expires a session that is open and locked by the caller. */
export async function expireSession(scope: SandboxScope, session: CheckoutSession): Promise<CheckoutSession> {
  const { sandbox, tx, account } = scope
  const expired: CheckoutSession = { ...session, status: 'expired', url: null, _asked: null }
  await saveObject(tx, expired, null)
  if (session.payment_intent) {
    const intent = await readObject(tx, 'payment_intent', session.payment_intent, { account, lock: true })
    if (intent && intent.body.status !== 'canceled') await cancelIntent(scope, intent.body)
  }
  await emitEvent(sandbox, tx, account, 'checkout.session.expired', expired)
  return expired
}

/**
 * Reads and locks a session, and expires it first if its time is over. Without `account`, sessions of every
 * account are found.
 */
export async function lockSession(
  { sandbox, tx, account }: Omit<SandboxScope, 'account'> & { account?: string },
  id: string,
): Promise<{ account: string; session: CheckoutSession } | undefined> {
  const stored = await readObject(tx, 'checkout.session', id, { lock: true, ...(account ? { account } : {}) })
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

import type { PaypalProvider } from '../../../src/platform/paypal/paypal-provider.ts'
import { createFakeCards } from './fake-cards.ts'

/**
 * Creates PayPal in memory. A payment that the client approved is captured when the product reads the
 * checkout, and not before. A checkout cannot be closed there, and no webhooks are sent.
 */
export function createFakePaypal(options: { isLive?: boolean; now?: () => Date } = {}) {
  const books = createFakeCards(options)
  const approved = new Set<string>()
  const { checkouts, refunds, payouts } = books.provider
  const provider: PaypalProvider = {
    isLive: books.provider.isLive,
    refunds,
    payouts,
    check: async () => undefined,
    checkouts: {
      create: checkouts.create,
      async read(sessionId) {
        // A read that fails does not capture the payment.
        const canCapture = books.failure === null && books.sessions.get(sessionId)?.facts.state === 'open'
        if (canCapture && approved.has(sessionId)) books.pay(sessionId)
        return checkouts.read(sessionId)
      },
      async expire(sessionId) {
        const facts = await checkouts.read(sessionId)
        return facts.state === 'open' ? { ...facts, state: 'expired' } : facts
      },
    },
  }
  return { books, provider, approve: (sessionId: string) => void approved.add(sessionId) }
}

export type FakePaypal = ReturnType<typeof createFakePaypal>

import type { PaypalProvider } from '../../../src/platform/paypal/paypal-provider.ts'
import { createFakeCards } from './fake-cards.ts'

/**
 * PayPal in memory. What the client agrees to is paid once somebody asks how the visit stands, and not before; a visit
 * cannot be closed there, and nothing is told by itself.
 */
export function createFakePaypal(options: { isLive?: boolean; now?: () => Date } = {}) {
  const books = createFakeCards(options)
  const approved = new Set<string>()
  const { checkouts, refunds } = books.provider
  const provider: PaypalProvider = {
    isLive: books.provider.isLive,
    refunds,
    check: async () => undefined,
    checkouts: {
      create: checkouts.create,
      async read(sessionId) {
        // Of somebody who asks and is not answered, it is not known whether it was heard: here it was.
        const isHeard = books.failure === null && books.sessions.get(sessionId)?.facts.state === 'open'
        if (isHeard && approved.has(sessionId)) books.pay(sessionId)
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

import {
  type CardBilling,
  type CardProvider,
  type PaymentsSum,
  type SubscriptionFacts,
  CardProviderError,
} from '../../../src/platform/cards/card-provider.ts'

interface FakeSession {
  id: string
  url: string | null
  request: Parameters<CardBilling['startSubscription']>[0]
  state: 'open' | 'complete' | 'expired'
}

interface Calls {
  createCustomer: Parameters<CardBilling['createCustomer']>[0][]
  startSubscription: Parameters<CardBilling['startSubscription']>[0][]
  endCheckout: string[]
  listSubscriptions: string[]
  sumPayments: string[]
  cancelNow: string[]
  openPortal: Parameters<CardBilling['openPortal']>[0][]
}

const notHere = () => {
  throw new Error('only subscriptions are played here')
}

export function subscriptionFacts(overrides: Partial<SubscriptionFacts> = {}): SubscriptionFacts {
  return {
    subscriptionId: 'sub_1',
    itemId: 'si_1',
    lookupKey: 'millrace_pro_month',
    status: 'active',
    currentPeriodEnd: new Date('2027-01-15T12:00:00Z'),
    cancelAtPeriodEnd: false,
    endedAt: null,
    hadTrial: false,
    createdAt: new Date('2026-11-15T12:00:00Z'),
    ...overrides,
  }
}

/** Creates a provider whose subscriptions a test sets, that counts the calls, and that fails on demand. */
export function createFakeBilling({ isLive = false } = {}) {
  const customers = new Map<string, string>()
  let made = 0
  const sessions = new Map<string, FakeSession>()
  const subscriptions = new Map<string, SubscriptionFacts[]>()
  const payments = new Map<string, PaymentsSum>()
  const calls: Calls = {
    createCustomer: [],
    startSubscription: [],
    endCheckout: [],
    listSubscriptions: [],
    sumPayments: [],
    cancelNow: [],
    openPortal: [],
  }
  const fake = {
    calls,
    sessions,
    /** Thrown instead of a response: to every call, or to the named one. */
    failure: null as {
      kind: CardProviderError['kind']
      only?: keyof Calls
      isMissing?: boolean
    } | null,
    /** They can still be read, but cannot buy anything. */
    deletedCustomers: new Set<string>(),
    /** The provider handles this call, but its response is lost. */
    losesAnswerTo: null as keyof Calls | null,
    /** Awaited before a list is returned. The list is from before. */
    beforeListing: undefined as (() => Promise<void>) | undefined,
    customerOf: (businessId: string) => customers.get(businessId) ?? notHere(),
    setSubscriptions(businessId: string, ...all: SubscriptionFacts[]) {
      subscriptions.set(fake.customerOf(businessId), all)
    },
    setPayments(customerId: string, paidMinor: number, leftOut = 0, unknownStatus?: string) {
      payments.set(customerId, { paidMinor, leftOut, ...(unknownStatus ? { unknownStatus } : {}) })
    },
    /** Completes a session, as if the owner had paid. */
    complete(sessionId: string, facts: SubscriptionFacts) {
      const session = sessions.get(sessionId) ?? notHere()
      session.state = 'complete'
      const { customerId } = session.request
      subscriptions.set(customerId, [facts, ...(subscriptions.get(customerId) ?? [])])
    },
    provider: {} as CardProvider,
  }

  async function answer<T>(name: keyof Calls, work: () => T): Promise<T> {
    // Like a real provider, it does not respond synchronously.
    await new Promise((resolve) => setImmediate(resolve))
    const { failure } = fake
    if (failure && (failure.only ?? name) === name)
      throw new CardProviderError(failure.kind, `${name} failed`, { isMissing: failure.isMissing ?? false })
    const result = work()
    if (fake.losesAnswerTo === name)
      throw new CardProviderError('unreachable', `the answer to ${name} is lost`)
    return result
  }

  const billing: CardBilling = {
    createCustomer(request) {
      calls.createCustomer.push(request)
      return answer('createCustomer', () => {
        const known = customers.get(request.reference)
        if (known && known !== request.insteadOf) return known
        const id = `cus_${++made}`
        customers.set(request.reference, id)
        return id
      })
    },
    startSubscription(request) {
      calls.startSubscription.push(request)
      return answer('startSubscription', () => {
        if (fake.deletedCustomers.has(request.customerId)) {
          throw new CardProviderError('refused', 'No such customer', { isMissing: true })
        }
        const known = [...sessions.values()].find((one) => one.request.reference === request.reference)
        const id = known?.id ?? `cs_${sessions.size + 1}`
        const session = known ?? { id, url: `https://cards.example/${id}`, request, state: 'open' as const }
        sessions.set(id, session)
        return { sessionId: id, url: session.url }
      })
    },
    endCheckout(sessionId) {
      calls.endCheckout.push(sessionId)
      return answer('endCheckout', () => {
        const session = sessions.get(sessionId) ?? notHere()
        if (session.state === 'open') session.state = 'expired'
        return { wasCompleted: session.state === 'complete' }
      })
    },
    async listSubscriptions(customerId) {
      calls.listSubscriptions.push(customerId)
      const all = await answer('listSubscriptions', () => [...(subscriptions.get(customerId) ?? [])])
      await fake.beforeListing?.()
      return all
    },
    sumPayments(customerId) {
      calls.sumPayments.push(customerId)
      return answer('sumPayments', () => ({ ...(payments.get(customerId) ?? { paidMinor: 0, leftOut: 0 }) }))
    },
    cancelNow(subscriptionId) {
      calls.cancelNow.push(subscriptionId)
      return answer('cancelNow', () => {
        for (const [customerId, all] of subscriptions) {
          subscriptions.set(
            customerId,
            all.map((one) =>
              one.subscriptionId === subscriptionId
                ? { ...one, status: 'canceled', endedAt: new Date() }
                : one,
            ),
          )
        }
      })
    },
    openPortal(request) {
      calls.openPortal.push(request)
      return answer('openPortal', () => ({ url: 'https://cards.example/portal' }))
    },
  }
  fake.provider = {
    isLive,
    billing,
    account: { check: notHere },
    webhooks: { read: notHere },
    checkouts: { create: notHere, read: notHere, expire: notHere },
    savedCards: { charge: notHere, find: notHere, remove: notHere },
    disputes: { list: notHere, listSince: notHere },
    refunds: { create: notHere, list: notHere },
    payouts: { listSince: notHere, entries: notHere },
  }
  return fake
}

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createFakeBilling, subscriptionFacts } from '../../../test/support/providers/fake-billing.ts'
import {
  type TestApp,
  answerOf,
  createTestApp,
  problemOf,
  testOrigin,
} from '../../../test/support/test-app.ts'
import * as contract from './contract.ts'
import { getSubscription } from './get-subscription.ts'
import { reconcileAll } from './jobs.ts'

const fake = createFakeBilling()
let clock = 0
let app: TestApp

beforeAll(async () => {
  app = await createTestApp({ cards: fake.provider, now: () => new Date(Date.now() + clock) })
})
afterAll(() => app.close())
beforeEach(() => {
  fake.failure = null
  fake.losesAnswerTo = null
  clock = 0
  for (const list of Object.values(fake.calls)) list.length = 0
})

type Wish = { plan: 'pro' | 'enterprise'; interval: 'month' | 'year' }
const pro: Wish = { plan: 'pro', interval: 'month' }
const enterprise: Wish = { plan: 'enterprise', interval: 'year' }

async function makeOwner() {
  const { cookie, session } = await app.signUpAndIn()
  const businessId = session.business.id
  return {
    businessId,
    ask: (body: Wish) => app.send(contract.startPlanCheckout, { body }, { cookie }),
    choose: async (body: Wish) =>
      answerOf(contract.startPlanCheckout, await app.send(contract.startPlanCheckout, { body }, { cookie })),
    refresh: async () =>
      answerOf(contract.refreshSubscription, await app.send(contract.refreshSubscription, {}, { cookie })),
    read: () => getSubscription(app.deps, businessId),
  }
}

const openSessions = (businessId: string) =>
  [...fake.sessions.values()].filter(
    ({ request, state }) => request.metadata['business_id'] === businessId && state === 'open',
  )
const sessionAt = (url: string | null) => [...fake.sessions.values()].find((one) => one.url === url)!

describe('without a subscription', () => {
  test('a page is opened for that price, with the trial, and leads back to our own address', async () => {
    const owner = await makeOwner()
    const { url } = await owner.choose(enterprise)
    const { request } = sessionAt(url)
    expect(request).toMatchObject({
      customerId: fake.customerOf(owner.businessId),
      lookupKey: 'millrace_enterprise_year',
      trialDays: 14,
      successUrl: `${testOrigin}/settings?success=true`,
      cancelUrl: `${testOrigin}/settings?canceled=true`,
    })
    const left = request.expiresAt * 1000 - Date.now()
    expect(left).toBeLessThanOrEqual((24 * 60 - 1) * 60_000)
    expect(left).toBeGreaterThan(23 * 3_600_000)
    expect(await owner.read()).toMatchObject({ plan: 'free', canManage: false, trialAvailable: true })
  })

  test('a second tab gets the same page, and so do ten at once', async () => {
    const owner = await makeOwner()
    const answers = await Promise.all(Array.from({ length: 10 }, () => owner.choose(pro)))
    answers.push(await owner.choose(pro))
    expect(new Set(answers.map(({ url }) => url)).size).toBe(1)
    expect(openSessions(owner.businessId)).toHaveLength(1)
  })

  test('another plan, or the same by the year, closes the page before it opens its own', async () => {
    const owner = await makeOwner()
    const first = sessionAt((await owner.choose(pro)).url)
    const second = sessionAt((await owner.choose({ ...pro, interval: 'year' })).url)
    const third = sessionAt((await owner.choose(enterprise)).url)
    expect([first.state, second.state, third.state]).toEqual(['expired', 'expired', 'open'])
    expect(openSessions(owner.businessId)).toEqual([third])
  })

  test('two plans chosen at once leave one page open', async () => {
    const owner = await makeOwner()
    const responses = await Promise.all([pro, enterprise, pro, enterprise].map((wish) => owner.ask(wish)))
    for (const { status } of responses) expect([200, 502]).toContain(status)
    expect(openSessions(owner.businessId).length).toBeLessThanOrEqual(1)
    await owner.choose(pro)
    expect(openSessions(owner.businessId)).toHaveLength(1)
  })

  test('a page that was closed while it was being opened is not handed out', async () => {
    const owner = await makeOwner()
    const { billing } = fake.provider
    const { startSubscription } = billing
    billing.startSubscription = async (request) => {
      billing.startSubscription = startSubscription
      const answer = await startSubscription(request)
      await owner.choose(enterprise)
      return answer
    }
    const { url } = await owner.choose(pro)
    expect(openSessions(owner.businessId)).toEqual([sessionAt(url)])
    expect(sessionAt(url).request.lookupKey).toBe('millrace_pro_month')
  })

  test('a page that is about to close by itself is replaced', async () => {
    const owner = await makeOwner()
    const { url } = await owner.choose(pro)
    clock = (23 * 60 + 45) * 60_000
    expect((await owner.choose(pro)).url).toBe(url)
    clock = (23 * 60 + 50) * 60_000
    const replacement = await owner.choose(pro)
    expect(replacement.url).not.toBe(url)
    expect(sessionAt(url).state).toBe('expired')
  })

  test('a lost answer is asked for again with the very same question', async () => {
    const owner = await makeOwner()
    fake.losesAnswerTo = 'startSubscription'
    expect((await owner.ask(pro)).status).toBe(502)
    fake.losesAnswerTo = null
    await owner.choose(pro)
    const [first, second] = fake.calls.startSubscription
    expect(second).toEqual(first)
    expect(openSessions(owner.businessId)).toHaveLength(1)
  })

  test('a page whose answer was lost is closed before another plan gets its own', async () => {
    const owner = await makeOwner()
    fake.losesAnswerTo = 'startSubscription'
    await owner.ask(pro)
    fake.losesAnswerTo = null
    const { url } = await owner.choose(enterprise)
    expect(openSessions(owner.businessId)).toEqual([sessionAt(url)])
  })

  test('what the provider refuses once is not asked for ever', async () => {
    const owner = await makeOwner()
    fake.failure = { kind: 'refused', only: 'startSubscription' }
    expect((await owner.ask(pro)).status).toBe(502)
    fake.failure = null
    await owner.choose(pro)
    const [first, second] = fake.calls.startSubscription
    expect(second?.reference).not.toBe(first?.reference)
  })

  test('there is one trial: whoever had it pays from the first day', async () => {
    const owner = await makeOwner()
    const session = sessionAt((await owner.choose(pro)).url)
    fake.complete(session.id, subscriptionFacts({ status: 'canceled', hadTrial: true }))
    const { url } = await owner.choose(pro)
    expect(url).not.toBe(session.url)
    expect(sessionAt(url).request.trialDays).toBeNull()
  })
})

describe('a customer that was deleted at the provider', () => {
  test('gives way to another, with which the plan is bought', async () => {
    const owner = await makeOwner()
    await owner.choose(enterprise)
    const gone = fake.customerOf(owner.businessId)
    fake.deletedCustomers.add(gone)
    const { url } = await owner.choose(pro)
    const { customerId } = sessionAt(url).request
    expect(customerId).not.toBe(gone)
    expect((await owner.choose(pro)).url).toBe(url)
    expect(fake.calls.createCustomer.filter(({ insteadOf }) => insteadOf === gone)).toHaveLength(1)
    fake.complete(sessionAt(url).id, subscriptionFacts())
    expect(await owner.refresh()).toMatchObject({ plan: 'pro' })
  })

  test('is replaced once, not for as long as something is missing', async () => {
    const owner = await makeOwner()
    fake.failure = { kind: 'refused', only: 'startSubscription', isMissing: true }
    expect((await owner.ask(pro)).status).toBe(502)
    expect(fake.calls.startSubscription).toHaveLength(2)
    expect(fake.calls.createCustomer).toHaveLength(2)
  })
})

describe('while a subscription runs', () => {
  test('another plan is a change of that one, and never a second', async () => {
    const owner = await makeOwner()
    const session = sessionAt((await owner.choose(pro)).url)
    // No event has arrived yet, but the new purchase is seen anyway.
    fake.complete(session.id, subscriptionFacts({ status: 'trialing', hadTrial: true }))
    const { url } = await owner.choose(enterprise)
    expect(url).toBe('https://cards.example/portal')
    expect(fake.calls.openPortal).toEqual([
      {
        customerId: fake.customerOf(owner.businessId),
        returnUrl: `${testOrigin}/settings?tab=subscription`,
        change: { subscriptionId: 'sub_1', itemId: 'si_1', lookupKey: 'millrace_enterprise_year' },
      },
    ])
    expect(openSessions(owner.businessId)).toEqual([])
    expect(await owner.read()).toMatchObject({ plan: 'pro', trialAvailable: false })
  })

  test('the plan it has already leads to the portal itself', async () => {
    const owner = await makeOwner()
    const session = sessionAt((await owner.choose(pro)).url)
    fake.complete(session.id, subscriptionFacts({ cancelAtPeriodEnd: true }))
    await owner.choose(pro)
    expect(fake.calls.openPortal.map(({ change }) => change)).toEqual([undefined])
  })

  test('a page that was completed while another plan was chosen is found out', async () => {
    const owner = await makeOwner()
    const session = sessionAt((await owner.choose(pro)).url)
    const { billing } = fake.provider
    const { endCheckout } = billing
    // After the subscriptions were read and before the page is closed, the owner completes the purchase in
    // the other tab.
    billing.endCheckout = (sessionId) => {
      if (session.state === 'open') fake.complete(sessionId, subscriptionFacts())
      return endCheckout(sessionId)
    }
    await owner.choose(enterprise)
    billing.endCheckout = endCheckout
    expect(fake.calls.openPortal).toMatchObject([{ change: { lookupKey: 'millrace_enterprise_year' } }])
    expect(openSessions(owner.businessId)).toEqual([])
    expect(await owner.read()).toMatchObject({ plan: 'pro' })
  })

  test('what was bought in that moment is not forgotten when the provider is gone right after', async () => {
    const owner = await makeOwner()
    await owner.choose(pro)
    const { billing } = fake.provider
    const { endCheckout } = billing
    billing.endCheckout = async (sessionId) => {
      billing.endCheckout = endCheckout
      fake.complete(sessionId, subscriptionFacts())
      const answer = await endCheckout(sessionId)
      fake.failure = { kind: 'unreachable' }
      return answer
    }
    expect((await owner.ask(enterprise)).status).toBe(502)
    fake.failure = null
    clock = 11 * 60_000
    await reconcileAll(app.deps)
    expect(await owner.read()).toMatchObject({ plan: 'pro' })
  })

  test('a page that is still open when one begins to run is closed', async () => {
    const owner = await makeOwner()
    const { url } = await owner.choose(pro)
    fake.setSubscriptions(owner.businessId, subscriptionFacts({ lookupKey: 'millrace_enterprise_month' }))
    expect(await owner.refresh()).toMatchObject({ plan: 'enterprise' })
    expect(sessionAt(url).state).toBe('expired')
  })

  test('that the page cannot be closed keeps nobody from the plan that was bought', async () => {
    const owner = await makeOwner()
    const session = sessionAt((await owner.choose(pro)).url)
    fake.complete(session.id, subscriptionFacts())
    fake.failure = { kind: 'unreachable', only: 'endCheckout' }
    expect(await owner.refresh()).toMatchObject({ plan: 'pro' })
  })
})

describe('a provider that fails', () => {
  test('is told in our words, logged with its cause, and changes nothing', async () => {
    const owner = await makeOwner()
    const session = sessionAt((await owner.choose(pro)).url)
    fake.complete(session.id, subscriptionFacts())
    await owner.refresh()
    for (const kind of ['unreachable', 'refused', 'malformed', 'declined'] as const) {
      fake.failure = { kind }
      const response = await owner.ask(enterprise)
      expect(response.status).toBe(502)
      expect(await problemOf(response)).toMatchObject({
        code: 'CARD_PROVIDER_FAILED',
        message: 'There was an error processing your upgrade. Please try again.',
      })
    }
    expect(app.log.some((line) => line.includes('listSubscriptions failed'))).toBe(true)
    expect(await owner.read()).toMatchObject({ plan: 'pro' })
  })

  test('leaves a business that it does not know as it was', async () => {
    const owner = await makeOwner()
    fake.failure = { kind: 'unreachable' }
    expect((await owner.ask(pro)).status).toBe(502)
    fake.failure = null
    expect((await owner.choose(pro)).url).toMatch(/^https:\/\/cards\.example\//)
  })
})

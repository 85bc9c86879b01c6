import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { answerConfirmation, submitCard } from '../../../sandbox/cards/checkout/complete-checkout.ts'
import { testCards } from '../../../sandbox/cards/checkout/test-cards.ts'
import { type TestApp, createTestApp } from '../../../test/support/test-app.ts'
import type { ChargeRequest, CheckoutRequest, SavedCardFacts } from './card-provider.ts'

// Stripe's own client, over a real socket.
let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const provider = () => app.deps.cards

function request(overrides: Partial<CheckoutRequest> = {}): CheckoutRequest {
  const reference = randomUUID()
  return {
    reference,
    currency: 'USD',
    amountMinor: 12_000,
    description: 'Invoice 1 from Studio',
    email: 'client@example.com',
    successUrl: 'https://pay.example/done',
    cancelUrl: 'https://pay.example/back',
    expiresAt: Math.floor(Date.now() / 1000) + 3600,
    metadata: { checkout_id: reference },
    ...overrides,
  }
}

/** Pays on the hosted page with a test card, which saves it. */
async function save(number: string): Promise<SavedCardFacts> {
  const { sessionId } = await provider().checkouts.create(request({ savesCard: true }))
  const { outcome, brand } = testCards.find((card) => card.number === number)!
  const card = { outcome, brand, last4: number.slice(-4), expMonth: 12, expYear: 2040 }
  const submitted = await submitCard(app.cardSandbox.sandbox, sessionId, card)
  if (submitted.state === 'confirm') await answerConfirmation(app.cardSandbox.sandbox, sessionId, true)
  const facts = await provider().checkouts.read(sessionId)
  if (facts.state !== 'paid' || !facts.savedCard) throw new Error(`it is ${facts.state}`)
  return facts.savedCard
}

function charge(savedCard: SavedCardFacts, reference: string = randomUUID()) {
  const { customerId, paymentMethodId } = savedCard
  const sent: ChargeRequest = {
    ...request({ reference, metadata: { checkout_id: reference } }),
    savedCard: { customerId, paymentMethodId },
  }
  return provider().savedCards.charge(sent)
}

test('a card that was saved on the page is charged later, once for each reference', async () => {
  const card = await save('4242424242424242')
  expect(card).toMatchObject({ brand: 'visa', last4: '4242', expYear: 2040 })
  const reference = randomUUID()
  const [first, again] = [await charge(card, reference), await charge(card, reference)]
  expect(first.facts).toMatchObject({ state: 'paid', reference, amountMinor: 12_000, currency: 'USD' })
  expect(again.sessionId).toBe(first.sessionId)
  expect(await provider().checkouts.read(first.sessionId)).toMatchObject({ state: 'paid', reference })
  const ref = { reference, savedCard: card }
  expect(await provider().savedCards.find(ref)).toBe(first.sessionId)
  expect(await provider().savedCards.find({ ...ref, reference: randomUUID() })).toBeNull()
})

test.each([
  ['4000000000000341', 'Your card was declined.'],
  ['4000002760003184', 'Your card was declined. This transaction requires authentication.'],
])('%s is saved, and declined later for good', async (number, declined) => {
  const card = await save(number)
  const { sessionId, facts } = await charge(card)
  expect(facts).toMatchObject({ state: 'expired', declined })
  expect(await provider().checkouts.read(sessionId)).toMatchObject({ state: 'expired', declined })
  expect(await provider().checkouts.expire(sessionId)).toMatchObject({ state: 'expired' })
})

test('a card that its holder confirmed when it was saved is charged without asking', async () => {
  const { facts } = await charge(await save('4000002500003155'))
  expect(facts.state).toBe('paid')
})

test('a card that was removed can no longer be charged, and can be removed twice', async () => {
  const card = await save('4242424242424242')
  await provider().savedCards.remove(card)
  await provider().savedCards.remove(card)
  await expect(charge(card)).rejects.toMatchObject({ kind: 'refused', isMissing: true })
})

test('without consent no card is saved', async () => {
  const { sessionId } = await provider().checkouts.create(request())
  const card = { outcome: 'succeeds', brand: 'visa', last4: '4242', expMonth: 12, expYear: 2040 } as const
  await submitCard(app.cardSandbox.sandbox, sessionId, card)
  const facts = await provider().checkouts.read(sessionId)
  expect(facts).toMatchObject({ state: 'paid' })
  expect(facts).not.toHaveProperty('savedCard')
})

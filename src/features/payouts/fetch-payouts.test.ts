import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { deliver } from '../../../test/support/fixtures/payments.ts'
import { type Matcher, signUpToMatch } from '../../../test/support/matching/sign-up-to-match.ts'
import { type FakeCards, connectFakes, createFakeCards } from '../../../test/support/providers/fake-cards.ts'
import { saveOwnStripe } from '../../../test/support/providers/own-accounts.ts'
import { type TestApp, createTestApp, problemOf } from '../../../test/support/test-app.ts'
import type { PayoutEntryFacts, PayoutFacts } from '../../platform/cards/card-provider.ts'
import { listExpenses } from '../expenses/contract.ts'
import { matchTransaction } from '../matching/contract.ts'
import { getPayout, listPayouts } from './contract.ts'
import { fetchPayouts } from './fetch-payouts.ts'
import { startPayoutJobs } from './start-payout-jobs.ts'

const day = 86_400_000
let app: TestApp
let platform: FakeCards
let own: FakeCards
let accounts: Record<string, FakeCards>
let owner: Matcher
let now: Date

beforeAll(async () => {
  accounts = {}
  platform = createFakeCards({ now: () => now })
  app = await createTestApp({
    now: () => now,
    cards: platform.provider,
    connectOwnCards: (keys) => connectFakes(accounts)(keys),
  })
})
beforeEach(async () => {
  now = new Date('2026-11-21T12:00:00Z')
  own = createFakeCards({ isLive: true, now: () => now })
  const secretKey = `sk_live_${randomUUID().replaceAll('-', '')}`
  accounts[secretKey] = own
  platform.payouts.length = 0
  owner = await signUpToMatch(app)
  await saveOwnStripe(app, owner.cookie, { secretKey })
})
afterAll(() => app.close())

function payoutOf(amountMinor: number, overrides: Partial<PayoutFacts> = {}): PayoutFacts {
  return {
    providerPayoutId: `po_${randomUUID()}`,
    currency: 'USD',
    amountMinor,
    state: 'paid',
    arrivesOn: '2026-11-20',
    createdAt: new Date('2026-11-18T00:00:00Z'),
    isItemized: true,
    ...overrides,
  }
}

function entryOf(
  amountMinor: number,
  feeMinor: number,
  overrides: Partial<PayoutEntryFacts> = {},
): PayoutEntryFacts {
  return {
    providerEntryId: `txn_${randomUUID()}`,
    kind: 'payment',
    amountMinor,
    feeMinor,
    at: new Date('2026-11-17T09:00:00Z'),
    paymentId: null,
    refundId: null,
    description: '',
    ...overrides,
  }
}

const payouts = async () => (await owner.ask(listPayouts, { query: {} })).payouts
const expenses = async () => (await owner.ask(listExpenses, { query: {} })).expenses

test('a live payout whose text names Stripe is matched without asking, and its fees become an expense', async () => {
  own.payouts.push({ payout: payoutOf(9680), entries: [entryOf(10_000, 320)] })
  const transactionId = await owner.addIncome('STRIPE TRANSFER', 9680)
  await fetchPayouts(app.deps)
  await owner.match()
  expect(await owner.accepted()).toMatchObject([
    { kind: 'payout', decidedBy: 'rule', transaction: { id: transactionId } },
  ])
  expect(await payouts()).toMatchObject([{ isMatched: true, isTest: false, feeMinor: 320 }])
  expect(await expenses()).toMatchObject([
    { amountMinor: 320, date: '2026-11-20', notes: 'Stripe fees of the payout of Nov 20, 2026: 1 payment' },
  ])
})

test('one that the text does not name, or of which there are two, is left to the owner', async () => {
  own.payouts.push({ payout: payoutOf(9680), entries: [entryOf(10_000, 320)] })
  await fetchPayouts(app.deps)
  await owner.addIncome('A deposit', 9680)
  await owner.match()
  expect(await owner.suggested()).toMatchObject([{ kind: 'payout', band: 'suggest' }])
  now = new Date(now.getTime() + day)
  own.payouts.push({ payout: payoutOf(9680), entries: [entryOf(10_000, 320)] })
  await fetchPayouts(app.deps)
  await owner.match()
  // Either could be the deposit, and nothing says that it is one.
  expect(await owner.suggested()).toEqual([])
})

test('without fees no expense is made, and what is not explained is a difference', async () => {
  own.payouts.push({
    payout: payoutOf(5000, { isItemized: false }),
    entries: [],
  })
  await owner.addIncome('STRIPE', 5000)
  await fetchPayouts(app.deps)
  await owner.match()
  const [payout] = await payouts()
  expect(payout).toMatchObject({ isMatched: true })
  expect(await owner.ask(getPayout, { params: { id: payout!.id } })).toMatchObject({
    differenceMinor: 5000,
    isItemized: false,
    lines: [],
    feeExpenseId: null,
  })
  expect(await expenses()).toEqual([])
})

test('the parts and the difference always add up to the amount', async () => {
  const entries = [
    entryOf(10_000, 320),
    entryOf(-3000, -20, { kind: 'refund' }),
    entryOf(-2000, 1500, { kind: 'dispute' }),
    entryOf(-200, 0, { kind: 'fee' }),
    entryOf(77, 0, { kind: 'adjustment' }),
    entryOf(-1, 0, { kind: 'other' }),
  ]
  own.payouts.push({ payout: payoutOf(4000), entries })
  await fetchPayouts(app.deps)
  const [payout] = await payouts()
  const { sums, feeMinor, differenceMinor, amountMinor } = await owner.ask(getPayout, {
    params: { id: payout!.id },
  })
  expect(feeMinor).toBe(320 - 20 + 1500 + 200)
  expect(sums).toEqual({
    payments: { count: 1, amountMinor: 10_000 },
    refunds: { count: 1, amountMinor: -3000 },
    disputes: { count: 1, amountMinor: -2000 },
    other: { count: 2, amountMinor: 76 },
  })
  const parts = Object.values(sums).reduce((sum, group) => sum + group.amountMinor, 0)
  expect(parts - feeMinor + differenceMinor).toBe(amountMinor)
})

test('a payout that comes again changes nothing; what the provider adds later is added', async () => {
  const payout = payoutOf(9680)
  own.payouts.push({ payout, entries: [entryOf(10_000, 300)] })
  await fetchPayouts(app.deps)
  await owner.addIncome('STRIPE', 9680)
  await owner.match()
  expect(await expenses()).toMatchObject([{ amountMinor: 300 }])
  now = new Date(now.getTime() + day)
  own.payouts[0]!.entries = [entryOf(10_000, 320)]
  await fetchPayouts(app.deps)
  expect(await expenses()).toMatchObject([{ amountMinor: 320 }])
  now = new Date(now.getTime() + day)
  own.payouts[0]!.payout = { ...payout, state: 'failed' }
  await Promise.all([fetchPayouts(app.deps), fetchPayouts(app.deps)])
  expect(await payouts()).toMatchObject([{ state: 'failed', isMatched: true }])
  expect(await expenses()).toHaveLength(1)
})

test('an account is asked once a day', async () => {
  await fetchPayouts(app.deps)
  await fetchPayouts(app.deps)
  expect(own.calls.listPayouts).toHaveLength(1)
  now = new Date(now.getTime() + day)
  await fetchPayouts(app.deps)
  expect(own.calls.listPayouts).toEqual([new Date('2026-08-23T12:00:00Z'), new Date('2026-11-07T12:00:00Z')])
})

test('a key that may not read payouts is said, and forgotten once it may', async () => {
  const problems = async () => (await owner.ask(listPayouts, { query: {} })).problems
  own.failure = { kind: 'refused', signs: { isForbidden: true } }
  await fetchPayouts(app.deps)
  expect(await problems()).toEqual([{ provider: 'card', problem: 'forbidden' }])
  own.failure = { kind: 'unreachable' }
  now = new Date(now.getTime() + day)
  await fetchPayouts(app.deps)
  expect(await problems()).toEqual([{ provider: 'card', problem: 'forbidden' }])
  own.failure = null
  now = new Date(now.getTime() + day)
  await fetchPayouts(app.deps)
  expect(await problems()).toEqual([])
})

test('a payout of the shared account with payments of others belongs to no business', async () => {
  const entries = [entryOf(10_000, 320, { paymentId: 'pi_of_a_plan' })]
  platform.payouts.push({ payout: payoutOf(9680), entries })
  await fetchPayouts(app.deps)
  const { rows } = await app.database.platform.query('select from payouts where not is_own')
  expect(rows).toEqual([])
})

test('money that the provider takes from the bank is matched with the outgoing transaction', async () => {
  own.payouts.push({ payout: payoutOf(-2500), entries: [entryOf(-2500, 0, { kind: 'refund' })] })
  await fetchPayouts(app.deps)
  await owner.addTransactions([
    { description: 'STRIPE DEBIT', amountMinor: 2500, isIncome: false, date: '2026-11-21' },
  ])
  await owner.match()
  expect(await owner.accepted()).toMatchObject([{ kind: 'payout', transaction: { type: 'expense' } }])
})

test('an event about a payout fetches it', async () => {
  await startPayoutJobs(app.deps)
  await fetchPayouts(app.deps)
  const entries = [entryOf(10_000, 320)]
  own.payouts.push({ payout: payoutOf(9680), entries })
  await app.deps.fetchPayouts(owner.businessId)
  await expect.poll(payouts).toMatchObject([{ amountMinor: 9680 }])
  const asked = platform.calls.listPayouts.length
  const response = await deliver(app, platform.event('payout.paid', { id: 'po_1' }))
  expect(response.status).toBe(200)
  await expect.poll(() => platform.calls.listPayouts.length).toBeGreaterThan(asked)
})

test('by hand, a payout is matched with a transaction of the same amount, once', async () => {
  own.payouts.push({ payout: payoutOf(9680), entries: [entryOf(10_000, 320)] })
  await fetchPayouts(app.deps)
  const [payout] = await payouts()
  const [less, first, second] = [
    await owner.addIncome('A deposit', 9000),
    await owner.addIncome('STRIPE one', 9680),
    await owner.addIncome('STRIPE two', 9680),
  ]
  const choose = (id: string) => {
    const body = { kind: 'payout' as const, targetIds: [payout!.id] }
    return owner.send(matchTransaction, { params: { id }, body })
  }
  expect((await problemOf(await choose(less))).code).toBe('VALIDATION_FAILED')
  expect((await choose(first)).status).toBe(200)
  expect((await problemOf(await choose(second))).code).toBe('CHANGED_ELSEWHERE')
  await owner.match()
  expect(await owner.suggested()).toEqual([])
  expect(await expenses()).toHaveLength(1)
})

import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { advance } from '../../../sandbox/cards/advance-card-sandbox.ts'
import { makeInvoice } from '../../../test/support/fixtures/invoices.ts'
import { addInvoicesOf, confirm, openPage, readLedger } from '../../../test/support/fixtures/payments.ts'
import { type Matcher, signUpToMatch } from '../../../test/support/matching/sign-up-to-match.ts'
import { payByCard } from '../../../test/support/providers/sandbox-checkout.ts'
import { type TestApp, createTestApp } from '../../../test/support/test-app.ts'
import { demoPaypalAccount } from '../../shared/demo-paypal-account.ts'
import { getDashboard } from '../dashboard/contract.ts'
import { listExpenses, updateExpense } from '../expenses/contract.ts'
import { savePaypal } from '../integrations/contract.ts'
import { acceptMatch, undoMatch } from '../matching/contract.ts'
import { startJointCheckout } from '../payments/checkout/start-joint-checkout.ts'
import { refundPayment } from '../payments/contract.ts'
import { getPayout, listPayouts } from './contract.ts'
import { fetchPayouts } from './fetch-payouts.ts'

const day = 86_400_000
let ahead = 0
let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ now: () => new Date(Date.now() + ahead) })
})
afterEach(() => {
  ahead = 0
})
afterAll(() => app.close())

/** Pays invoices of one client in one payment, in the order of their due dates. */
async function payTogether(owner: Matcher, amounts: readonly number[]) {
  const { businessId } = owner
  const clientId = await owner.addClient('Corner Bakery')
  const invoiceIds = await addInvoicesOf(app, { businessId, clientId }, amounts)
  const { url } = await startJointCheckout(app.deps, { businessId, clientId, invoiceIds, method: 'card' })
  await payByCard(app, url ?? '')
  const [checkout] = (await readLedger(app, businessId, invoiceIds[0]!)).checkouts
  await confirm(app, invoiceIds[0]!, checkout?.sessionId ?? '')
  return Promise.all(
    invoiceIds.map(async (id) => {
      const { payments } = await readLedger(app, businessId, id)
      return { id, paymentId: payments[0]?.id ?? '' }
    }),
  )
}

/** The next day: the sandboxes have paid out, and the product has asked them. */
async function tomorrow(): Promise<void> {
  ahead += day
  await advance(app.cardSandbox.sandbox)
  await fetchPayouts(app.deps)
}

async function pay(owner: Matcher, amountMinor: number, provider: 'card' | 'paypal' = 'card') {
  const { id } = await makeInvoice(app, owner.cookie, { charge: { kind: 'amount', amountMinor } })
  const { url, sessionId } = await openPage(app, owner.businessId, id, provider)
  if (provider === 'card') await payByCard(app, url)
  else await app.app.request(url, { method: 'POST', body: new URLSearchParams({ pay: 'balance' }) })
  await confirm(app, id, sessionId)
  const { payments } = await readLedger(app, owner.businessId, id)
  return { id, paymentId: payments[0]?.id ?? '' }
}

function refund(owner: Matcher, { id, paymentId }: { id: string; paymentId: string }, amountMinor: number) {
  const body = { amountMinor, requestId: randomUUID() }
  return owner.ask(refundPayment, { params: { id, paymentId }, body })
}

async function onlyPayout(owner: Matcher) {
  const { payouts } = await owner.ask(listPayouts, { query: {} })
  expect(payouts).toHaveLength(1)
  return payouts[0]!
}

const expensesOf = async (owner: Matcher) => (await owner.ask(listExpenses, { query: {} })).expenses
const feeOf = (amountMinor: number) => Math.round(amountMinor * 0.029) + 30

test('one payment for several invoices is one line that names them all, and a refund names its own', async () => {
  const owner = await signUpToMatch(app)
  const paid = await payTogether(owner, [10_000, 20_000, 30_000])
  await refund(owner, paid[1]!, 5000)
  const alone = await pay(owner, 777)
  await tomorrow()
  const payout = await onlyPayout(owner)
  const gross = 60_777
  const fees = feeOf(60_000) + feeOf(777)
  expect(payout).toMatchObject({ amountMinor: gross - 5000 - fees, paymentCount: 2, refundCount: 1 })
  const { lines, sums, differenceMinor } = await owner.ask(getPayout, { params: { id: payout.id } })
  expect(sums.payments).toEqual({ count: 2, amountMinor: gross })
  expect(differenceMinor).toBe(0)
  expect(
    lines.map(({ kind, amountMinor, invoices }) => ({
      kind,
      amountMinor,
      ids: invoices.map(({ id }) => id),
    })),
  ).toEqual([
    { kind: 'payment', amountMinor: 60_000, ids: paid.map(({ id }) => id) },
    { kind: 'payment', amountMinor: 777, ids: [alone.id] },
    { kind: 'refund', amountMinor: -5000, ids: [paid[1]?.id] },
  ])
})

test('a payout of 12 payments, 2 refunds and fees is explained to the cent', async () => {
  const owner = await signUpToMatch(app)
  const amounts = [12_345, 999, 50_000, 7001, 333, 10_000, 2599, 84_125, 1250, 60_660, 4321, 19_999]
  const paid = []
  for (const amount of amounts) paid.push(await pay(owner, amount))
  await refund(owner, paid[0]!, 12_345)
  await refund(owner, paid[3]!, 2000)
  await tomorrow()

  const gross = amounts.reduce((sum, amount) => sum + amount, 0)
  const fees = amounts.reduce((sum, amount) => sum + feeOf(amount), 0)
  const amountMinor = gross - 14_345 - fees
  const payout = await onlyPayout(owner)
  expect(payout).toMatchObject({
    provider: 'card',
    currency: 'USD',
    amountMinor,
    feeMinor: fees,
    paymentCount: 12,
    refundCount: 2,
    isTest: true,
    isMatched: false,
    state: 'paid',
  })

  const date = payout.arrivesOn
  const before = await owner.ask(getDashboard, {})
  const transactionId = await owner.addIncome('STRIPE PAYOUT ST-A1B2', amountMinor, { date })
  await owner.match()
  const [match] = await owner.suggested()
  expect(match).toMatchObject({
    kind: 'payout',
    transaction: { id: transactionId },
    targets: [{ id: payout.id, title: 'Stripe payout', amountMinor }],
  })
  expect(match?.reason).toMatch(/^Same amount as the Stripe payout of .*, and the text names Stripe\.$/)
  const params = { id: match?.id ?? '' }
  await owner.ask(acceptMatch, { params })
  await owner.ask(acceptMatch, { params })

  const view = await owner.ask(getPayout, { params: { id: payout.id } })
  expect(view).toMatchObject({
    sums: {
      payments: { count: 12, amountMinor: gross },
      refunds: { count: 2, amountMinor: -14_345 },
      disputes: { count: 0, amountMinor: 0 },
      other: { count: 0, amountMinor: 0 },
    },
    feeMinor: fees,
    differenceMinor: 0,
    moreLines: 0,
    transaction: { id: transactionId },
    isMatched: true,
  })
  expect(view.lines).toHaveLength(14)
  expect(view.lines.filter(({ invoices }) => invoices.length === 1)).toHaveLength(14)
  const refunded = view.lines.filter(({ kind }) => kind === 'refund')
  expect(refunded.map(({ invoices }) => invoices[0]?.id)).toEqual([paid[0]?.id, paid[3]?.id])

  // The payments were in the ledger before, so only the fees are new in the figures.
  const [expense, ...others] = await expensesOf(owner)
  expect(others).toEqual([])
  expect(expense).toMatchObject({ id: view.feeExpenseId, amountMinor: fees, category: 'Other', date })
  expect(expense?.notes).toMatch(/^Stripe fees of the payout of \w{3} \d+, \d{4}: 12 payments, 2 refunds$/)
  const after = await owner.ask(getDashboard, {})
  expect(after.received).toEqual(before.received)
  expect(after.received.minor).toBe(gross - 14_345)
  expect(after.cashBalance.minor).toBe(amountMinor)
  expect(after.months.map(({ inMinor }) => inMinor)).toEqual(before.months.map(({ inMinor }) => inMinor))
  const spent = (of: typeof after) => of.months.reduce((sum, { outMinor }) => sum + outMinor, 0)
  expect(spent(after) - spent(before)).toBe(fees)

  // Undone, everything is as before. Accepted again, it is as it was.
  await owner.ask(undoMatch, { params })
  expect(await expensesOf(owner)).toEqual([])
  expect((await onlyPayout(owner)).isMatched).toBe(false)
  await owner.ask(acceptMatch, { params })
  expect(await expensesOf(owner)).toHaveLength(1)
  await owner.match()
  await fetchPayouts(app.deps)
  await tomorrow()
  expect(await onlyPayout(owner)).toMatchObject({ id: payout.id, isMatched: true, amountMinor })
  expect(await expensesOf(owner)).toHaveLength(1)
})

test('an expense for fees that the owner has changed stays after an undo, and is used again', async () => {
  const owner = await signUpToMatch(app)
  await pay(owner, 10_000)
  await tomorrow()
  const { id, amountMinor, arrivesOn: date } = await onlyPayout(owner)
  await owner.addIncome('Deposit', amountMinor, { date })
  await owner.match()
  const [match] = await owner.suggested()
  expect(match?.reason).not.toContain('names')
  const params = { id: match?.id ?? '' }
  await owner.ask(acceptMatch, { params })
  const [expense] = await expensesOf(owner)
  const { version, amountMinor: fee, notes } = expense!
  const body = { version, amountMinor: fee, category: 'Software' as const, date, notes }
  await owner.ask(updateExpense, { params: { id: expense!.id }, body })
  await owner.ask(undoMatch, { params })
  expect(await owner.ask(getPayout, { params: { id } })).toMatchObject({
    isMatched: false,
    feeExpenseId: expense?.id,
  })
  await owner.ask(acceptMatch, { params })
  expect(await expensesOf(owner)).toMatchObject([{ id: expense?.id, category: 'Software' }])
})

test('PayPal pays out each business separately, and keeps the fees', async () => {
  const save = async (owner: Matcher) =>
    owner.ask(savePaypal, { body: { ...demoPaypalAccount, mode: 'demo' } })
  const [owner, other] = [await signUpToMatch(app), await signUpToMatch(app)]
  await Promise.all([owner, other].map(save))
  const paid = await pay(owner, 10_000, 'paypal')
  await pay(owner, 2599, 'paypal')
  await pay(other, 7777, 'paypal')
  await refund(owner, paid, 1000)
  await tomorrow()
  const fees = feeOf(10_000) + feeOf(2599)
  const payout = await onlyPayout(owner)
  expect(payout).toMatchObject({ provider: 'paypal', amountMinor: 11_599 - fees, feeMinor: fees })
  const view = await owner.ask(getPayout, { params: { id: payout.id } })
  expect(view).toMatchObject({
    sums: { payments: { count: 2, amountMinor: 12_599 }, refunds: { count: 1, amountMinor: -1000 } },
    differenceMinor: 0,
  })
  expect(view.lines.map(({ invoices }) => invoices.length === 1)).toEqual([true, true, true])
  expect((await onlyPayout(other)).amountMinor).toBe(7777 - feeOf(7777))
})

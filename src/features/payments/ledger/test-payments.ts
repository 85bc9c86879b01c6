import type { Transaction } from '../../../platform/db/transaction.ts'
import { holdIntegrationRow } from '../../integrations/queries.ts'
import { type AccountInForce, accountsInForce } from '../accounts/payment-accounts.ts'
import type { PaymentDeps } from '../payment-deps.ts'

/**
 * Every way to pay that moves no money is a test: the demo payment, sandbox and test cards, PayPal in sandbox or demo mode.
 * Anyone with an invoice's link can mark it as paid that way, so tests are allowed only under these conditions.
 */
export interface TestPaymentFacts {
  /** By the operator: DEMO_PAYMENTS. */
  isSwitchedOn: boolean
  /** The platform's card account or one of the business's own. */
  isAnyAccountLive: boolean
  /** By card or PayPal, confirmed by a live account. Payments noted by hand do not count. */
  hasRealMoney: boolean
}

export function areTestsAllowed({ isSwitchedOn, isAnyAccountLive, hasRealMoney }: TestPaymentFacts): boolean {
  return isSwitchedOn && !isAnyAccountLive && !hasRealMoney
}

type RuleDeps = Pick<PaymentDeps, 'cards' | 'demoPayments'>

/** What an invoice can be paid with now. Null: there is no such account, or it is for tests and tests are not allowed. */
export interface WaysToPay {
  card: AccountInForce | null
  paypal: AccountInForce | null
  /** Whether tests are allowed, and with them the demo payment. */
  tests: boolean
}

export async function waysToPay(tx: Transaction, deps: RuleDeps): Promise<WaysToPay> {
  // Together, since this is asked with every mail.
  const [{ card, paypal, isAnyLive }, isReal] = await Promise.all([
    accountsInForce(tx, deps),
    deps.demoPayments && receivedRealMoney(tx),
  ])
  const tests = areTestsAllowed({
    isSwitchedOn: deps.demoPayments,
    isAnyAccountLive: isAnyLive,
    hasRealMoney: isReal,
  })
  const usable = (account: AccountInForce | null) => (account && (account.isLive || tests) ? account : null)
  return { card: usable(card), paypal: usable(paypal), tests }
}

/**
 * Asked before a test payment is written. The settings are held until the transaction ends: live keys that are saved at
 * the same time are either seen here, or saved once this payment is in the ledger.
 */
export async function mayWriteTestPayment(
  tx: Transaction,
  deps: RuleDeps,
  businessId: string,
): Promise<boolean> {
  await holdIntegrationRow(tx, businessId)
  return takesTests(tx, deps)
}

export async function takesTests(tx: Transaction, deps: RuleDeps): Promise<boolean> {
  return (await waysToPay(tx, deps)).tests
}

/** For mails and PDFs, which offer to pay online only where that is possible. */
export async function canPayOnline(tx: Transaction, deps: RuleDeps): Promise<boolean> {
  const { card, paypal } = await waysToPay(tx, deps)
  return card !== null || paypal !== null
}

async function receivedRealMoney({ client }: Transaction): Promise<boolean> {
  const { rows } = await client.query<{ has: boolean }>({
    name: 'has-real-money',
    text: `select exists (select from payments where not is_test and method in ('card', 'paypal')) as has`,
  })
  return rows[0]?.has ?? false
}

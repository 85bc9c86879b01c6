import type { Transaction } from '../../../platform/db/transaction.ts'
import { shareLockIntegrationRow } from '../../integrations/queries.ts'
import { type AccountInForce, accountsInForce } from '../accounts/payment-accounts.ts'
import type { PaymentDeps } from '../payment-deps.ts'

/**
 * The conditions for test payments. Every method that moves no money is a test: the demo payment, sandbox and
 * test cards, PayPal in sandbox or demo mode. Any client with an invoice's link can mark the invoice as paid
 * that way, so tests are allowed only under these conditions.
 */
export interface TestPaymentFacts {
  /** The operator's setting DEMO_PAYMENTS. */
  isSwitchedOn: boolean
  /** Whether the platform's card account or one of the business's own accounts is live. */
  isAnyAccountLive: boolean
  /**
   * Whether a live account has confirmed a payment by card or PayPal. Payments recorded by hand do not count.
   */
  hasRealMoney: boolean
}

export function areTestsAllowed({ isSwitchedOn, isAnyAccountLive, hasRealMoney }: TestPaymentFacts): boolean {
  return isSwitchedOn && !isAnyAccountLive && !hasRealMoney
}

type RuleDeps = Pick<PaymentDeps, 'cards' | 'demoPayments'>

/**
 * The accounts that an invoice can be paid with. Null: there is no such account, or it is a test account and
 * tests are not allowed.
 */
export interface WaysToPay {
  card: AccountInForce | null
  paypal: AccountInForce | null
  /** Whether test payments are allowed, including the demo payment. */
  tests: boolean
}

export async function waysToPay(tx: Transaction, deps: RuleDeps): Promise<WaysToPay> {
  // In parallel, because this runs for every mail.
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
 * Checks whether a test payment may be written. Locks the settings until the transaction ends: live keys
 * saved at the same time are either seen here, or saved after this payment is in the ledger.
 */
export async function mayWriteTestPayment(
  tx: Transaction,
  deps: RuleDeps,
  businessId: string,
): Promise<boolean> {
  await shareLockIntegrationRow(tx, businessId)
  return allowsTestPayments(tx, deps)
}

export async function allowsTestPayments(tx: Transaction, deps: RuleDeps): Promise<boolean> {
  return (await waysToPay(tx, deps)).tests
}

/** Whether mails and PDFs should offer online payment. */
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

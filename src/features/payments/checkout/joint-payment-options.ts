import { withTenant } from '../../../platform/db/transaction.ts'
import type { ChargeProblem } from '../../../shared/charge-problems.ts'
import type { Currency } from '../../../shared/currencies.ts'
import { AppError } from '../../../shared/errors.ts'
import { waysToPay } from '../ledger/test-payments.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { isUnderWay, listRunningPages } from './checkout-queries.ts'
import { problemWith, readPayables } from './payable-invoices.ts'
import { assertStays } from './payment-conditions.ts'
import type { JointInvoices } from './start-joint-checkout.ts'

export interface JointPaymentOptions {
  /** What is due now on all of them; null if they cannot be paid together. */
  amountMinor: number | null
  currency: Currency | null
  card: boolean
  paypal: boolean
  /** Whether a payment without money is possible. */
  demo: boolean
  /** No real card is charged. */
  isSandbox: boolean
  /** Paying with PayPal moves no real money. */
  isPaypalSandbox: boolean
  /** Why the amount cannot be paid by card or with PayPal, as in the options of a single invoice. */
  cardProblem: ChargeProblem | null
  paypalProblem: ChargeProblem | null
  /** A payment for one of them takes days to confirm. */
  isProcessing: boolean
  /** Why they cannot be paid together now, as a sentence for the client. */
  problem: string | null
}

const nothing: Omit<JointPaymentOptions, 'problem'> = {
  amountMinor: null,
  currency: null,
  card: false,
  paypal: false,
  demo: false,
  isSandbox: false,
  isPaypalSandbox: false,
  cardProblem: null,
  paypalProblem: null,
  isProcessing: false,
}

/** How a client can pay several invoices in one payment now. An unknown invoice is refused like everywhere. */
export async function jointPaymentOptions(
  deps: PaymentDeps,
  invoices: JointInvoices,
): Promise<JointPaymentOptions> {
  try {
    return await readOptions(deps, invoices)
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'NOT_FOUND') throw error
    return { ...nothing, problem: error.message }
  }
}

function readOptions(deps: PaymentDeps, invoices: JointInvoices): Promise<JointPaymentOptions> {
  return withTenant(deps.database, invoices.businessId, async (tx) => {
    await assertStays(tx, deps, invoices.businessId)
    const found = await readPayables(tx, deps, invoices)
    const { card, paypal, tests } = await waysToPay(tx, deps)
    const running = await listRunningPages(tx, invoices.invoiceIds)
    const cardProblem = problemWith('card', found)
    const paypalProblem = problemWith('paypal', found)
    return {
      amountMinor: found.money.minor,
      currency: found.money.currency,
      card: card !== null && cardProblem === null,
      paypal: paypal !== null && paypalProblem === null,
      demo: tests,
      isSandbox: card?.isLive === false,
      isPaypalSandbox: paypal?.isLive === false,
      cardProblem,
      paypalProblem: paypal === null ? null : paypalProblem,
      isProcessing: running.some((page) => isUnderWay(page) && (tests || !page.isTest)),
      problem: null,
    }
  })
}

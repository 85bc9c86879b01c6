import type { Deps } from '../../platform/deps.ts'
import type { PaymentDeps } from '../payments/payment-deps.ts'

/** What payouts need. */
export type PayoutDeps = PaymentDeps & Deps<'matchTransactions'>

import type { Deps } from '../../platform/deps.ts'
import type { Auth } from '../auth/better-auth.ts'
import type { BankingDeps } from '../banking/banking-deps.ts'
import type { PaymentDeps } from '../payments/payment-deps.ts'

/** What the routes of an account need. */
export interface AccountDeps extends Deps<'database' | 'jobs' | 'now' | 'appUrl' | 'mailFrom' | 'files'> {
  auth: Auth
}

/** What the deletion of an account needs: it ends open payments and bank access first. */
export type DeletionDeps = PaymentDeps & BankingDeps & Deps<'mailbox' | 'files'>

import type { Mailbox } from '../../platform/mail/mailbox.ts'
import type { AuthDeps } from '../auth/auth-deps.ts'
import type { BankingDeps } from '../banking/banking-deps.ts'
import type { PaymentDeps } from '../payments/payment-deps.ts'

export type AccountDeps = AuthDeps &
  PaymentDeps &
  BankingDeps & {
    /** Null if mails leave through a real mail server. */
    mailbox: Mailbox | null
  }

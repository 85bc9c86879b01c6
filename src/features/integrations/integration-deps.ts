import type { Logger } from 'pino'
import type { CardProvider } from '../../platform/cards/card-provider.ts'
import type { Database } from '../../platform/db/connect.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import type { JobQueue } from '../../platform/jobs/job-queue.ts'
import type { PaypalAccount, PaypalProvider } from '../../platform/paypal/paypal-provider.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import type { StripeKeys } from './own-accounts.ts'
import type { TakenKeys } from './taken-keys.ts'

/** What a business's own accounts are reached with. */
export interface IntegrationDeps {
  database: Database
  jobs: JobQueue
  log: Logger
  appUrl: string
  /** Who mails of the platform come from. */
  mailFrom: string
  /** The platform's own. */
  cards: CardProvider
  secrets: Secrets
  connectOwnCards: (keys: StripeKeys) => CardProvider
  connectPaypal: (account: PaypalAccount) => PaypalProvider
  /** Whether servers that users name may lie in private networks. */
  allowPrivateAddresses: boolean
  /** Brings forward what waits for the business's mail account, in the transaction that changes the account. */
  mailAccountChanged: (tx: Transaction, businessId: string) => Promise<void>
  /**
   * Closes the payment pages that were opened with the business's own account, with its keys that are on their way out:
   * once before they go, and once more for what was opened until then. Never fails, and returns when that time is over:
   * what cannot be closed does not keep the owner from changing the keys. The last time it goes on by itself for a while.
   */
  closeOwnPages: (
    businessId: string,
    keys: TakenKeys,
    wait: { milliseconds: number; isLast: boolean },
  ) => Promise<void>
  /** Whether the business of this transaction takes payments that move no money. */
  areTestsAllowed: (tx: Transaction) => Promise<boolean>
  /** Where Plaid is asked; its own address when left out. */
  plaidAddress?: string | undefined
}

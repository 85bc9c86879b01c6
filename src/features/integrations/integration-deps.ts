import type { Logger } from 'pino'
import type { CardProvider } from '../../platform/cards/card-provider.ts'
import type { Database } from '../../platform/db/connect.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import type { JobQueue } from '../../platform/jobs/job-queue.ts'
import type { PaypalAccount, PaypalProvider } from '../../platform/paypal/paypal-provider.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import type { ReplacedKeys, StripeKeys } from './own-accounts.ts'

/** The dependencies for a business's own accounts. */
export interface IntegrationDeps {
  database: Database
  jobs: JobQueue
  log: Logger
  appUrl: string
  /** The sender of the platform's mails. */
  mailFrom: string
  /** The platform's own card provider. */
  cards: CardProvider
  secrets: Secrets
  connectOwnCards: (keys: StripeKeys) => CardProvider
  connectPaypal: (account: PaypalAccount) => PaypalProvider
  /** Whether mail servers that users enter may be in private networks. */
  allowPrivateAddresses: boolean
  /**
   * Retries the mails that wait for the business's mail account, in the transaction that changes the account.
   */
  mailAccountChanged: (tx: Transaction, businessId: string) => Promise<void>
  /**
   * Closes the payment pages that were opened with the business's own account, using the keys that are about
   * to be replaced: once before the change, and once after it for pages opened in the meantime. Never throws
   * and returns when the time is up, because a page that cannot be closed must not prevent the change. After
   * the last call it continues in the background for a while.
   */
  closeOwnPages: (
    businessId: string,
    keys: ReplacedKeys,
    wait: { milliseconds: number; isLast: boolean },
  ) => Promise<void>
  /** Whether the business of this transaction accepts test payments. */
  areTestsAllowed: (tx: Transaction) => Promise<boolean>
  /** Plaid's API address; the real one if missing. */
  plaidAddress?: string | undefined
}

import type { Transaction } from '../../platform/db/transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import type { ReplacedKeys } from './own-accounts.ts'

/** What a business's own accounts need. */
export interface IntegrationDeps extends Deps<
  | 'database'
  | 'jobs'
  | 'log'
  | 'secrets'
  | 'appUrl'
  | 'mailFrom'
  | 'cards'
  | 'connectOwnCards'
  | 'connectPaypal'
> {
  /** Whether mail servers that users enter may be in private networks. */
  allowPrivateAddresses: boolean
  /** Retries the mails that wait for the business's mail account, in the transaction that changes the account. */
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

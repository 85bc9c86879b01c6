import type { Currency } from '../../shared/currencies.ts'

/** A bank aggregator, independent of Plaid's names. A call that fails or takes too long throws. */
export interface BankProvider {
  readonly environment: 'demo' | 'sandbox' | 'production'
  /** Opens the aggregator's page, for a new item or, with an access token, to sign in to it again. */
  createLink(request: LinkRequest): Promise<BankLink>
  readLink(linkToken: string): Promise<LinkResult>
  /** Returns a public token without the page, for made-up banks. An owner always gets the same item. */
  createDemoToken(
    institutionId: string,
    webhookUrl: string,
    owner: string,
    /** Of its accounts. */
    currency: Currency,
  ): Promise<string>
  exchange(publicToken: string): Promise<{ accessToken: string; itemId: string }>
  readItem(accessToken: string): Promise<BankItem>
  /** Balances are as the aggregator last saw them. */
  listAccounts(accessToken: string): Promise<AccountFacts[]>
  /** Full account numbers; empty if the bank does not share them. Accounts without one are left out. */
  listNumbers(accessToken: string): Promise<NumberFacts[]>
  /** Returns what changed since the cursor; null reads everything from the beginning. */
  syncTransactions(accessToken: string, cursor: string | null): Promise<TransactionPage>
  /** Removes the item. `unknown`: it is already gone, or belongs to the keys of another account. */
  endItem(accessToken: string): Promise<'ended' | 'unknown'>
  setWebhook(accessToken: string, webhookUrl: string): Promise<void>
  /** Makes the bank ask for a new sign-in. Only for made-up banks. */
  expireItem(accessToken: string): Promise<void>
  /** Verifies a webhook and returns its content; null if the signature is not genuine and recent. */
  readBankWebhook(delivery: { body: Uint8Array; signature: string; now: Date }): Promise<BankWebhook | null>
}

export interface LinkRequest {
  /** The business that owns the accounts. */
  owner: string
  /** Null for a new item. */
  accessToken: string | null
  webhookUrl: string
  /** For an existing item: whether the owner chooses again which accounts to share. */
  choosesAccounts?: boolean
  /** Where the page redirects after the owner finishes or cancels. */
  returnUrl: string
}

export interface BankLink {
  linkToken: string
  url: string
  expiresAt: Date
}

/** `publicToken` may be null after signing in to an existing item again. It must not be exchanged then. */
export type LinkResult =
  | { outcome: 'open' }
  | { outcome: 'left' }
  | { outcome: 'finished'; publicToken: string | null }

export interface BankItem {
  itemId: string
  institutionId: string
  institutionName: string
}

/** What kind of money an account holds. Only `cash` can be spent. An unknown type is `other`. */
export type AccountKind = 'cash' | 'credit' | 'loan' | 'investment' | 'other'

export interface AccountFacts {
  providerId: string
  name: string
  /** checking, savings, credit … */
  type: string
  kind: AccountKind
  /** The aggregator's name for it, such as "money market". */
  subtype: string | null
  /** The last digits, if the bank shares them. */
  mask: string | null
  /** Negative if money is owed. Null if the bank does not report it. */
  balanceMinor: number | null
  /** Null if the bank names none, or one that is no money by ISO 4217. The balance then has two decimals. */
  currency: Currency | null
}

export interface NumberFacts {
  providerId: string
  accountNumber: string
  routingNumber: string | null
}

export interface TransactionFacts {
  providerId: string
  /** The pending transaction that this one replaces. */
  pendingId: string | null
  accountProviderId: string
  date: string
  description: string
  merchant: string | null
  /** Never negative: `isIncome` is the direction. */
  amountMinor: number
  /** Its own or its account's. Null if neither is known. The amount then has two decimals. */
  currency: Currency | null
  isIncome: boolean
  isPending: boolean
  /** The aggregator's codes, such as FOOD_AND_DRINK and FOOD_AND_DRINK_GROCERIES, or a plain word. */
  category: { primary: string | null; detailed: string | null; word: string | null }
}

export interface TransactionPage {
  added: TransactionFacts[]
  modified: TransactionFacts[]
  removed: string[]
  nextCursor: string
  hasMore: boolean
}

/**
 * A webhook about an item or a link. `transactions`: there are changes to fetch. `reconnect`: the owner has
 * to sign in again. `mended`: a sign-in is no longer needed. `ended`: the access is gone. `expiring`: it will
 * end. `newAccounts`: the bank has accounts that are not shared. `accountRevoked`: an account is no longer
 * shared. `link`: something happened on the page of a link.
 */
export interface BankWebhook {
  itemId: string | null
  linkToken: string | null
  kind:
    | 'transactions'
    | 'reconnect'
    | 'repaired'
    | 'ended'
    | 'expiring'
    | 'newAccounts'
    | 'accountRevoked'
    | 'link'
    | 'other'
  code: string
  /** When the access ends, if the aggregator reports it. */
  endsAt: string | null
}

/** The error code for an access that is gone, or was granted with other keys. */
export const unknownAccess = 'INVALID_ACCESS_TOKEN'

/**
 * `reconnect`: the owner has to sign in at the bank again. `ended`: the access is gone or never existed.
 * `restart`: the data changed during paging. `keys`: the aggregator refuses the account's keys.
 * `later`: it may work later. `refused`: it never will.
 */
export type BankProblem = 'reconnect' | 'ended' | 'restart' | 'keys' | 'later' | 'refused'

/** The message is for the owner of the account and contains no secret. */
export class BankProviderError extends Error {
  override readonly name = 'BankProviderError'
  readonly problem: BankProblem
  /** The aggregator's error code, such as ITEM_LOGIN_REQUIRED. */
  readonly code: string

  constructor(problem: BankProblem, code: string, message: string) {
    super(message)
    this.problem = problem
    this.code = code
  }
}

/** A bank aggregator, in our words. Each call is bounded in time and throws a BankProviderError when it is refused. */
export interface BankProvider {
  readonly environment: 'demo' | 'sandbox' | 'production'
  /** Opens the aggregator's own page, for a new item or, with its token, to sign in to one again. */
  createLink(request: LinkRequest): Promise<BankLink>
  readLink(linkToken: string): Promise<LinkResult>
  /** What the page would end with, without the page. Only where banks are made up; the same owner finds the same again. */
  createDemoToken(institutionId: string, webhookUrl: string, owner: string): Promise<string>
  exchange(publicToken: string): Promise<{ accessToken: string; itemId: string }>
  readItem(accessToken: string): Promise<BankItem>
  /** With balances as the aggregator last saw them. */
  listAccounts(accessToken: string): Promise<AccountFacts[]>
  /** Whole numbers, of accounts that have some; none where the bank does not give them. */
  listNumbers(accessToken: string): Promise<NumberFacts[]>
  /** What changed since the cursor; null for everything from the beginning. */
  syncTransactions(accessToken: string, cursor: string | null): Promise<TransactionPage>
  /** Removes the item. `unknown`: it is gone already, or it was made with the keys of another account. */
  endItem(accessToken: string): Promise<'ended' | 'unknown'>
  /** Has the webhooks of an item sent to another address. */
  setWebhook(accessToken: string, webhookUrl: string): Promise<void>
  /** Has the bank ask for a new sign-in. Only where banks are made up. */
  expireItem(accessToken: string): Promise<void>
  /** What the aggregator sent, once its signature is known to be genuine and fresh; null when it is not. */
  readNews(delivery: { body: Uint8Array; signature: string; now: Date }): Promise<BankNews | null>
}

export interface LinkRequest {
  /** Whose accounts they are: the business. */
  owner: string
  /** Null for a new item. */
  accessToken: string | null
  webhookUrl: string
  /** For an item that is there: the owner chooses anew which accounts are shared. */
  choosesAccounts?: boolean
  /** Where the page leads when it is done or left. */
  returnUrl: string
}

export interface BankLink {
  linkToken: string
  url: string
  expiresAt: Date
}

/** After signing in to an existing item again `publicToken` may be null, and is not to be exchanged. */
export type LinkResult =
  | { outcome: 'open' }
  | { outcome: 'left' }
  | { outcome: 'finished'; publicToken: string | null }

export interface BankItem {
  itemId: string
  institutionId: string
  institutionName: string
}

/** What an account means for money. Only `cash` can be spent; a type that is not known here is `other`. */
export type AccountKind = 'cash' | 'credit' | 'loan' | 'investment' | 'other'

export interface AccountFacts {
  providerId: string
  name: string
  /** checking, savings, credit … */
  type: string
  kind: AccountKind
  /** The aggregator's own word, such as "money market". */
  subtype: string | null
  /** The last digits, as far as the bank tells them. */
  mask: string | null
  /** Below 0 for what is owed. Null when it is not told. */
  balanceCents: number | null
  currency: string | null
}

export interface NumberFacts {
  providerId: string
  accountNumber: string
  routingNumber: string | null
}

export interface TransactionFacts {
  providerId: string
  /** The pending one that this one takes the place of. */
  pendingId: string | null
  accountProviderId: string
  date: string
  description: string
  merchant: string | null
  /** Never below 0: `isIncome` tells the direction. */
  amountCents: number
  isIncome: boolean
  isPending: boolean
  /** The aggregator's codes, such as FOOD_AND_DRINK and FOOD_AND_DRINK_GROCERIES; or a plain word where it has none. */
  category: { primary: string | null; detailed: string | null; word: string | null }
}

export interface TransactionPage {
  added: TransactionFacts[]
  modified: TransactionFacts[]
  /** Their ids. */
  removed: string[]
  nextCursor: string
  hasMore: boolean
}

/**
 * A webhook, about an item or about a link. `transactions`: there is something to fetch. `reconnect`: a sign-in is wanted.
 * `mended`: no more. `ended`: the access is gone. `expiring`: it will be. `newAccounts`: the bank has accounts that are
 * not shared. `accountRevoked`: an account is not shared any more. `link`: something was done on the page of a link.
 */
export interface BankNews {
  itemId: string | null
  linkToken: string | null
  kind:
    | 'transactions'
    | 'reconnect'
    | 'mended'
    | 'ended'
    | 'expiring'
    | 'newAccounts'
    | 'accountRevoked'
    | 'link'
    | 'other'
  code: string
  /** When the access ends, as far as that is told. */
  endsAt: string | null
}

/**
 * `reconnect`: the owner has to sign in at the bank again. `ended`: the access is gone, or never was. `restart`: what is
 * being paged through changed meanwhile. `keys`: the account with the aggregator is refused. `later`: it may work in a
 * while. `refused`: for good.
 */
/** The code of an access that is not known with these keys: it may be gone, or have been given with other keys. */
export const unknownAccess = 'INVALID_ACCESS_TOKEN'

export type BankProblem = 'reconnect' | 'ended' | 'restart' | 'keys' | 'later' | 'refused'

/** The message is for people who own the account, and carries no secret. */
export class BankProviderError extends Error {
  override readonly name = 'BankProviderError'
  readonly problem: BankProblem
  /** As the aggregator calls it, such as ITEM_LOGIN_REQUIRED. */
  readonly code: string

  constructor(problem: BankProblem, code: string, message: string) {
    super(message)
    this.problem = problem
    this.code = code
  }
}

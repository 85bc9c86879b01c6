import type { AccountProblem } from '../../shared/account-problems.ts'
import type { Currency } from '../../shared/currencies.ts'

/** A card provider, independent of Stripe's names. Its address leads to Stripe or to the built-in sandbox. */
export interface CardProvider {
  /** Whether real cards are charged. */
  readonly isLive: boolean
  readonly account: CardAccount
  readonly webhooks: CardWebhooks
  readonly checkouts: CardCheckouts
  readonly savedCards: CardSavedCards
  readonly refunds: CardRefunds
  readonly disputes: CardDisputes
  readonly payouts: CardPayouts
  readonly billing: CardBilling
}

export interface AccountFacts {
  /** Null if the key has no permission to read it. */
  accountId: string | null
  /** Whether the account may charge real cards; null if the key has no permission to read it. */
  canCharge: boolean | null
  /** Permissions that payments need and that a restricted key does not have. */
  lacks: readonly ('checkouts' | 'refunds')[]
}

export interface CardAccount {
  /** Checks once whose key this is and what it may do. Aborting the signal leaves no request open. */
  check(signal: AbortSignal): Promise<AccountFacts>
}

/** All fields are sent unchanged. A repeated request with the same reference returns the same session. */
export interface CheckoutRequest {
  /** Our id of the checkout. Events and sessions contain it. */
  reference: string
  currency: Currency
  amountMinor: number
  /** Shown on the provider's page. */
  description: string
  email: string
  successUrl: string
  cancelUrl: string
  /** Seconds since 1970. The provider accepts from half an hour to a day from now. */
  expiresAt: number
  metadata: Record<string, string>
  /** Keeps the card for later charges, with the client's consent, which the provider's page states. */
  savesCard?: boolean
  /** The saved card to charge, without a page. */
  savedCard?: SavedCardRef
}

/** A card that a client agreed to save. The provider has its number. */
export interface SavedCardRef {
  customerId: string
  paymentMethodId: string
}

export interface SavedCardFacts extends SavedCardRef {
  /** Such as `visa`. */
  brand: string
  last4: string
  expMonth: number
  expYear: number
}

export type CheckoutFacts =
  /** The client can still pay. `declined` is why the last attempt failed, as text for the client. */
  | { state: 'open'; reference: string | null; declined: string | null }
  /** The money takes days. With a `problem` the payment waits for the owner of the account. */
  | { state: 'processing'; reference: string | null; problem?: AccountProblem }
  | {
      state: 'paid'
      reference: string | null
      paymentId: string
      currency: Currency
      amountMinor: number
      paidAt: Date
      /** The card that the provider keeps for later charges. */
      savedCard?: SavedCardFacts
    }
  /** The session expired, or the payment failed later, because of the account if there is a `problem`. */
  | { state: 'expired'; reference: string | null; declined: string | null; problem?: AccountProblem }
  /** The provider returned a status that this product does not know. The stored state stays as it is. */
  | { state: 'unknown'; reference: string | null; unknownStatus: string }

export interface CardCheckouts {
  create(request: CheckoutRequest): Promise<{ sessionId: string; url: string | null }>
  read(sessionId: string): Promise<CheckoutFacts>
  /** Expires the session if it is open, and returns its state in any case. */
  expire(sessionId: string): Promise<CheckoutFacts>
}

export interface ChargeRequest extends Omit<CheckoutRequest, 'savesCard'> {
  savedCard: SavedCardRef
}

export interface CardSavedCards {
  /**
   * Charges a saved card while its holder is away. A repeated request with the same reference charges once. A declined charge
   * has ended for good. `checkouts` reads and ends a charge by its `sessionId`.
   */
  charge(request: ChargeRequest): Promise<{ sessionId: string; facts: CheckoutFacts }>
  /** Returns the `sessionId` of the charge with this reference; null if the provider has none. */
  find(request: Pick<ChargeRequest, 'reference' | 'savedCard'>): Promise<string | null>
  /** Removes the card, so that it can no longer be charged. One that is gone already is left so. */
  remove(card: SavedCardRef): Promise<void>
}

export interface RefundFacts {
  providerRefundId: string
  /** Our id of the refund; null if it was created elsewhere, such as in the provider's dashboard. */
  reference: string | null
  currency: Currency
  amountMinor: number
  state: 'pending' | 'succeeded' | 'failed'
  /** A status that this product does not know. The refund counts as pending, so that it is polled again. */
  unknownStatus?: string
}

export interface RefundRequest {
  reference: string
  paymentId: string
  /** The currency of the payment. */
  currency: Currency
  amountMinor: number
}

export interface CardRefunds {
  /** A repeated request with the same reference returns the same refund. */
  create(request: RefundRequest): Promise<RefundFacts>
  /** Returns all refunds of a payment. `sessionId` is the checkout session of the payment, if it is known. */
  list(paymentId: string, sessionId?: string | null): Promise<RefundFacts[]>
}

export interface DisputeFacts {
  providerDisputeId: string
  paymentId: string
  /** The bank can charge in another currency than that of the payment. Then the whole payment is disputed. */
  currency: Currency
  /** Null if the currency is unknown here. */
  amountMinor: number | null
  /** The provider's reason, such as `fraudulent`. New values can appear. */
  reason: string
  status: string
  /** Null if this product does not know the status. The stored state stays as it is. */
  state: 'inquiry' | 'open' | 'won' | 'lost' | null
  isClosed: boolean
  /** Whether the owner can still send evidence and has not sent it. */
  needsResponse: boolean
  evidenceDueAt: Date | null
  openedAt: Date
  /** Where the owner sends the evidence. */
  url: string
}

export interface CardDisputes {
  list(paymentId: string): Promise<DisputeFacts[]>
  /** Returns all disputes of the account that were opened since then. */
  listSince(moment: Date): Promise<DisputeFacts[]>
}

export interface PayoutFacts {
  providerPayoutId: string
  currency: Currency
  /** What the bank receives. Negative if the provider takes money from the bank. */
  amountMinor: number
  /** An unknown status counts as in transit, so that it is read again. */
  state: 'in-transit' | 'paid' | 'failed' | 'canceled'
  /** The day on which the bank should have it. */
  arrivesOn: string
  createdAt: Date
  /** Whether the provider says what it consists of. Stripe doesn't if the owner chose the amount. */
  isItemized: boolean
}

export const payoutEntryKinds = ['payment', 'refund', 'fee', 'dispute', 'adjustment', 'other'] as const

/** One change of the balance that was paid out, in the currency of the payout. */
export interface PayoutEntryFacts {
  providerEntryId: string
  kind: (typeof payoutEntryKinds)[number]
  /** Before fees; negative if it lowered the balance. */
  amountMinor: number
  /** Negative if fees were returned. */
  feeMinor: number
  at: Date
  /** The payment that it belongs to, also if it is a refund or a dispute. */
  paymentId: string | null
  refundId: string | null
  description: string
}

export interface CardPayouts {
  /** Returns all payouts that were created since then. */
  listSince(moment: Date): Promise<PayoutFacts[]>
  /** What a payout consists of, the oldest first. The sum may differ if the balance was not paid out as a whole. */
  entries(payout: PayoutFacts): Promise<PayoutEntryFacts[]>
}

/** What an event is about. Its content is not trusted: the provider is asked for the current state. */
export type CardEventSubject =
  | { kind: 'checkout'; sessionId: string; reference: string | null }
  /** Only some of these events name the customer. Only payments for plans have one. */
  | { kind: 'refund'; paymentId: string; customerId: string | null }
  | { kind: 'dispute'; paymentId: string; customerId: null }
  | { kind: 'subscription'; customerId: string }
  | { kind: 'payout' }
  | { kind: 'other' }

export interface CardEvent {
  id: string
  type: string
  subject: CardEventSubject
}

export interface CardWebhooks {
  /** Throws `SignatureRefused` if signature or secret is missing or wrong, or after five minutes. */
  read(body: Buffer, signature: string | undefined): CardEvent
}

export interface PlanPrice {
  /** Our permanent id of the price. Prices that are no longer sold keep it as metadata. */
  lookupKey: string
  product: string
  minor: number
  interval: 'month' | 'year'
}

export interface SubscriptionFacts {
  subscriptionId: string
  itemId: string
  /** The lookup key of its price; null if the price is not ours. */
  lookupKey: string | null
  status: 'trialing' | 'active' | 'past_due' | 'unpaid' | 'paused' | 'incomplete' | 'canceled' | 'unknown'
  /** The provider's status, if `status` is `unknown`. */
  unknownStatus?: string
  currentPeriodEnd: Date | null
  cancelAtPeriodEnd: boolean
  endedAt: Date | null
  hadTrial: boolean
  createdAt: Date
}

export interface SubscriptionRequest {
  reference: string
  customerId: string
  lookupKey: string
  /** Null for no trial. A trial needs no card, and ends automatically without one. */
  trialDays: number | null
  successUrl: string
  cancelUrl: string
  expiresAt: number
  metadata: Record<string, string>
}

export interface PaymentsSum {
  /** Successful charges minus refunds. */
  paidMinor: number
  /** The number of charges in other currencies than dollars. The sum does not contain them. */
  leftOut: number
  /** A status that this product does not know. The sum may be wrong and must not be used. */
  unknownStatus?: string
}

export interface CardBilling {
  /** Returns or creates the customer of the reference. `insteadOf` can no longer be used. */
  createCustomer(request: {
    reference: string
    name: string
    email: string
    insteadOf?: string | undefined
  }): Promise<string>
  startSubscription(request: SubscriptionRequest): Promise<{ sessionId: string; url: string | null }>
  /** Expires an open checkout session. If the status is unknown, it may have been completed. */
  endCheckout(sessionId: string): Promise<{ wasCompleted: boolean; unknownStatus?: string }>
  /** Returns all subscriptions of the customer, past and present, newest first. */
  listSubscriptions(customerId: string): Promise<SubscriptionFacts[]>
  sumPayments(customerId: string): Promise<PaymentsSum>
  cancelNow(subscriptionId: string): Promise<void>
  /** Opens the provider's page for card, plan and cancellation. `change` is a change of plan to confirm. */
  openPortal(request: {
    customerId: string
    returnUrl: string
    change?: { subscriptionId: string; itemId: string; lookupKey: string } | undefined
  }): Promise<{ url: string }>
}

/** The provider was not reached, refused, or sent an invalid response. Never evidence that money moved. */
export class CardProviderError extends Error {
  override readonly name = 'CardProviderError'
  readonly kind: 'unreachable' | 'refused' | 'declined' | 'malformed'
  /** Refused because the object does not exist there: it belongs to another account, such as the sandbox. */
  readonly isMissing: boolean
  /** Refused because the key is unknown or no longer valid. */
  readonly isWrongKey: boolean
  /** The key or its account lacks the permission. The owner has to change that at the provider. */
  readonly isForbidden: boolean
  /** Refused because of the amount, which may be too small only after the provider has converted it. */
  readonly isAmountRefused: boolean
  /** What the owner of the account has to resolve at the provider. */
  readonly problem: AccountProblem | null
  /** No request was sent: the stored key cannot be decrypted until its owner or the operator acts. */
  readonly isUnreadable: boolean

  constructor(kind: CardProviderError['kind'], message: string, options: CardErrorOptions = {}) {
    super(message, options)
    this.kind = kind
    this.isMissing = options.isMissing ?? false
    this.isWrongKey = options.isWrongKey ?? false
    this.isForbidden = options.isForbidden ?? false
    this.isUnreadable = options.isUnreadable ?? false
    this.isAmountRefused = options.isAmountRefused ?? false
    this.problem = options.problem ?? null
  }
}

type CardErrorFlag =
  | 'isMissing'
  | 'isWrongKey'
  | 'isForbidden'
  | 'isUnreadable'
  | 'isAmountRefused'
  | 'problem'
export type CardErrorOptions = ErrorOptions & Partial<Pick<CardProviderError, CardErrorFlag>>

export class SignatureRefused extends Error {
  override readonly name = 'SignatureRefused'
}

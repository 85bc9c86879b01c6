import type { AccountProblem } from '../../shared/account-problems.ts'

/**
 * What the product asks of a card provider, in its own words. There is one implementation, through the provider's official
 * client (stripe-provider.ts); whether that talks to the provider or to the built-in sandbox is a matter of its address.
 */
export interface CardProvider {
  /** True when real cards are charged. */
  readonly isLive: boolean
  readonly account: CardAccount
  readonly webhooks: CardWebhooks
  readonly checkouts: CardCheckouts
  readonly refunds: CardRefunds
  readonly disputes: CardDisputes
  readonly billing: CardBilling
}

export interface AccountFacts {
  /** Null when the key may not tell. */
  accountId: string | null
  /** Whether the provider lets the account charge real cards; null when the key may not tell. */
  canCharge: boolean | null
  /** What a restricted key may not do although payments need it. */
  lacks: readonly ('checkouts' | 'refunds')[]
}

export interface CardAccount {
  /** Whose key this is and what it may do, asked once. Nothing is left open once the signal is given. */
  check(signal: AbortSignal): Promise<AccountFacts>
}

/** All of it is sent as it is; the same question with the same reference gets the same session. */
export interface CheckoutRequest {
  /** Our own id of the checkout, found again in events and sessions. */
  reference: string
  amountCents: number
  /** Shown on the provider's page. */
  description: string
  email: string
  successUrl: string
  cancelUrl: string
  /** Seconds since 1970; the provider takes from half an hour to a day from now. */
  expiresAt: number
  metadata: Record<string, string>
}

export type CheckoutFacts =
  /** The client can still pay; `declined` is why the last try failed, in words for the client. */
  | { state: 'open'; reference: string | null; declined: string | null }
  /** The client is done, the money takes days. With a `problem` it waits for the owner of the account. */
  | { state: 'processing'; reference: string | null; problem?: AccountProblem }
  | { state: 'paid'; reference: string | null; paymentId: string; amountCents: number; paidAt: Date }
  /** Too late, or the payment failed in the end; with a `problem`, because of the account that was to be paid. */
  | { state: 'expired'; reference: string | null; declined: string | null; problem?: AccountProblem }
  /** The provider used a status that is not known here. Nothing follows from it: what is stored stays as it is. */
  | { state: 'unknown'; reference: string | null; unknownStatus: string }

export interface CardCheckouts {
  create(request: CheckoutRequest): Promise<{ sessionId: string; url: string | null }>
  read(sessionId: string): Promise<CheckoutFacts>
  /** Closes it if it is open; then, and when it was not, says how it stands. */
  expire(sessionId: string): Promise<CheckoutFacts>
}

export interface RefundFacts {
  providerRefundId: string
  /** Our own id of it; null when it was made elsewhere, such as in the provider's dashboard. */
  reference: string | null
  amountCents: number
  state: 'pending' | 'succeeded' | 'failed'
  /** A status that is not known here; the refund counts as pending, so that it is asked about again. */
  unknownStatus?: string
}

export interface CardRefunds {
  /** The same reference again gets the same refund. */
  create(request: { reference: string; paymentId: string; amountCents: number }): Promise<RefundFacts>
  /** All of them, however many. `sessionId` is the checkout that the payment was made on, where that is known. */
  list(paymentId: string, sessionId?: string | null): Promise<RefundFacts[]>
}

export interface DisputeFacts {
  providerDisputeId: string
  /** The provider's id of the payment. */
  paymentId: string
  /** Null when the bank took another currency than was paid: the whole payment is meant then. */
  amountCents: number | null
  /** The provider's word, such as `fraudulent`: an open set. */
  reason: string
  /** The provider's word for its state. */
  status: string
  /** Null for a status that is not known here: what is known of the dispute stays as it is. */
  state: 'inquiry' | 'open' | 'won' | 'lost' | null
  isClosed: boolean
  /** The owner can still send evidence, and has not. */
  needsResponse: boolean
  evidenceDueAt: Date | null
  openedAt: Date
  /** Where the owner sends it. */
  url: string
}

export interface CardDisputes {
  /** All of a payment. */
  list(paymentId: string): Promise<DisputeFacts[]>
  /** All of the account that were opened since then. */
  listSince(moment: Date): Promise<DisputeFacts[]>
}

/** What an event is about; its content is not believed but asked for. */
export type CardEventSubject =
  | { kind: 'checkout'; sessionId: string; reference: string | null }
  /** The customer is told by some of these events alone, and only a plan is paid by one. */
  | { kind: 'refund'; paymentId: string; customerId: string | null }
  | { kind: 'dispute'; paymentId: string; customerId: null }
  | { kind: 'subscription'; customerId: string }
  | { kind: 'other' }

export interface CardEvent {
  id: string
  type: string
  subject: CardEventSubject
}

export interface CardWebhooks {
  /**
   * Checks the signature over the bytes as they came, and its age. Throws `SignatureRefused` when the header, the secret
   * or a good signature is missing, or when it is older than five minutes.
   */
  read(body: Buffer, signature: string | undefined): CardEvent
}

export interface PriceWish {
  /** Ours, the same for ever: the provider finds the price by it, and prices that are not sold any more keep it. */
  lookupKey: string
  product: string
  cents: number
  interval: 'month' | 'year'
}

export interface SubscriptionFacts {
  subscriptionId: string
  itemId: string
  /** Of its price; null for a price that is not ours. */
  lookupKey: string | null
  status: 'trialing' | 'active' | 'past_due' | 'unpaid' | 'paused' | 'incomplete' | 'canceled' | 'unknown'
  /** The provider's word, when the status is unknown. */
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
  /** Null for no trial. A trial asks for no card and ends by itself without one. */
  trialDays: number | null
  successUrl: string
  cancelUrl: string
  expiresAt: number
  metadata: Record<string, string>
}

export interface PaymentsSum {
  /** Of charges that succeeded, less what was given back. */
  paidCents: number
  /** So many were in another currency than dollars, and are not in the sum. */
  leftOut: number
  /** A status that is not known here: the sum may be wrong and is not to be used. */
  unknownStatus?: string
}

export interface CardBilling {
  /**
   * Finds the one with this address that was made for the reference, and makes one where there is none. `insteadOf` is
   * one that cannot be used any more.
   */
  createCustomer(request: {
    reference: string
    name: string
    email: string
    insteadOf?: string | undefined
  }): Promise<string>
  startSubscription(request: SubscriptionRequest): Promise<{ sessionId: string; url: string | null }>
  /** Closes the checkout if it is open. With an unknown status it may have been completed. */
  endCheckout(sessionId: string): Promise<{ wasCompleted: boolean; unknownStatus?: string }>
  /** All that the customer ever had, newest first. */
  listSubscriptions(customerId: string): Promise<SubscriptionFacts[]>
  /** All that the customer ever paid. */
  sumPayments(customerId: string): Promise<PaymentsSum>
  cancelNow(subscriptionId: string): Promise<void>
  /** The provider's own page for card, plan and cancelling; with `change`, on the question whether to change to that. */
  openPortal(request: {
    customerId: string
    returnUrl: string
    change?: { subscriptionId: string; itemId: string; lookupKey: string } | undefined
  }): Promise<{ url: string }>
}

/** The provider was not reached, refused what was asked, or answered what makes no sense. Never a sign that money moved. */
export class CardProviderError extends Error {
  override readonly name = 'CardProviderError'
  readonly kind: 'unreachable' | 'refused' | 'declined' | 'nonsense'
  /** Refused because there is no such thing there: it belongs to another account, such as the sandbox's. */
  readonly isMissing: boolean
  /** Refused because the key is unknown there, or not valid any more. */
  readonly isWrongKey: boolean
  /** Refused because the key, or the account behind it, may not do this: its owner has to see to it there. */
  readonly isForbidden: boolean
  /** What the owner of the account has to see to at the provider. */
  readonly problem: AccountProblem | null
  /** Not even asked, because the saved key is damaged: it counts as refused until it is entered anew or mended. */
  readonly isUnreadable: boolean

  constructor(
    kind: CardProviderError['kind'],
    message: string,
    {
      isMissing = false,
      isWrongKey = false,
      isForbidden = false,
      isUnreadable = false,
      problem = null,
      ...options
    }: {
      isMissing?: boolean
      isWrongKey?: boolean
      isForbidden?: boolean
      isUnreadable?: boolean
      problem?: AccountProblem | null
      cause?: unknown
    } = {},
  ) {
    super(message, options)
    this.kind = kind
    this.isMissing = isMissing
    this.isWrongKey = isWrongKey
    this.isForbidden = isForbidden
    this.isUnreadable = isUnreadable
    this.problem = problem
  }
}

export class SignatureRefused extends Error {
  override readonly name = 'SignatureRefused'
}

/** The provider's objects, as far as they are used, as the API returns them. Private fields start with _. */
export interface SandboxObject<Type extends string = string> {
  id: string
  object: Type
  /** Seconds since 1970. */
  created: number
}

export interface TestObject<Type extends string> extends SandboxObject<Type> {
  livemode: false
}

type Metadata = Record<string, string>

export interface Customer extends TestObject<'customer'> {
  name: string | null
  email: string | null
  metadata: Metadata
  invoice_settings: { default_payment_method: string | null }
  /** How many seconds this customer's clock is ahead, to simulate the end of a period. */
  _clock: number
}

/** What remains of a deleted customer. */
export interface DeletedCustomer {
  id: string
  object: 'customer'
  deleted: true
}

export interface Product extends TestObject<'product'> {
  active: boolean
  name: string
  metadata: Metadata
}

export interface Price extends TestObject<'price'> {
  active: boolean
  currency: string
  unit_amount: number
  type: 'one_time' | 'recurring'
  product: string
  lookup_key: string | null
  recurring: { interval: 'month' | 'year'; interval_count: number } | null
  metadata: Metadata
}

/** The stored data of a card, never its number. */
export interface PaymentMethod extends TestObject<'payment_method'> {
  type: 'card'
  customer: string | null
  card: { brand: string; last4: string; exp_month: number; exp_year: number }
  /** What happens when the card is charged. Two of them differ once the card is saved and its holder is away. */
  _outcome:
    | 'succeeds'
    | 'disputed'
    | 'generic_decline'
    | 'insufficient_funds'
    | 'asks'
    | 'always_asks'
    | 'declines_later'
  /** It was removed from its customer. */
  _isDetached?: boolean
}

export interface PaymentIntent extends TestObject<'payment_intent'> {
  amount: number
  amount_received: number
  currency: string
  status:
    | 'requires_payment_method'
    | 'requires_confirmation'
    | 'requires_action'
    | 'processing'
    | 'succeeded'
    | 'canceled'
  customer: string | null
  description: string | null
  receipt_email: string | null
  payment_method: string | null
  setup_future_usage: 'on_session' | 'off_session' | null
  latest_charge: string | null
  last_payment_error: { type: 'card_error'; code: string; decline_code?: string; message: string } | null
  metadata: Metadata
}

export interface Charge extends TestObject<'charge'> {
  amount: number
  amount_captured: number
  amount_refunded: number
  captured: boolean
  currency: string
  disputed: boolean
  paid: boolean
  refunded: boolean
  status: 'succeeded' | 'failed'
  customer: string | null
  payment_intent: string
  payment_method: string
}

export interface Refund extends SandboxObject<'refund'> {
  amount: number
  currency: string
  charge: string
  payment_intent: string
  reason: string | null
  status: 'pending' | 'succeeded' | 'failed'
  metadata: Metadata
}

/** A client disputes a payment, and the bank withdraws the money until it has decided. */
export interface Dispute extends TestObject<'dispute'> {
  amount: number
  currency: string
  charge: string
  payment_intent: string
  reason: string
  status: 'needs_response' | 'under_review' | 'won' | 'lost'
  is_charge_refundable: boolean
  evidence: { uncategorized_text: string | null }
  evidence_details: { due_by: number; has_evidence: boolean; past_due: boolean; submission_count: number }
  metadata: Metadata
}

/** A change of the balance of the account. */
export interface BalanceTransaction extends SandboxObject<'balance_transaction'> {
  type: 'charge' | 'refund' | 'adjustment' | 'payout'
  reporting_category: 'charge' | 'refund' | 'dispute' | 'dispute_reversal' | 'payout'
  amount: number
  fee: number
  net: number
  currency: string
  source: string
  description: string | null
  available_on: number
  status: 'pending' | 'available'
  exchange_rate: null
  /** The business whose payment it is. What belongs to different businesses is paid out separately. */
  _business: string
}

export interface Payout extends TestObject<'payout'> {
  amount: number
  currency: string
  status: 'paid'
  arrival_date: number
  automatic: true
  balance_transaction: string
  description: string
  method: 'standard'
  type: 'bank_account'
  metadata: Metadata
}

export interface CheckoutSession extends TestObject<'checkout.session'> {
  mode: 'payment' | 'subscription'
  status: 'open' | 'complete' | 'expired'
  payment_status: 'unpaid' | 'paid' | 'no_payment_required'
  url: string | null
  success_url: string
  cancel_url: string | null
  expires_at: number
  amount_subtotal: number
  amount_total: number
  currency: string
  customer: string | null
  customer_email: string | null
  client_reference_id: string | null
  payment_intent: string | null
  subscription: string | null
  payment_method_collection: 'always' | 'if_required'
  metadata: Metadata
  _lines: { description: string; amount: number; quantity: number; price: string | null }[]
  customer_creation: 'always' | 'if_required' | null
  _payment: {
    description: string | null
    metadata: Metadata
    setupFutureUsage: PaymentIntent['setup_future_usage']
  }
  _subscription: {
    trial_period_days: number | null
    missing_payment_method: 'cancel' | 'create_invoice' | 'pause'
    metadata: Metadata
  }
  /** The card that its holder is asked to confirm. */
  _asked: string | null
}

export interface Subscription extends TestObject<'subscription'> {
  customer: string
  status: 'trialing' | 'active' | 'past_due' | 'unpaid' | 'paused' | 'incomplete' | 'canceled'
  cancel_at_period_end: boolean
  cancel_at: number | null
  canceled_at: number | null
  ended_at: number | null
  start_date: number
  /** Every period ends on this day of the month, at this time. */
  billing_cycle_anchor: number
  trial_start: number | null
  trial_end: number | null
  trial_settings: { end_behavior: { missing_payment_method: 'cancel' | 'create_invoice' | 'pause' } }
  default_payment_method: string | null
  latest_invoice: string | null
  currency: string
  items: {
    object: 'list'
    data: {
      id: string
      object: 'subscription_item'
      created: number
      subscription: string
      quantity: number
      current_period_start: number
      current_period_end: number
      price: Price
      metadata: Metadata
    }[]
    has_more: false
    url: string
  }
  metadata: Metadata
  /** How often the current charge has failed. */
  _failures: number
  /** Credit in cents from a change to a cheaper plan. It lowers the next charges. */
  _credit: number
}

/** The provider's invoice for a period of a subscription; not an invoice of the product. */
export interface SubscriptionInvoice extends TestObject<'invoice'> {
  customer: string
  currency: string
  amount_due: number
  amount_paid: number
  status: 'open' | 'paid' | 'void'
  billing_reason: 'subscription_create' | 'subscription_cycle' | 'subscription_update'
  period_start: number
  period_end: number
  parent: { type: 'subscription_details'; subscription_details: { subscription: string; metadata: Metadata } }
  metadata: Metadata
}

/** What customers may do in the portal. The caller's other fields are kept but not used. */
export type PortalFeatures = Record<
  string,
  { enabled?: boolean; trial_update_behavior?: string; products?: { prices?: string[] }[] }
>

export interface PortalConfiguration extends TestObject<'billing_portal.configuration'> {
  active: boolean
  is_default: boolean
  features: PortalFeatures
  metadata: Metadata
}

export interface PortalSession extends TestObject<'billing_portal.session'> {
  customer: string
  configuration: string
  return_url: string
  url: string
  flow: {
    type: 'subscription_update_confirm'
    subscription: string
    item: string
    price: string
    return_url: string
  } | null
}

export interface ProviderEvent extends TestObject<'event'> {
  api_version: string
  type: string
  data: { object: object; previous_attributes?: object }
  pending_webhooks: number
  request: { id: string | null; idempotency_key: string | null }
}

export interface SandboxObjects {
  customer: Customer
  deleted_customer: DeletedCustomer
  product: Product
  price: Price
  payment_method: PaymentMethod
  payment_intent: PaymentIntent
  charge: Charge
  refund: Refund
  dispute: Dispute
  balance_transaction: BalanceTransaction
  payout: Payout
  'checkout.session': CheckoutSession
  subscription: Subscription
  invoice: SubscriptionInvoice
  'billing_portal.configuration': PortalConfiguration
  'billing_portal.session': PortalSession
  event: ProviderEvent
}

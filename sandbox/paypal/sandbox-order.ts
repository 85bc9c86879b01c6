import { moneyOf } from '../../src/platform/paypal/paypal-money.ts'
import { type Currency, defaultCurrency } from '../../src/shared/currencies.ts'
import { type PaypalSandbox, pagesPath } from './paypal-sandbox.ts'

/** The payer's choices on the page. */
export const fundings = [
  'balance',
  'refused-card',
  'bank',
  'held',
  'held-denied',
  'over-limit',
  'restricted',
] as const
export type Funding = (typeof fundings)[number]

interface SandboxRefund {
  id: string
  minor: number
  customId: string | null
  invoiceId: string | null
  createdAt: string
}

/** An order as it is stored; times are ISO strings. */
export interface SandboxOrder {
  id: string
  /** Orders that an earlier version stored have none. */
  merchant?: string
  unit: {
    referenceId: string
    customId: string | null
    invoiceId: string | null
    description: string
    /** Orders that an earlier version stored have none. They are in USD. */
    currency?: Currency
    minor: number
  }
  returnUrl: string
  cancelUrl: string
  createdAt: string
  /** The time of the last approval or of the payment. */
  updatedAt: string
  funding: Funding | null
  /** Whether the last payment method was declined. */
  isDeclined: boolean
  payment: { id: string; createdAt: string } | null
  refunds: SandboxRefund[]
}

const hour = 3_600_000
/** The time to approve an order after its creation, and again to capture it after the approval. */
const stepTimeoutMs = 3 * hour
/** How long a bank payment is pending, and how long the business takes to accept or deny a held payment. */
const pendingMs: Partial<Record<Funding, number>> = { bank: 60_000, held: 120_000, 'held-denied': 120_000 }

export function currencyOf({ unit }: Pick<SandboxOrder, 'unit'>): Currency {
  return unit.currency ?? defaultCurrency
}

export function checkoutPath({ id }: SandboxOrder): string {
  return `${pagesPath}/checkoutnow?token=${id}`
}

export function isTooLate(order: SandboxOrder, now: Date): boolean {
  const since = order.funding ? order.updatedAt : order.createdAt
  return !order.payment && now.getTime() - Date.parse(since) > stepTimeoutMs
}

export function isPending({ payment, funding }: SandboxOrder, now: Date): boolean {
  const duration = (funding && pendingMs[funding]) ?? 0
  return payment !== null && now.getTime() - Date.parse(payment.createdAt) < duration
}

/** When the payment reached the balance, in milliseconds; null while it is pending, or if it was denied. */
export function clearedAt(order: SandboxOrder, now: Date): number | null {
  const { payment, funding } = order
  if (!payment || funding === 'held-denied' || isPending(order, now)) return null
  return Date.parse(payment.createdAt) + ((funding && pendingMs[funding]) ?? 0)
}

export function refundedMinor({ refunds }: SandboxOrder): number {
  return refunds.reduce((sum, { minor }) => sum + minor, 0)
}

/** The order in PayPal's format. */
export function showOrder(sandbox: PaypalSandbox, order: SandboxOrder): object {
  const { id, unit, payment } = order
  const status = payment ? 'COMPLETED' : order.funding ? 'APPROVED' : 'PAYER_ACTION_REQUIRED'
  const payments = {
    captures: [showCapture(sandbox, order)],
    ...(order.refunds.length > 0
      ? { refunds: order.refunds.map((refund) => showRefund(sandbox, order, refund)) }
      : {}),
  }
  const payerAction = { rel: 'payer-action', method: 'GET', href: sandbox.appUrl + checkoutPath(order) }
  return {
    id,
    intent: 'CAPTURE',
    status,
    create_time: order.createdAt,
    update_time: order.updatedAt,
    payment_source: { paypal: {} },
    purchase_units: [
      {
        reference_id: unit.referenceId,
        ...idsOf(unit),
        description: unit.description,
        amount: moneyOf({ minor: unit.minor, currency: currencyOf(order) }),
        ...(payment ? { payments } : {}),
      },
    ],
    links: [
      { rel: 'self', method: 'GET', href: `${sandbox.appUrl}/v2/checkout/orders/${id}` },
      ...(payment ? [] : [payerAction]),
    ],
  }
}

export function showCapture(sandbox: PaypalSandbox, order: SandboxOrder): object {
  const { id, unit, payment } = order
  const refunded = refundedMinor(order)
  const refundStatus =
    refunded === 0 ? 'COMPLETED' : refunded < unit.minor ? 'PARTIALLY_REFUNDED' : 'REFUNDED'
  const isHeld = order.funding === 'held' || order.funding === 'held-denied'
  const reason = isHeld ? 'RECEIVING_PREFERENCE_MANDATES_MANUAL_ACTION' : 'ECHECK'
  const pending = { status: 'PENDING', status_details: { reason } }
  const status = order.funding === 'held-denied' ? 'DECLINED' : refundStatus
  return {
    id: payment?.id,
    ...(isPending(order, sandbox.now()) ? pending : { status }),
    amount: moneyOf({ minor: unit.minor, currency: currencyOf(order) }),
    final_capture: true,
    ...idsOf(unit),
    create_time: payment?.createdAt,
    update_time: order.updatedAt,
    // PayPal includes this only for some payments; the link to the order is always there.
    ...(order.funding === 'balance' ? { supplementary_data: { related_ids: { order_id: id } } } : {}),
    links: linksOf(sandbox, `payments/captures/${payment?.id}`, `checkout/orders/${id}`),
  }
}

function linksOf({ appUrl }: PaypalSandbox, self: string, up: string): object[] {
  return [
    { rel: 'self', method: 'GET', href: `${appUrl}/v2/${self}` },
    { rel: 'up', method: 'GET', href: `${appUrl}/v2/${up}` },
  ]
}

export function showRefund(
  sandbox: PaypalSandbox,
  order: Pick<SandboxOrder, 'payment' | 'unit'>,
  refund: SandboxRefund,
): object {
  return {
    id: refund.id,
    status: 'COMPLETED',
    amount: moneyOf({ minor: refund.minor, currency: currencyOf(order) }),
    ...idsOf(refund),
    create_time: refund.createdAt,
    update_time: refund.createdAt,
    links: linksOf(sandbox, `payments/refunds/${refund.id}`, `payments/captures/${order.payment?.id}`),
  }
}

function idsOf({ customId, invoiceId }: { customId: string | null; invoiceId: string | null }): object {
  return {
    ...(customId === null ? {} : { custom_id: customId }),
    ...(invoiceId === null ? {} : { invoice_id: invoiceId }),
  }
}

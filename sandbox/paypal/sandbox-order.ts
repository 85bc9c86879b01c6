import { moneyOf } from '../../src/platform/paypal/paypal-money.ts'
import { type PaypalSandbox, pagesPath } from './paypal-sandbox.ts'

/** What the payer chose on the page. */
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
  cents: number
  customId: string | null
  invoiceId: string | null
  createdAt: string
}

/** As it is kept; moments are ISO texts. */
export interface SandboxOrder {
  id: string
  unit: {
    referenceId: string
    customId: string | null
    invoiceId: string | null
    description: string
    cents: number
  }
  returnUrl: string
  cancelUrl: string
  createdAt: string
  /** Changes with every approval, and with the payment. */
  updatedAt: string
  funding: Funding | null
  /** The last way to pay was refused. */
  isDeclined: boolean
  payment: { id: string; createdAt: string } | null
  refunds: SandboxRefund[]
}

const hour = 3_600_000
/** To approve it, counted from its beginning; and then again to capture it, counted from the approval. */
const patience = 3 * hour
/** How long money from a bank is on its way, and how long the business takes to accept or deny what is held. */
const pendingFor: Partial<Record<Funding, number>> = { bank: 60_000, held: 120_000, 'held-denied': 120_000 }

export function checkoutUrl({ appUrl }: PaypalSandbox, id: string): string {
  return `${appUrl}${pagesPath}/checkoutnow?token=${id}`
}

export function isTooLate(order: SandboxOrder, now: Date): boolean {
  const since = order.funding ? order.updatedAt : order.createdAt
  return !order.payment && now.getTime() - Date.parse(since) > patience
}

export function isPending({ payment, funding }: SandboxOrder, now: Date): boolean {
  const takes = (funding && pendingFor[funding]) ?? 0
  return payment !== null && now.getTime() - Date.parse(payment.createdAt) < takes
}

export function refundedCents({ refunds }: SandboxOrder): number {
  return refunds.reduce((sum, { cents }) => sum + cents, 0)
}

/** The order in PayPal's words. */
export function showOrder(sandbox: PaypalSandbox, order: SandboxOrder): object {
  const { id, unit, payment } = order
  const status = payment ? 'COMPLETED' : order.funding ? 'APPROVED' : 'PAYER_ACTION_REQUIRED'
  const payments = {
    captures: [showCapture(sandbox, order)],
    ...(order.refunds.length > 0
      ? { refunds: order.refunds.map((refund) => showRefund(sandbox, order, refund)) }
      : {}),
  }
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
        ...namesOf(unit),
        description: unit.description,
        amount: moneyOf(unit.cents),
        ...(payment ? { payments } : {}),
      },
    ],
    links: [
      { rel: 'self', method: 'GET', href: `${sandbox.appUrl}/v2/checkout/orders/${id}` },
      ...(payment ? [] : [{ rel: 'payer-action', method: 'GET', href: checkoutUrl(sandbox, id) }]),
    ],
  }
}

export function showCapture(sandbox: PaypalSandbox, order: SandboxOrder): object {
  const { id, unit, payment } = order
  const refunded = refundedCents(order)
  const taken = refunded === 0 ? 'COMPLETED' : refunded < unit.cents ? 'PARTIALLY_REFUNDED' : 'REFUNDED'
  const isHeld = order.funding === 'held' || order.funding === 'held-denied'
  const reason = isHeld ? 'RECEIVING_PREFERENCE_MANDATES_MANUAL_ACTION' : 'ECHECK'
  const pending = { status: 'PENDING', status_details: { reason } }
  const status = order.funding === 'held-denied' ? 'DECLINED' : taken
  return {
    id: payment?.id,
    ...(isPending(order, sandbox.now()) ? pending : { status }),
    amount: moneyOf(unit.cents),
    final_capture: true,
    ...namesOf(unit),
    create_time: payment?.createdAt,
    update_time: order.updatedAt,
    // PayPal gives this with some payments only; the link to the order is always there.
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
  { payment }: Pick<SandboxOrder, 'payment'>,
  refund: SandboxRefund,
): object {
  return {
    id: refund.id,
    status: 'COMPLETED',
    amount: moneyOf(refund.cents),
    ...namesOf(refund),
    create_time: refund.createdAt,
    update_time: refund.createdAt,
    links: linksOf(sandbox, `payments/refunds/${refund.id}`, `payments/captures/${payment?.id}`),
  }
}

function namesOf({ customId, invoiceId }: { customId: string | null; invoiceId: string | null }): object {
  return {
    ...(customId === null ? {} : { custom_id: customId }),
    ...(invoiceId === null ? {} : { invoice_id: invoiceId }),
  }
}

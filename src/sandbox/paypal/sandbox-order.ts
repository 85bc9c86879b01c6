import { moneyOf } from '../../platform/paypal/paypal-money.ts'
import { pagesPath } from './paypal-sandbox.ts'
import type { PaypalSandbox } from './paypal-sandbox.ts'

/** What the payer chose on the page. */
export const fundings = ['balance', 'refused-card', 'bank'] as const
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
/** How long money from a bank is on its way. */
const bankTakes = 60_000

export function checkoutUrl({ appUrl }: PaypalSandbox, id: string): string {
  return `${appUrl}${pagesPath}/checkoutnow?token=${id}`
}

export function isTooLate(order: SandboxOrder, now: Date): boolean {
  const since = order.funding ? order.updatedAt : order.createdAt
  return !order.payment && now.getTime() - Date.parse(since) > patience
}

export function isPending({ payment, funding }: SandboxOrder, now: Date): boolean {
  return payment !== null && funding === 'bank' && now.getTime() - Date.parse(payment.createdAt) < bankTakes
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
    ...(order.refunds.length > 0 ? { refunds: order.refunds.map(showRefund) } : {}),
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
  const pending = { status: 'PENDING', status_details: { reason: 'ECHECK' } }
  return {
    id: payment?.id,
    ...(isPending(order, sandbox.now()) ? pending : { status: taken }),
    amount: moneyOf(unit.cents),
    final_capture: true,
    ...namesOf(unit),
    create_time: payment?.createdAt,
    update_time: order.updatedAt,
    supplementary_data: { related_ids: { order_id: id } },
  }
}

export function showRefund(refund: SandboxRefund): object {
  return {
    id: refund.id,
    status: 'COMPLETED',
    amount: moneyOf(refund.cents),
    ...namesOf(refund),
    create_time: refund.createdAt,
    update_time: refund.createdAt,
  }
}

function namesOf({ customId, invoiceId }: { customId: string | null; invoiceId: string | null }): object {
  return {
    ...(customId === null ? {} : { custom_id: customId }),
    ...(invoiceId === null ? {} : { invoice_id: invoiceId }),
  }
}

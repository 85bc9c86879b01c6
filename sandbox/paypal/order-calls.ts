import { z } from 'zod'
import { deleteOld, getOrder, insertOrder, saveOrder } from './order-store.ts'
import { type SandboxCall, newId } from './paypal-sandbox.ts'
import { amount, name, readBody, toMoney } from './read-body.ts'
import {
  type Funding,
  type SandboxOrder,
  currencyOf,
  isPending,
  isTooLate,
  refundedMinor,
  showCapture,
  showOrder,
  showRefund,
} from './sandbox-order.ts'
import { unprocessable } from './sandbox-refusal.ts'

const pageUrl = z.url({ protocol: /^https?$/ }).max(4000)

const orderSchema = z.strictObject({
  intent: z.literal('CAPTURE'),
  purchase_units: z.tuple([
    z.strictObject({
      reference_id: z.string().min(1).max(256).default('default'),
      custom_id: name.optional(),
      invoice_id: name.optional(),
      description: name.default('Payment'),
      amount,
    }),
  ]),
  payment_source: z.strictObject({
    paypal: z.strictObject({
      experience_context: z.strictObject({
        return_url: pageUrl,
        cancel_url: pageUrl,
        user_action: z.enum(['CONTINUE', 'PAY_NOW']).optional(),
        shipping_preference: z.enum(['GET_FROM_FILE', 'NO_SHIPPING', 'SET_PROVIDED_ADDRESS']).optional(),
      }),
    }),
  }),
})

export async function createOrder({ sandbox, tx, account, merchant, body }: SandboxCall): Promise<object> {
  const request = readBody(orderSchema, body)
  const [unit] = request.purchase_units
  const { return_url: returnUrl, cancel_url: cancelUrl } = request.payment_source.paypal.experience_context
  const createdAt = sandbox.now().toISOString()
  const order: SandboxOrder = {
    id: newId(),
    merchant,
    unit: {
      referenceId: unit.reference_id,
      customId: unit.custom_id ?? null,
      invoiceId: unit.invoice_id ?? null,
      description: unit.description,
      ...toMoney(unit.amount),
    },
    returnUrl,
    cancelUrl,
    createdAt,
    updatedAt: createdAt,
    funding: null,
    isDeclined: false,
    payment: null,
    refunds: [],
  }
  await deleteOld(tx, sandbox.now())
  await insertOrder(tx, account, order)
  return showOrder(sandbox, order)
}

export async function readOrder({ sandbox, tx, account, id }: SandboxCall): Promise<object> {
  return showOrder(sandbox, await getOrder(tx, id, { account }))
}

/** Refusals because of the business's account, as the payer chose on the page. */
const refusals: Partial<Record<Funding, [issue: string, description: string]>> = {
  'over-limit': [
    'TRANSACTION_RECEIVING_LIMIT_EXCEEDED',
    'The transaction exceeds the receiver’s receiving limit.',
  ],
  restricted: ['PAYEE_ACCOUNT_RESTRICTED', 'Payee account is restricted.'],
}

/** Captures the money. After a declined payment method, the payer can choose another. */
export async function captureOrder({ sandbox, tx, account, id, body }: SandboxCall): Promise<object> {
  readBody(z.strictObject({}), body)
  const order = await getOrder(tx, id, { account, lock: true })
  if (order.payment) {
    throw unprocessable(
      'ORDER_ALREADY_CAPTURED',
      'Order already captured. If ‘intent=CAPTURE’ only one capture per order is allowed.',
    )
  }
  if (isTooLate(order, sandbox.now())) {
    throw unprocessable(
      'ORDER_EXPIRED',
      'Order is expired and hence cannot be captured. Please create a new order.',
    )
  }
  if (!order.funding)
    throw unprocessable('ORDER_NOT_APPROVED', 'Payer has not yet approved the Order for payment.')
  if (order.funding === 'refused-card') {
    if (!order.isDeclined) await saveOrder(tx, { ...order, isDeclined: true })
    throw unprocessable(
      'INSTRUMENT_DECLINED',
      'The instrument presented was either declined by the processor or bank, or it can’t be used for this payment.',
    )
  }
  const refusal = refusals[order.funding]
  if (refusal) throw unprocessable(...refusal)
  const at = sandbox.now().toISOString()
  const paid: SandboxOrder = { ...order, payment: { id: newId(), createdAt: at }, updatedAt: at }
  await saveOrder(tx, paid)
  return showOrder(sandbox, paid)
}

const refundSchema = z.strictObject({
  amount: amount.optional(),
  custom_id: name.optional(),
  invoice_id: name.optional(),
  note_to_payer: z.string().max(255).optional(),
})

export async function readCapture({ sandbox, tx, account, id }: SandboxCall): Promise<object> {
  return showCapture(sandbox, await getOrder(tx, id, { account, by: 'capture_id' }))
}

export async function refundCapture({ sandbox, tx, account, id, body }: SandboxCall): Promise<object> {
  const request = readBody(refundSchema, body)
  const order = await getOrder(tx, id, { account, by: 'capture_id', lock: true })
  if (isPending(order, sandbox.now()) || order.funding === 'held-denied') {
    throw unprocessable('REFUND_NOT_ALLOWED', 'A payment that is pending or declined cannot be refunded.')
  }
  const left = order.unit.minor - refundedMinor(order)
  if (left === 0)
    throw unprocessable('CAPTURE_FULLY_REFUNDED', 'The capture has already been fully refunded.')
  const refunded = request.amount && toMoney(request.amount)
  if (refunded && refunded.currency !== currencyOf(order)) {
    throw unprocessable(
      'REFUND_CAPTURE_CURRENCY_MISMATCH',
      'Refund must be in the same currency as the capture.',
    )
  }
  const minor = refunded?.minor ?? left
  if (minor > left) {
    throw unprocessable(
      'REFUND_AMOUNT_EXCEEDED',
      'The refund amount must be less than or equal to the capture amount that has not yet been refunded.',
    )
  }
  const refund = {
    id: newId(),
    minor,
    // Without its own ids, a refund takes those of its payment.
    customId: request.custom_id ?? order.unit.customId,
    invoiceId: request.invoice_id ?? order.unit.invoiceId,
    createdAt: sandbox.now().toISOString(),
  }
  await saveOrder(tx, { ...order, refunds: [...order.refunds, refund], updatedAt: refund.createdAt })
  return showRefund(sandbox, order, refund)
}

import { z } from 'zod'
import { getOrderOfCapture, saveOrder } from './order-store.ts'
import { type SandboxCall, newId } from './paypal-sandbox.ts'
import { amount, name, readBody } from './read-body.ts'
import { isPending, refundedCents, showCapture, showRefund } from './sandbox-order.ts'
import { unprocessable } from './sandbox-refusal.ts'

const refundSchema = z.strictObject({
  amount: amount.optional(),
  custom_id: name.optional(),
  invoice_id: name.optional(),
  note_to_payer: z.string().max(255).optional(),
})

export async function readCapture({ sandbox, tx, account, id }: SandboxCall): Promise<object> {
  return showCapture(sandbox, await getOrderOfCapture(tx, id, { account }))
}

export async function refundCapture({ sandbox, tx, account, id, body }: SandboxCall): Promise<object> {
  const request = readBody(refundSchema, body)
  const order = await getOrderOfCapture(tx, id, { account, lock: true })
  if (isPending(order, sandbox.now()) || order.funding === 'held-denied') {
    throw unprocessable('REFUND_NOT_ALLOWED', 'A payment that is pending or declined cannot be refunded.')
  }
  const left = order.unit.cents - refundedCents(order)
  if (left === 0)
    throw unprocessable('CAPTURE_FULLY_REFUNDED', 'The capture has already been fully refunded.')
  const cents = request.amount ?? left
  if (cents > left) {
    throw unprocessable(
      'REFUND_AMOUNT_EXCEEDED',
      'The refund amount must be less than or equal to the capture amount that has not yet been refunded.',
    )
  }
  const refund = {
    id: newId(),
    cents,
    // Without its own ids, a refund takes those of its payment.
    customId: request.custom_id ?? order.unit.customId,
    invoiceId: request.invoice_id ?? order.unit.invoiceId,
    createdAt: sandbox.now().toISOString(),
  }
  await saveOrder(tx, { ...order, refunds: [...order.refunds, refund], updatedAt: refund.createdAt })
  return showRefund(sandbox, order, refund)
}

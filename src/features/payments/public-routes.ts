import type { Api } from '../../platform/http/api.ts'
import { countUse } from '../../platform/limits/limit.ts'
import { authorizePublicInvoice } from '../invoices/public/enter-public-invoice.ts'
import { confirmPayment } from './checkout/confirm-payment.ts'
import { payDemo } from './checkout/pay-demo.ts'
import { paymentOptions } from './checkout/payment-options.ts'
import { receiveEvent } from './checkout/receive-event.ts'
import { receiveOwnEvent } from './checkout/receive-own-event.ts'
import { startCheckout } from './checkout/start-checkout.ts'
import * as contract from './contract.ts'
import { sendReceiptAgain } from './ledger/receipts.ts'
import type { PaymentDeps } from './payment-deps.ts'
import { checkoutLimits, confirmLimits, demoLimits } from './payment-limits.ts'

/** Routes for clients with the link to an invoice, and for the card provider. */
export function registerPublicPaymentRoutes(api: Api, deps: PaymentDeps): void {
  const { database } = deps

  api.register(contract.getPaymentOptions, async (call) => {
    const { id } = call.params
    return paymentOptions(deps, await authorizePublicInvoice(database, call, id), id)
  })

  api.register(contract.startCheckout, async (call) => {
    const { id } = call.params
    const businessId = await authorizePublicInvoice(database, call, id)
    await countUse(database, checkoutLimits(call.ip, id))
    return startCheckout(deps, { businessId, invoiceId: id, method: call.body.method })
  })

  api.register(contract.confirmPayment, async (call) => {
    const { id } = call.params
    const businessId = await authorizePublicInvoice(database, call, id)
    await countUse(database, confirmLimits(call.ip, id))
    return confirmPayment(deps, { businessId, invoiceId: id, sessionId: call.body.sessionId })
  })

  api.register(contract.payDemo, async (call) => {
    const { id } = call.params
    const businessId = await authorizePublicInvoice(database, call, id)
    await countUse(database, demoLimits(id))
    await payDemo(deps, id, businessId)
  })

  api.register(contract.sendReceipt, async (call) => {
    const { id } = call.params
    const businessId = await authorizePublicInvoice(database, call, id)
    return sendReceiptAgain(deps, { ip: call.ip, businessId }, id)
  })

  api.register(contract.receiveStripeEvent, async ({ file, context, log }) => {
    await receiveEvent(deps, { body: file, signature: context.req.header('stripe-signature'), log })
    return { received: true as const }
  })

  api.register(contract.receiveOwnStripeEvent, async ({ params, file, context, log }) => {
    const signature = context.req.header('stripe-signature')
    await receiveOwnEvent(deps, params.webhookId, { body: file, signature, log })
    return { received: true as const }
  })
}

import type { Api } from '../../platform/http/api.ts'
import { countUse } from '../../platform/limits/limit.ts'
import { authorizePublicInvoice, visitorLimits } from '../invoices/public/public-invoice.ts'
import { confirmPayment } from './checkout/confirm-payment.ts'
import { payDemo } from './checkout/pay-demo.ts'
import { paymentOptions } from './checkout/payment-options.ts'
import { receiveEvent, receiveOwnEvent } from './checkout/receive-events.ts'
import { startCheckout } from './checkout/start-checkout.ts'
import * as contract from './contract.ts'
import { sendReceiptAgain } from './ledger/receipts.ts'
import type { PaymentDeps } from './payment-deps.ts'
import { consentText } from './saved-cards/saved-card-rules.ts'
import { stopAutopay } from './saved-cards/stop-autopay.ts'

/** Routes for clients with the link to an invoice, and for the card provider. */
export function registerPublicPaymentRoutes(api: Api, deps: PaymentDeps): void {
  const { database } = deps

  api.register(contract.getPaymentOptions, async (call) =>
    paymentOptions(deps, await authorizePublicInvoice(database, call)),
  )

  api.register(contract.startCheckout, async (call) => {
    const key = await authorizePublicInvoice(database, call)
    // Each request asks the provider for a new page or for the state of the last one.
    await countUse(
      database,
      visitorLimits('checkout', { ...key, ip: call.ip }, { perNetwork: 60, perInvoice: 30 }),
    )
    const { savesCard = false, ...body } = call.body
    const consent = savesCard ? { text: consentText, ip: call.ip } : null
    return startCheckout(deps, { ...key, ...body, consent })
  })

  api.register(contract.stopAutopay, async (call) => {
    const key = await authorizePublicInvoice(database, call)
    const maximum = { perNetwork: 30, perInvoice: 10 }
    await countUse(database, visitorLimits('stop-autopay', { ...key, ip: call.ip }, maximum))
    await stopAutopay(deps, key)
  })

  api.register(contract.confirmPayment, async (call) => {
    const key = await authorizePublicInvoice(database, call)
    // The return page polls while a payment is processing.
    const maximum = { perNetwork: 120, perInvoice: 240, windowSeconds: 600 }
    await countUse(database, visitorLimits('confirm-payment', { ...key, ip: call.ip }, maximum))
    return confirmPayment(deps, { ...key, sessionId: call.body.sessionId })
  })

  api.register(contract.payDemo, async (call) => {
    const key = await authorizePublicInvoice(database, call)
    const limit = { key: `demo-payment:invoice:${key.invoiceId}`, max: 20, windowSeconds: 3600 }
    await countUse(database, [limit])
    await payDemo(deps, { ...key, whole: call.query.whole === 'true' })
  })

  api.register(contract.sendReceipt, async (call) =>
    sendReceiptAgain(deps, call.ip, await authorizePublicInvoice(database, call)),
  )

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

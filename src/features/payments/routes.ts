import type { Api } from '../../platform/http/api.ts'
import * as contract from './contract.ts'
import { setStillOwed, undoPayment } from './ledger/correct-ledger.ts'
import { listPayments } from './ledger/list-payments.ts'
import { emailPaymentReceipt, getPaymentReceipt } from './ledger/payment-receipts.ts'
import { recordPayment } from './ledger/record-payment.ts'
import { readTestPayments, removeTestPayments } from './ledger/test-payments.ts'
import type { PaymentDeps } from './payment-deps.ts'
import { refundPayment } from './refunds/refund-payment.ts'

export function registerPaymentRoutes(api: Api, deps: PaymentDeps): void {
  api.register(contract.listPayments, ({ identity, params }) => listPayments(deps, identity, params.id))
  api.register(contract.recordPayment, ({ identity, params, body, log }) =>
    recordPayment({ ...deps, log }, identity, params.id, body),
  )
  api.register(contract.undoPayment, ({ identity, params }) => undoPayment(deps, identity, params))
  api.register(contract.getPaymentReceipt, ({ identity, params }) =>
    getPaymentReceipt(deps, identity, params),
  )
  api.register(contract.emailPaymentReceipt, ({ identity, params }) =>
    emailPaymentReceipt(deps, identity, params),
  )
  api.register(contract.refundPayment, ({ identity, params, body, log }) =>
    refundPayment({ ...deps, log }, identity, params, body),
  )
  api.register(contract.getTestPayments, ({ identity }) => readTestPayments(deps, identity))
  api.register(contract.removeTestPayments, ({ identity }) => removeTestPayments(deps, identity))
  api.register(contract.setRefundOwed, ({ identity, params: { id: invoiceId, refundId: id }, body }) =>
    setStillOwed(deps, identity, { kind: 'refund', invoiceId, id, ...body }),
  )
  api.register(contract.setDisputeOwed, ({ identity, params: { id: invoiceId, disputeId: id }, body }) =>
    setStillOwed(deps, identity, { kind: 'dispute', invoiceId, id, ...body }),
  )
}

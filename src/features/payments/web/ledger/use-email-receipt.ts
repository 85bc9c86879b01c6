import { call } from '../../../../web/api-client.ts'
import { useSendEmail } from '../../../invoices/web/actions/use-send-email.ts'
import { emailPaymentReceipt } from '../../contract.ts'

export function useEmailReceipt(invoiceId: string, paymentId: string) {
  return useSendEmail('receipt', () => call(emailPaymentReceipt, { params: { id: invoiceId, paymentId } }), {
    waiting: 'Receipt Waiting',
    sent: 'Receipt Sent',
    failed: 'Receipt Not Sent',
    fallback: 'Please try again.',
  })
}

import type { QueryClient } from '@tanstack/react-query'
import { ApiError, messageOf } from '../../../../web/api-client.ts'
import { showToast } from '../../../../web/ui/toast.ts'
import { refreshPayment } from './payment-api.ts'

/** Refusals that are not failures: the invoice has changed since the page loaded. */
const invoiceChanges: Partial<Record<ApiError['code'], { title: string; description?: string }>> = {
  INVOICE_PAID: {
    title: 'Already paid',
    description: 'This invoice was paid in the meantime. Nothing more was charged.',
  },
  PAYMENT_UNDER_WAY: {
    title: 'A payment is on its way',
    description: 'It is being confirmed. You do not need to pay again.',
  },
  INVOICE_DISPUTED: { title: 'A payment is disputed' },
  NOTHING_TO_PAY: { title: 'Nothing to pay' },
}

export function showPaymentError(description: string): void {
  showToast({ title: 'Payment Error', description, tone: 'error' })
}

export function isInvoiceChange(error: unknown): boolean {
  return error instanceof ApiError && invoiceChanges[error.code] !== undefined
}

/** Shows why a payment did not start, and refreshes the page if the invoice has changed. */
export async function explainRefusal(client: QueryClient, id: string, error: unknown): Promise<void> {
  const found = error instanceof ApiError ? invoiceChanges[error.code] : undefined
  if (found) showToast({ description: messageOf(error, ''), ...found })
  else showPaymentError(messageOf(error, 'There was a problem processing your payment'))
  if (found || (error instanceof ApiError && error.code === 'DEMO_PAYMENTS_OFF'))
    await refreshPayment(client, id)
}

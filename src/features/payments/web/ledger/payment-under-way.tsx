import { useQuery } from '@tanstack/react-query'
import { Notice } from '../../../../web/ui/notice.tsx'
import { paymentOptionsQuery } from '../checkout/payment-api.ts'

/** So that nobody asks a client again, or records by hand, what has been paid by a way that takes days. */
export function PaymentUnderWay({ invoiceId }: { invoiceId: string }) {
  const { data } = useQuery(paymentOptionsQuery(invoiceId))
  if (!data?.isProcessing) return null
  return (
    <Notice title="A payment is on its way" className="mb-4">
      Your client has paid, and it is being confirmed, which can take a few days. It shows up here by itself.
    </Notice>
  )
}

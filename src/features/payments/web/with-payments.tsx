import { type ComponentProps, type ReactNode, Suspense, lazy } from 'react'

import { type PaymentParts, PaymentPartsContext } from '../../invoices/web/payment-parts.ts'
import { PaymentsPanel } from './payments-panel.tsx'

// Most visits record nothing, so the list of invoices does not wait for a form and a calendar.
const LazyDialog = lazy(() =>
  import('./record-payment-dialog.tsx').then((module) => ({ default: module.RecordPaymentDialog })),
)

function RecordPaymentDialog(props: ComponentProps<typeof LazyDialog>) {
  return (
    <Suspense>
      <LazyDialog {...props} />
    </Suspense>
  )
}

const parts: PaymentParts = { RecordPaymentDialog, PaymentsPanel }

/** Puts the payments into the pages of invoices. */
export function WithPayments({ children }: { children: ReactNode }) {
  return <PaymentPartsContext value={parts}>{children}</PaymentPartsContext>
}

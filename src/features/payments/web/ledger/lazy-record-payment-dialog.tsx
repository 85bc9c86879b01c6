import { type ComponentProps, Suspense, lazy } from 'react'

// Most visits record nothing, so the list of invoices does not wait for a form and a calendar.
const LazyDialog = lazy(() =>
  import('./record-payment-dialog.tsx').then((module) => ({
    default: module.RecordPaymentDialog,
  })),
)

export function RecordPaymentDialog(props: ComponentProps<typeof LazyDialog>) {
  return (
    <Suspense>
      <LazyDialog {...props} />
    </Suspense>
  )
}

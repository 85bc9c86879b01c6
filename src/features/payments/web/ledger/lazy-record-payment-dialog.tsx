import { type ComponentProps, Suspense, lazy } from 'react'

// Loaded on demand: the list of invoices should not wait for a form and a calendar.
const LazyDialog = lazy(() =>
  import('./record-payment-dialog.tsx').then((module) => ({
    default: module.RecordPaymentDialog,
  })),
)

export function LazyRecordPaymentDialog(props: ComponentProps<typeof LazyDialog>) {
  return (
    <Suspense>
      <LazyDialog {...props} />
    </Suspense>
  )
}

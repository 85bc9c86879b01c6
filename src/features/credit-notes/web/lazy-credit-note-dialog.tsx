import { type ComponentProps, Suspense, lazy } from 'react'

// Loaded on demand: few invoices are ever cancelled.
const LazyDialog = lazy(() =>
  import('./credit-note-dialog.tsx').then((module) => ({ default: module.CreditNoteDialog })),
)

export function LazyCreditNoteDialog(props: ComponentProps<typeof LazyDialog>) {
  return (
    <Suspense>
      <LazyDialog {...props} />
    </Suspense>
  )
}

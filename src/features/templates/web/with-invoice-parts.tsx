import { type ComponentProps, type ReactNode, Suspense, lazy } from 'react'

import { type InvoiceParts, InvoicePartsContext } from '../../invoices/web/invoice-parts.ts'
import { PaymentsPanel } from '../../payments/web/payments-panel.tsx'
import { ReminderSeries } from '../../reminders/web/reminder-series.tsx'
import { RemindDialog } from '../../reminders/web/reminder-dialog.tsx'
import { RemindersPanel } from '../../reminders/web/reminders-panel.tsx'
import { SaysPaidNotice } from '../../reminders/web/says-paid-notice.tsx'
import { SaveTemplateDialog } from './save-template-dialog.tsx'

// Most visits record nothing, so the list of invoices does not wait for a form and a calendar.
const LazyDialog = lazy(() =>
  import('../../payments/web/record-payment-dialog.tsx').then((module) => ({
    default: module.RecordPaymentDialog,
  })),
)

function RecordPaymentDialog(props: ComponentProps<typeof LazyDialog>) {
  return (
    <Suspense>
      <LazyDialog {...props} />
    </Suspense>
  )
}

const parts: InvoiceParts = {
  RecordPaymentDialog,
  PaymentsPanel,
  RemindersPanel,
  SaysPaidNotice,
  RemindDialog,
  ReminderSeries,
  SaveTemplateDialog,
}

/** Puts payments, reminders and templates into the pages of invoices. */
export function WithInvoiceParts({ children }: { children: ReactNode }) {
  return <InvoicePartsContext value={parts}>{children}</InvoicePartsContext>
}

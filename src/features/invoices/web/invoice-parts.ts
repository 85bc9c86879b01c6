import { type ComponentType, type ReactNode, createContext, use } from 'react'

import type { Invoice } from '../contract.ts'
import type { SendOption } from '../input-rules.ts'

interface DialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

export interface RecordPaymentDialogProps extends DialogProps {
  invoice: Pick<Invoice, 'id' | 'number'>
}

export interface SaveTemplateDialogProps extends DialogProps {
  invoiceId: string
}

export interface RemindDialogProps extends DialogProps {
  invoice: { id: string; clientEmail: string; nextReminderAt?: string | null }
}

/** What ticking the checkbox of an invoice does. */
export interface SeriesWords {
  label: string
  description: string
  /** What follows for this invoice, where something can be said. */
  coming?: string | null
}

export interface ReminderSeriesProps {
  /** Of the series that a business has without choosing one. */
  usual: SeriesWords
  /** The one that the form is about, as it stands there; left out for those that are yet to be made. */
  invoice?: { dueDate: string | null; sending: SendOption | 'sent' } | undefined
  clientId: string | null
  children: (words: SeriesWords) => ReactNode
}

/** What later features add to the pages of invoices. They know of invoices, not the other way round. */
export interface InvoiceParts {
  RecordPaymentDialog: ComponentType<RecordPaymentDialogProps>
  PaymentsPanel: ComponentType<{ invoice: Invoice }>
  RemindersPanel: ComponentType<{ invoice: Invoice }>
  /** At the top of the page, while the client says that it is paid. */
  SaysPaidNotice: ComponentType<{ invoice: Invoice }>
  RemindDialog: ComponentType<RemindDialogProps>
  ReminderSeries: ComponentType<ReminderSeriesProps>
  SaveTemplateDialog: ComponentType<SaveTemplateDialogProps>
}

export const InvoicePartsContext = createContext<InvoiceParts | null>(null)

export function useInvoiceParts(): InvoiceParts | null {
  return use(InvoicePartsContext)
}

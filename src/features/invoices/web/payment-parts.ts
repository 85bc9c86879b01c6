import { type ComponentType, createContext, use } from 'react'

import type { Invoice } from '../contract.ts'

export interface RecordPaymentDialogProps {
  invoice: Pick<Invoice, 'id' | 'number'>
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** What the payments add to the pages of invoices. They know of invoices, not the other way round. */
export interface PaymentParts {
  RecordPaymentDialog: ComponentType<RecordPaymentDialogProps>
  PaymentsPanel: ComponentType<{ invoice: Invoice }>
}

export const PaymentPartsContext = createContext<PaymentParts | null>(null)

export function usePaymentParts(): PaymentParts | null {
  return use(PaymentPartsContext)
}

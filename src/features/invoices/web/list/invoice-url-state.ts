import { type ListUrlState, readListUrlState, rememberedList } from '../../../../web/lists/list-url-state.ts'

export interface InvoiceUrlState extends ListUrlState {
  status?: 'pending' | 'paid' | 'overdue' | undefined
}

export const statusFilters = [
  { value: undefined, label: 'All' },
  { value: 'pending', label: 'Pending' },
  { value: 'paid', label: 'Paid' },
  { value: 'overdue', label: 'Overdue' },
] as const satisfies ReadonlyArray<{ value: InvoiceUrlState['status']; label: string }>

export function readInvoiceUrlState(parameters: Record<string, unknown>): InvoiceUrlState {
  return {
    status: statusFilters.find(({ value }) => value === parameters['status'])?.value,
    ...readListUrlState(parameters),
  }
}

export const invoiceList = rememberedList<InvoiceUrlState>()

export function invoiceCount(count: number): string {
  return count === 1 ? '1 invoice' : `${count} invoices`
}

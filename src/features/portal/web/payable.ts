import type { PortalInvoice } from '../contract.ts'

/** Whether something can be paid on the invoice now. While a payment is disputed, the bank decides. */
export function isPayable({ status, dueMinor, isDisputed }: PortalInvoice): boolean {
  return (status === 'pending' || status === 'overdue') && dueMinor > 0 && !isDisputed
}

/** The invoices that are chosen for a client who came to pay: those in the currency of the one that is due first. */
export function suggestedIds(invoices: readonly PortalInvoice[]): string[] {
  const payable = invoices.filter(isPayable)
  const [first] = payable.toSorted((a, b) => a.dueDate.localeCompare(b.dueDate))
  return payable.filter(({ currency }) => currency === first?.currency).map(({ id }) => id)
}

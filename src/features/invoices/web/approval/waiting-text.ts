import type { WaitingInvoice } from '../../approval/contract.ts'
import { invoiceCount } from '../list/invoice-url-state.ts'

interface Waiting {
  invoices: readonly Pick<WaitingInvoice, 'approval'>[]
  count: number
}

/** "2 invoices wait for approval" */
export function waitingTitle({ invoices, count }: Waiting): string {
  const [waits, was] = count === 1 ? ['waits', 'was'] : ['wait', 'were']
  const returned = invoices.filter(({ approval }) => approval === 'returned').length
  if (returned === 0) return `${invoiceCount(count)} ${waits} for approval`
  if (returned === count) return `${invoiceCount(count)} ${was} sent back`
  return `${invoiceCount(count)} ${waits} for approval or ${was} sent back`
}

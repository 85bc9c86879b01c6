import { queryTenant } from '../../platform/db/transaction.ts'
import type { Identity } from '../../platform/http/api.ts'
import { dateIn } from '../../shared/dates.ts'
import type { ResponseOf } from '../../shared/endpoint.ts'
import type { getInvoiceSummary } from './contract.ts'
import type { InvoiceDeps } from './invoice-deps.ts'

type Summary = ResponseOf<typeof getInvoiceSummary>

interface Sum {
  open: number
  received: number
  count: number
}

// Three ranges of one index, read from the index alone.
const sumOf = (condition: string) => `
  (select json_build_object('open', coalesce(sum(open_cents), 0), 'received', coalesce(sum(received_cents), 0),
     'count', count(*))
   from invoices where business_id = $1 and ${condition})`

const summaryStatement = `select
  ${sumOf(`status = 'pending' and due_date < $2`)} as overdue,
  ${sumOf(`status = 'pending' and due_date >= $2`)} as pending,
  ${sumOf(`status = 'paid'`)} as paid`

export async function summarizeInvoices(
  deps: InvoiceDeps,
  { businessId, business }: Identity,
): Promise<Summary> {
  const today = dateIn(business.timeZone, deps.now())
  const [sums] = await queryTenant<Record<'overdue' | 'pending' | 'paid', Sum>>(deps.database, businessId, {
    name: 'invoice-summary',
    text: summaryStatement,
    values: [businessId, today],
  })
  const { overdue, pending, paid } = sums!
  return {
    outstandingCents: pending.open + overdue.open,
    outstandingCount: pending.count + overdue.count,
    paidCents: paid.received + pending.received + overdue.received,
    paidCount: paid.count,
    overdueCents: overdue.open,
    overdueCount: overdue.count,
  }
}

import { queryTenant } from '../../platform/db/transaction.ts'
import type { Identity } from '../../platform/http/api.ts'
import { dateIn } from '../../shared/dates.ts'
import type { ResponseOf } from '../../shared/endpoint.ts'
import type { getInvoiceSummary } from './contract.ts'
import type { InvoiceDeps } from './invoice-deps.ts'

type Summary = ResponseOf<typeof getInvoiceSummary>

interface Sum {
  cents: number
  count: number
}

// Three ranges of one index, read from the index alone.
const sumOf = (condition: string) => `
  (select json_build_object('cents', coalesce(sum(total_cents), 0), 'count', count(*))
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
    outstandingCents: pending.cents + overdue.cents,
    outstandingCount: pending.count + overdue.count,
    paidCents: paid.cents,
    paidCount: paid.count,
    overdueCents: overdue.cents,
    overdueCount: overdue.count,
  }
}

import { queryTenant } from '../../platform/db/transaction.ts'
import type { Identity } from '../../platform/http/api.ts'
import { dateIn } from '../../shared/dates.ts'
import type { ResponseOf } from '../../shared/endpoint.ts'
import {
  type Sum,
  beforeToday,
  moneyBuckets,
  moneyValues,
  sumOf,
  testBuckets,
  testMinorOf,
} from '../figures/money-buckets.ts'
import type { getInvoiceSummary } from './contract.ts'
import type { InvoiceDeps } from './invoice-deps.ts'

type Summary = ResponseOf<typeof getInvoiceSummary>

const summaryStatement = `with ${moneyBuckets}, ${testBuckets} select
  ${sumOf(`kind = 'owed'`)} as owed,
  ${sumOf(`kind = 'owed' and ${beforeToday}`)} as overdue,
  ${sumOf(`kind = 'settled'`)} as settled,
  ${sumOf(`kind = 'received'`)} as received,
  ${sumOf(`kind = 'refunded'`)} as refunded,
  ${testMinorOf()} as "testMinor"`

type Sums = Record<'owed' | 'overdue' | 'settled' | 'received' | 'refunded', Sum> & { testMinor: number }

export async function summarizeInvoices(
  deps: InvoiceDeps,
  { businessId, business }: Identity,
): Promise<Summary> {
  const [sums] = await queryTenant<Sums>(deps.database, businessId, {
    name: 'invoice-summary',
    text: summaryStatement,
    values: moneyValues(businessId, dateIn(business.timeZone, deps.now())),
  })
  const { owed, overdue, settled, received, refunded, testMinor } = sums!
  return {
    outstandingMinor: owed.minor,
    outstandingCount: owed.count,
    paidMinor: received.minor - refunded.minor,
    paidCount: settled.count,
    overdueMinor: overdue.minor,
    overdueCount: overdue.count,
    testMinor,
  }
}

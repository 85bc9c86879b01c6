import { queryTenant } from '../../platform/db/transaction.ts'
import type { Identity } from '../../platform/http/api.ts'
import { dateIn } from '../../shared/dates.ts'
import type { ResponseOf } from '../../shared/endpoint.ts'
import { convertSums } from '../figures/convert-sums.ts'
import {
  beforeToday,
  moneyBuckets,
  moneyValues,
  sumsOf,
  testBuckets,
  testSumsOf,
} from '../figures/money-buckets.ts'
import { type CurrencySum, negated } from '../figures/sum-rules.ts'
import type { getInvoiceSummary } from './contract.ts'
import type { InvoiceDeps } from './invoice-deps.ts'

type Summary = ResponseOf<typeof getInvoiceSummary>

const summaryStatement = `with ${moneyBuckets}, ${testBuckets} select
  ${sumsOf(`kind = 'owed'`)} as owed,
  ${sumsOf(`kind = 'owed' and ${beforeToday}`)} as overdue,
  (select coalesce(sum(count), 0)::float8 from money_pieces where kind = 'settled') as settled,
  ${sumsOf(`kind = 'received'`)} as received,
  ${sumsOf(`kind = 'refunded'`)} as refunded,
  ${testSumsOf()} as tests`

interface Sums extends Record<'owed' | 'overdue' | 'received' | 'refunded' | 'tests', CurrencySum[]> {
  /** The number of paid invoices. */
  settled: number
}

export async function summarizeInvoices(
  deps: InvoiceDeps,
  { businessId, business }: Identity,
): Promise<Summary> {
  const today = dateIn(business.timeZone, deps.now())
  const [row] = await queryTenant<Sums & Record<string, unknown>>(deps.database, businessId, {
    name: 'invoice-summary',
    text: summaryStatement,
    values: moneyValues(businessId, today),
  })
  const { owed, overdue, settled, received, refunded, tests } = row!
  const sums = await convertSums(
    deps.database,
    { businessId, home: business.currency, today },
    { outstanding: owed, overdue, paid: [...received, ...negated(refunded)], tests },
  )
  return {
    currency: business.currency,
    outstanding: sums.outstanding,
    paid: { ...sums.paid, count: settled },
    overdue: sums.overdue,
    testMinor: sums.tests.minor,
  }
}

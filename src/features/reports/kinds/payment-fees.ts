import type { Transaction } from '../../../platform/db/transaction.ts'
import { convertMoney } from '../../../shared/money.ts'
import { readLatestRates } from '../../figures/convert-sums.ts'
import type { CurrencySum } from '../../figures/sum-rules.ts'
import type { ReportEntry } from '../contract.ts'
import type { ReportContext } from '../report-context.ts'
import { openMoney } from '../report-money.ts'

// $1 to $5: business, first and last day, time zone, and the currency or null for all.
const fees = `
  payout_entries e join payouts p on p.business_id = $1 and p.id = e.payout_id
  where e.business_id = $1 and ($5::text is null or p.currency = $5) and e.fee_minor <> 0
    and e.at >= $2::date::timestamp at time zone $4 and e.at < ($3::date + 1)::timestamp at time zone $4`

const valuesOf = ({ businessId, range, timeZone, query }: ReportContext) => [
  businessId,
  range.from,
  range.to,
  timeZone,
  query.currency ?? null,
]

/** What providers kept of payments, from the payouts that are known. A client's part of them is not known. */
export async function readFees(
  { client }: Transaction,
  context: ReportContext,
): Promise<Map<string, CurrencySum[]>> {
  if (context.query.client !== undefined) return new Map()
  const { rows } = await client.query<CurrencySum & { provider: string }>({
    name: 'report-fees',
    text: `select p.provider, p.currency, sum(e.fee_minor)::float8 as minor, count(*)::float8 as count from ${fees}
      group by 1, 2`,
    values: valuesOf(context),
  })
  return Map.groupBy(rows, ({ provider }) => provider)
}

interface FeeRow {
  id: string
  date: string
  description: string
  provider: string
  currency: string
  minor: number
  isTest: boolean
}

const pageSize = 50
const providers: Readonly<Record<string, string>> = { card: 'Stripe', paypal: 'PayPal' }

/** The fees one by one, the latest first. */
export async function listFeeEntries(
  tx: Transaction,
  context: ReportContext,
  { provider, after }: { provider: string | null; after: string | undefined },
): Promise<{ entries: ReportEntry[]; minor: number; next: string | null }> {
  const all = await readFees(tx, context)
  const sums = provider === null ? [...all.values()].flat() : (all.get(provider) ?? [])
  const money = await openMoney(tx, context, [sums])
  const offset = after === undefined ? 0 : Number(after) || 0
  const { rows } =
    context.query.client === undefined
      ? await tx.client.query<FeeRow>({
          name: 'report-fee-entries',
          text: `select p.id || ' ' || e.position as id, (e.at at time zone $4)::date::text as date, e.description,
              p.provider, p.currency, e.fee_minor::float8 as minor, p.is_test as "isTest"
            from ${fees} and ($6::text is null or p.provider = $6)
            order by e.at desc, p.id, e.position offset $7 limit ${pageSize + 1}`,
          values: [...valuesOf(context), provider, offset],
        })
      : { rows: [] }
  const rates = await readLatestRates(
    tx,
    { ...context, home: context.currency },
    rows.map(({ currency }) => currency),
  )
  return {
    entries: rows.slice(0, pageSize).map((row): ReportEntry => {
      const { id, date, description, currency, minor, isTest } = row
      const rate = rates.find((one) => one.currency === currency)
      const isOwn = currency === context.currency
      return {
        id,
        date,
        text: `Fee of ${providers[row.provider] ?? row.provider}`,
        detail: description,
        document: null,
        minor: isOwn ? minor : rate ? convertMoney(row, rate.rate, context.currency).minor : null,
        original: isOwn ? null : { minor, currency },
        isTest,
        actualDate: null,
      }
    }),
    minor: money.valueOf(sums),
    next: rows.length > pageSize ? String(offset + pageSize) : null,
  }
}

import type { Transaction } from '../../platform/db/transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import { isIsoDate } from '../../shared/dates.ts'
import { AppError, invalidField } from '../../shared/errors.ts'
import { convertMoney } from '../../shared/money.ts'
import { readLatestRates } from '../figures/convert-sums.ts'
import { type CurrencySum, type Rate, toSum } from '../figures/sum-rules.ts'
import type { DayRange } from '../periods/rules.ts'
import type { ReportEntry, ReportQuery } from './contract.ts'
import type { EntryFilter } from './entry-filter.ts'
import { resultOf, withJournal } from './read-report.ts'
import { amountsOf } from './read-sums.ts'
import { type ReportContext, type ReportOwner, readContext } from './report-context.ts'
import { reportKinds } from './report-kinds.ts'
import { addUp } from './report-money.ts'
import type { ReportName } from './rules.ts'

const pageSize = 50

interface EntriesQuery extends ReportQuery {
  row: string
  column: string
  after?: string | undefined
}

interface EntriesPage {
  entries: ReportEntry[]
  minor: number
  next: string | null
}

interface Row extends CurrencySum {
  id: number
  day: string
  actualDay: string | null
  entry: string
  source: 'invoice' | 'payment' | 'expense' | 'transaction'
  sourceId: string
  title: string | null
  detail: string | null
  ownMinor: number
  ownCurrency: string
  isTest: boolean
}

/** What a figure is made of, the latest first. */
export async function listReportEntries(
  deps: Deps<'database' | 'now'>,
  owner: ReportOwner,
  name: ReportName,
  query: EntriesQuery,
): Promise<EntriesPage> {
  const answer = await withJournal(deps, owner.businessId, async (tx) => {
    const context = await readContext(tx, owner, { name, query, now: deps.now() })
    const kind = reportKinds[name]
    const listed = await kind.listEntries?.(tx, context, query)
    if (listed) return listed
    const filter = kind.entriesOf(query.row, context, query.column)
    if (!filter) throw notFound()
    return readPage(tx, context, { filter, range: rangeOf(context, query.column), after: query.after })
  })
  return resultOf(answer)
}

const notFound = () => new AppError('NOT_FOUND', 'This figure could not be found.')

function rangeOf({ columns, range }: ReportContext, key: string): DayRange {
  if (key === 'total') return range
  // Reports with fixed columns are all about one period.
  const column = columns.find((one) => one.key === key) ?? (columns.length === 1 ? columns[0] : undefined)
  if (!column) throw notFound()
  return column
}

interface Page {
  filter: EntryFilter
  range: DayRange
  after: string | undefined
}

function conditionsOf(
  context: ReportContext,
  { filter, range }: Page,
  hold: (value: unknown) => string,
): string[] {
  const { client, currency } = context.query
  return [
    'j.business_id = $1',
    `j.account like any(${hold(filter.accounts)}::text[])`,
    `j.basis in ('both', ${hold(filter.basis)})`,
    `j.day between ${hold(range.from)}::date and ${hold(range.to)}::date`,
    ...(context.countsBank ? [] : [`j.source <> 'transaction'`]),
    ...(filter.entries ? [`j.entry = any(${hold(filter.entries)}::text[])`] : []),
    ...Object.entries(filter.equal ?? {}).map(
      ([column, value]) => `j.${column}::text is not distinct from ${hold(value)}::text`,
    ),
    ...(client === undefined ? [] : [`j.client_id = ${hold(client)}::uuid`]),
    ...(currency === undefined ? [] : [`j.currency = ${hold(currency)}`]),
  ]
}

async function readPage(tx: Transaction, context: ReportContext, page: Page): Promise<EntriesPage> {
  const { currency, minor } = amountsOf(context, page.filter)
  const values: unknown[] = [context.businessId]
  const hold = (value: unknown) => `$${values.push(value)}`
  const chosen = conditionsOf(context, page, hold).join(' and ')
  const sums = await tx.client.query<CurrencySum>(
    `select ${currency} as currency, sum(${minor})::float8 as minor, count(*)::float8 as count from journal j
     where ${chosen} group by 1`,
    values,
  )
  const cursor = page.after === undefined ? null : readCursor(page.after)
  const rest = cursor ? `and (j.day, j.id) < (${hold(cursor.day)}::date, ${hold(cursor.id)}::bigint)` : ''
  const { rows } = await tx.client.query<Row>(
    `select j.id::float8 as id, j.day::text as day, j.entry, j.source, j.source_id as "sourceId", j.is_test as "isTest",
       ${currency} as currency, ${minor}::float8 as minor, j.minor::float8 as "ownMinor", j.currency as "ownCurrency",
       case when j.is_correction then coalesce(i.issue_date, e.date, t.date)::text end as "actualDay",
       coalesce(i.number || case when i.client_name <> '' then ' · ' || i.client_name else '' end, nullif(e.vendor, ''),
         e.category, t.merchant, t.description, p.invoice_number) as title,
       case j.source when 'expense' then e.notes when 'transaction' then nullif(t.description, t.merchant) else j.item end as detail
     from (select j.* from journal j where ${chosen} ${rest} order by j.day desc, j.id desc limit ${pageSize + 1}) j
     left join invoices i on j.source = 'invoice' and i.business_id = $1 and i.id = j.source_id
     left join expenses e on j.source = 'expense' and e.business_id = $1 and e.id = j.source_id
     left join transactions t on j.source = 'transaction' and t.business_id = $1 and t.id = j.source_id
     left join payments p on j.source = 'payment' and p.business_id = $1 and p.id = j.source_id
     order by j.day desc, j.id desc`,
    values,
  )
  const rates = await readLatestRates(tx, { ...context, home: context.currency }, [
    ...sums.rows.map((sum) => sum.currency),
    ...rows.map((row) => row.currency),
  ])
  const shown = rows.slice(0, pageSize)
  const last = shown.at(-1)
  return {
    entries: shown.map((row) => toEntry(row, { context, rates, sign: page.filter.sign })),
    minor: addUp([page.filter.sign * toSum(context.currency, sums.rows, rates).minor]),
    next: rows.length > pageSize && last ? writeCursor(last) : null,
  }
}

const labels: Readonly<Record<string, string>> = {
  invoice: 'Invoice',
  'late-fee': 'Late fee on invoice',
  'credit-note': 'Credit note for invoice',
  payment: 'Payment for invoice',
  discount: 'Discount on invoice',
  refund: 'Refund for invoice',
  dispute: 'Dispute about invoice',
  waiver: 'No longer owed of invoice',
  rounding: 'Rounding of invoice',
}

function toEntry(
  row: Row,
  { context, rates, sign }: { context: ReportContext; rates: readonly Rate[]; sign: 1 | -1 },
): ReportEntry {
  const { currency, minor, ownMinor, ownCurrency } = row
  const rate = rates.find((one) => one.currency === currency)
  const converted =
    currency === context.currency
      ? minor
      : rate
        ? convertMoney({ minor, currency }, rate.rate, context.currency).minor
        : null
  const label = labels[row.entry]
  const title = row.title ?? 'deleted'
  return {
    id: String(row.id),
    date: row.day,
    text: label ? `${label} ${title}` : title,
    detail: row.detail ?? '',
    document: row.source === 'payment' ? null : { kind: row.source, id: row.sourceId },
    minor: converted === null ? null : addUp([sign * converted]),
    original:
      ownCurrency === context.currency ? null : { minor: addUp([sign * ownMinor]), currency: ownCurrency },
    isTest: row.isTest,
    actualDate: row.actualDay === row.day ? null : row.actualDay,
  }
}

const writeCursor = ({ day, id }: Row) => Buffer.from(`${day}:${id}`).toString('base64url')

function readCursor(text: string): { day: string; id: string } {
  const [, day = '', id = ''] =
    /^(\d{4}-\d{2}-\d{2}):(\d{1,18})$/.exec(Buffer.from(text, 'base64url').toString()) ?? []
  if (!isIsoDate(day)) throw invalidField('after', 'This isn’t a valid position in the list.')
  return { day, id }
}

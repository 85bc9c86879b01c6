import type { Transaction } from '../../platform/db/transaction.ts'
import { addDays, addMonths, monthOf } from '../../shared/dates.ts'
import type { CurrencySum } from '../figures/sum-rules.ts'
import type { Basis } from '../journal/posting-rules.ts'
import type { DayRange } from '../periods/rules.ts'
import type { ReportContext } from './report-context.ts'

/** Which postings count, and by what they are added up. */
export interface Selection {
  /** Patterns of SQL's LIKE. */
  accounts: readonly string[]
  basis: Basis
  groupBy: keyof typeof groups
  /** More conditions on `j`, without values of requests. */
  where?: string
  /** Adds up what taxes are on instead of the amounts. */
  ofBases?: boolean
}

const groups = {
  account: 'j.account',
  client: `coalesce(j.client_id::text, '')`,
  /** What has no item of its own is named after its account. */
  item: `case when j.item = '' then j.account else 'item:' || j.item end`,
  merchant: `'merchant:' || j.item`,
  tax: `j.account || ' ' || coalesce(j.tax_rate::text, '') || ' ' || j.tax`,
  flow: 'j.entry',
  method: `j.method || ' ' || case when j.entry = 'payment' then 'in' else 'out' end`,
} as const

/** How many payments a group has. One that a correction takes back was counted before. */
const counts: Partial<Record<keyof typeof groups, string>> = { method: 'sum(sign(j.minor))' }

/** The sums of a group, by column of the report. */
export type GroupSums = Map<string, CurrencySum[][]>

interface Row extends CurrencySum {
  column: number
  name: string
}

/** Adds up postings by group and column. Sums by account alone are kept, so their cost does not grow with the business. */
export async function readSums(
  tx: Transaction,
  context: ReportContext,
  selection: Selection,
): Promise<GroupSums> {
  const { client, currency } = context.query
  const isKept =
    selection.groupBy === 'account' &&
    !selection.where &&
    !selection.ofBases &&
    client === undefined &&
    currency === undefined
  const rows = isKept ? await readTotals(tx, context, selection) : await readPostings(tx, context, selection)
  const sums: GroupSums = new Map()
  for (const { name, column, ...sum } of rows) {
    const columns = sums.get(name) ?? context.columns.map(() => [])
    columns[column]?.push(sum)
    sums.set(name, columns)
  }
  return sums
}

const values = ({ businessId, countsBank }: ReportContext, { basis, accounts }: Selection) => [
  businessId,
  basis,
  accounts,
  countsBank,
]

async function readTotals(
  { client }: Transaction,
  context: ReportContext,
  selection: Selection,
): Promise<Row[]> {
  const pieces = context.columns.flatMap((range, column) =>
    piecesOf(range).map((piece) => ({ column, ...piece })),
  )
  const { rows } = await client.query<Row>({
    name: 'report-totals',
    text: `
      select p.column, t.account as name, t.currency, sum(t.minor)::float8 as minor, sum(t.count)::float8 as count
      from json_to_recordset($5) p("column" int, span text, "from" date, "to" date)
      join journal_totals t on t.business_id = $1 and t.span = p.span and t.starts_on between p.from and p.to
      where t.basis in ('both', $2) and t.account like any($3::text[]) and ($4 or not t.is_bank)
      group by 1, 2, 3`,
    values: [...values(context, selection), JSON.stringify(pieces)],
  })
  return rows
}

/** Whole months, and the days before and after them. */
export function piecesOf({ from, to }: DayRange): (DayRange & { span: 'day' | 'month' })[] {
  const firstWhole = from === monthOf(from) ? from : addMonths(from, 1)
  const next = monthOf(addDays(to, 1))
  if (firstWhole >= next) return [{ span: 'day', from, to }]
  return [
    { span: 'day' as const, from, to: addDays(firstWhole, -1) },
    { span: 'month' as const, from: firstWhole, to: addMonths(next, -1) },
    { span: 'day' as const, from: next, to },
  ].filter((piece) => piece.from <= piece.to)
}

async function readPostings(
  { client }: Transaction,
  context: ReportContext,
  selection: Selection,
): Promise<Row[]> {
  const { query } = context
  const given: unknown[] = [
    ...values(context, selection),
    JSON.stringify(context.columns.map(({ from, to }, column) => ({ column, from, to }))),
  ]
  const hold = (value: unknown) => `$${given.push(value)}`
  const conditions = [
    'j.business_id = $1',
    `j.basis in ('both', $2)`,
    'j.account like any($3::text[])',
    `($4 or j.source <> 'transaction')`,
    ...(selection.where ? [selection.where] : []),
    ...(query.client === undefined ? [] : [`j.client_id = ${hold(query.client)}::uuid`]),
    ...(query.currency === undefined ? [] : [`j.currency = ${hold(query.currency)}`]),
  ]
  const { currency, minor } = amountsOf(context, selection)
  const { rows } = await client.query<Row>({
    text: `
      select c.column, ${groups[selection.groupBy]} as name, ${currency} as currency, sum(${minor})::float8 as minor,
        ${counts[selection.groupBy] ?? 'count(*)'}::float8 as count
      from json_to_recordset($5) c("column" int, "from" date, "to" date)
      join journal j on j.day between c.from and c.to
      where ${conditions.join(' and ')}
      group by 1, 2, 3`,
    values: given,
  })
  return rows
}

/** SQL: the currency and the amount in which a posting counts. With a filter by currency, that currency. */
export function amountsOf(
  { query }: Pick<ReportContext, 'query'>,
  { ofBases = false }: Pick<Selection, 'ofBases'> = {},
): { currency: string; minor: string } {
  const [own, home] = ofBases ? ['j.base_minor', 'j.base_home_minor'] : ['j.minor', 'j.home_minor']
  if (query.currency !== undefined) return { currency: 'j.currency', minor: `coalesce(${own}, 0)` }
  return {
    currency: `case when j.home_minor is null then j.currency else (select b.currency from businesses b where b.id = $1) end`,
    minor: `coalesce(${home}, ${own}, 0)`,
  }
}

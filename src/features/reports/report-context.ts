import type { Transaction } from '../../platform/db/transaction.ts'
import type { Identity } from '../../platform/http/api.ts'
import type { Currency } from '../../shared/currencies.ts'
import { dateIn } from '../../shared/dates.ts'
import { fieldError } from '../../shared/errors.ts'
import {
  type DayRange,
  columnLabel,
  rangeBefore,
  rangeOfPeriod,
  rangeYearBefore,
  splitRange,
} from '../periods/rules.ts'
import type { ReportQuery } from './contract.ts'
import { type ReportName, type ReportPart, reports } from './rules.ts'

/** A column of money: what happened in a range of days. */
export interface MoneyColumn extends DayRange {
  key: string
  label: string
}

/** Everything that all reports of a request have in common. */
export interface ReportContext {
  businessId: string
  /** Of the business. */
  name: string
  home: Currency
  locale: string
  timeZone: string
  today: string
  fiscalMonth: number
  closedThrough: string | null
  countsBank: boolean
  query: ReportQuery
  range: DayRange
  /** Of the report: the home currency, or the one that the filter names. */
  currency: Currency
  columns: MoneyColumn[]
  /** How the columns belong together: parts of the range with their sum, or the range beside an earlier one. */
  shape: 'parts' | 'compared' | 'single'
}

/** Whose report it is: of a request, or of a job. */
export interface ReportOwner {
  businessId: string
  business: Pick<Identity['business'], 'name' | 'timeZone' | 'currency' | 'locale'>
}

interface Settings {
  fiscalMonth: number
  closedThrough: string | null
  countsBank: boolean
}

const settings = {
  name: 'report-settings',
  text: `select coalesce(s.fiscal_month, 1) as "fiscalMonth", s.closed_through::text as "closedThrough",
      coalesce(s.counts_bank, false) as "countsBank"
    from businesses b left join report_settings s on s.business_id = b.id where b.id = $1`,
}

/** More are neither read nor printed. */
const maxColumns = 60

export async function readContext(
  { client }: Transaction,
  { businessId, business }: ReportOwner,
  { name: report, query: asked, now }: { name: ReportName; query: ReportQuery; now: Date },
): Promise<ReportContext> {
  const query = usedOf(report, asked)
  const { rows } = await client.query<Settings>({ ...settings, values: [businessId] })
  const found = rows[0]!
  const today = dateIn(business.timeZone, now)
  const range = hasPart(report, 'day')
    ? dayOf(query, today, found.fiscalMonth)
    : rangeOf(query, today, found.fiscalMonth)
  return {
    ...found,
    businessId,
    name: business.name,
    home: business.currency,
    locale: business.locale,
    timeZone: business.timeZone,
    today,
    query,
    range,
    currency: query.currency ?? business.currency,
    ...columnsOf(query, range, found.fiscalMonth),
  }
}

export const hasPart = (report: ReportName, part: ReportPart) =>
  (reports[report].parts as readonly ReportPart[]).includes(part)

/** Without what the report does not use. */
function usedOf(report: ReportName, query: ReportQuery): ReportQuery {
  const has = (part: ReportPart) => hasPart(report, part)
  return {
    ...query,
    basis: has('basis') ? query.basis : 'cash',
    by: has('by') ? query.by : undefined,
    compare: has('compare') ? query.compare : 'none',
    client: has('client') ? query.client : undefined,
    category: has('category') ? query.category : undefined,
    currency: has('currency') ? query.currency : undefined,
  }
}

/** As of the end of a period, or of today before it ends. */
function dayOf(query: ReportQuery, today: string, fiscalMonth: number): DayRange {
  const { period, to: chosen = today } = query
  const last = period === 'days' ? chosen : rangeOfPeriod(period, today, fiscalMonth).to
  const to = last < today ? last : today
  return { from: to, to }
}

function rangeOf({ period, from, to }: ReportQuery, today: string, fiscalMonth: number): DayRange {
  if (period !== 'days') return rangeOfPeriod(period, today, fiscalMonth)
  if (from === undefined) throw fieldError('from', 'Please choose the first day.')
  if (to === undefined) throw fieldError('to', 'Please choose the last day.')
  if (to < from) throw fieldError('to', 'The last day can’t be before the first day.')
  return { from, to }
}

function columnsOf(
  { by, compare }: ReportQuery,
  range: DayRange,
  fiscalMonth: number,
): Pick<ReportContext, 'columns' | 'shape'> {
  if (by !== undefined) {
    const parts = splitRange(range, by, fiscalMonth)
    if (parts.length > maxColumns) {
      throw fieldError(
        'by',
        `This would be ${parts.length} columns. Please choose longer ones or a shorter period.`,
      )
    }
    return {
      columns: parts.map((part) => ({ ...part, key: part.from, label: columnLabel(part) })),
      shape: 'parts',
    }
  }
  const whole = { ...range, key: 'period', label: columnLabel(range) }
  if (compare === 'none') return { columns: [whole], shape: 'single' }
  const before = compare === 'previous' ? rangeBefore(range) : rangeYearBefore(range)
  return { columns: [whole, { ...before, key: 'before', label: columnLabel(before) }], shape: 'compared' }
}

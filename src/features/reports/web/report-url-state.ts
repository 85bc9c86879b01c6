import { isCurrency } from '../../../shared/currencies.ts'
import { formatDate, isIsoDate } from '../../../shared/dates.ts'
import type { FieldErrors } from '../../../shared/errors.ts'
import { type DayRange, periodNames, rangeOfPeriod, units } from '../../periods/rules.ts'
import type { ReportQuery } from '../contract.ts'
import { type ReportName, type ReportPart, reports } from '../rules.ts'

/** What the URL says; a default is left out. */
export type ReportUrlState = { [Key in keyof ReportQuery]?: ReportQuery[Key] | undefined }

const bases = ['cash'] as const
const compares = ['none', 'last-year'] as const
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const maxCategoryLength = 100

function oneOf<Value>(values: readonly Value[], value: unknown): Value | undefined {
  return values.find((known) => known === value)
}

/** Ignores invalid values. Names every key, because the router keeps the old value of a missing one. */
export function readReportUrlState(parameters: Record<string, unknown>): ReportUrlState {
  const text = (name: keyof ReportUrlState, isValid: (value: string) => boolean) => {
    const value = parameters[name]
    return typeof value === 'string' && isValid(value) ? value : undefined
  }
  const period = oneOf(periodNames, parameters['period'])
  const hasDays = period === 'days'
  return {
    period: period === 'this-year' ? undefined : period,
    from: hasDays ? text('from', isIsoDate) : undefined,
    to: hasDays ? text('to', isIsoDate) : undefined,
    basis: oneOf(bases, parameters['basis']),
    by: oneOf(units, parameters['by']),
    compare: oneOf(compares, parameters['compare']),
    client: text('client', (value) => uuid.test(value)),
    category: text('category', (value) => value.trim() !== '' && value.length <= maxCategoryLength),
    currency: text('currency', isCurrency),
  }
}

const keysOf: Record<ReportPart, readonly (keyof ReportUrlState)[]> = {
  period: ['period', 'from', 'to'],
  day: ['period', 'from', 'to'],
  basis: ['basis'],
  by: ['by'],
  compare: ['compare'],
  client: ['client'],
  category: ['category'],
  currency: ['currency'],
}

export function hasPart(name: ReportName, part: ReportPart): boolean {
  return (reports[name].parts as readonly ReportPart[]).includes(part)
}

/** The query of the API: what of the URL the report uses. */
export function requestOf(name: ReportName, urlState: ReportUrlState): ReportUrlState {
  // As of a day, nothing is asked before it.
  const asked = hasPart(name, 'day') ? { ...urlState, from: urlState.to } : urlState
  const used = reports[name].parts
    .flatMap((part) => keysOf[part])
    // Several columns leave no room for a comparison.
    .filter((key) => key !== 'compare' || urlState.by === undefined)
  return Object.fromEntries(used.map((key) => [key, asked[key]]).filter(([, value]) => value !== undefined))
}

/** What of the URL also suits the other reports. */
export function keptForOthers({ period, from, to, basis }: ReportUrlState): ReportUrlState {
  return { period, from, to, basis }
}

/** Filters besides the period: how many of those that the report uses are set. */
export function countFilters(name: ReportName, urlState: ReportUrlState): number {
  const { period: _period, from: _from, to: _to, ...rest } = requestOf(name, urlState)
  return Object.keys(rest).length
}

/** The days of the chosen period; undefined for days that were not chosen yet. */
export function chosenRange(
  { period = 'this-year', from, to }: ReportUrlState,
  today: string,
  fiscalMonth: number,
): Partial<DayRange> {
  if (period !== 'days') return rangeOfPeriod(period, today, fiscalMonth)
  return { ...(from !== undefined && { from }), ...(to !== undefined && { to }) }
}

/** What is wrong with the days that the report is asked for, by field; the first wrong field only. */
export function daysErrors(name: ReportName, { period, from, to }: ReportUrlState): FieldErrors {
  if (period !== 'days') return {}
  if (hasPart(name, 'day')) return to === undefined ? { to: 'Please choose a day.' } : {}
  if (from === undefined) return { from: 'Please choose the first day.' }
  if (to === undefined) return { to: 'Please choose the last day.' }
  return to < from ? { to: `Please choose a day from ${formatDate(from)} on.` } : {}
}

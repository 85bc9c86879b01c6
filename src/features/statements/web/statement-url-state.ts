import { isIsoDate } from '../../../shared/dates.ts'
import { type Period, daysOf, periods } from '../period-rules.ts'

export interface StatementUrlState {
  period?: Period | undefined
  /** With the period `days`. */
  from?: string | undefined
  to?: string | undefined
  currency?: string | undefined
}

const isPeriod = (value: unknown): value is Period =>
  typeof value === 'string' && Object.hasOwn(periods, value)

const day = (value: unknown) => (typeof value === 'string' && isIsoDate(value) ? value : undefined)

/** Ignores invalid values. Names every key, because the router keeps the old value of a missing one. */
export function readStatementUrlState(parameters: Record<string, unknown>): StatementUrlState {
  const { period, currency } = parameters
  return {
    period: isPeriod(period) ? period : undefined,
    from: day(parameters['from']),
    to: day(parameters['to']),
    currency: typeof currency === 'string' && /^[A-Z]{3}$/.test(currency) ? currency : undefined,
  }
}

/** The days that were chosen. Everything, unless something else was. */
export function chosenDays(
  { period = 'all', from, to }: StatementUrlState,
  today: string,
): { from?: string; to: string } {
  if (period !== 'days') return daysOf(period, today)
  return { ...(from === undefined ? {} : { from }), to: to ?? today }
}

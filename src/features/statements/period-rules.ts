import { addDays, addMonths, monthOf } from '../../shared/dates.ts'

export const periods = {
  month: 'This month',
  'last-month': 'Last month',
  quarter: 'This quarter',
  year: 'This year',
  all: 'Everything',
  days: 'Other days',
} as const
export type Period = keyof typeof periods

/** The days of a period. None is later than today. Without a first day, it is everything. */
export function daysOf(period: Exclude<Period, 'days'>, today: string): { from?: string; to: string } {
  const month = monthOf(today)
  switch (period) {
    case 'month':
      return { from: month, to: today }
    case 'last-month':
      return { from: addMonths(month, -1), to: addDays(month, -1) }
    case 'quarter':
      return { from: addMonths(month, -((Number(month.slice(5, 7)) - 1) % 3)), to: today }
    case 'year':
      return { from: `${today.slice(0, 4)}-01-01`, to: today }
    case 'all':
      return { to: today }
  }
}

import { addDays, addMonths } from '../../../shared/dates.ts'
import type { DayRange } from '../../periods/rules.ts'

/** Every month has this many days. */
export const summaryDays = 28

/** Late enough for the bills and receipts of the last days. */
export const defaultSummaryDay = 5

/** All days of a month, by its first day. */
export function summaryMonth(month: string): DayRange {
  return { from: month, to: addDays(addMonths(month, 1), -1) }
}

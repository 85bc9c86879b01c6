import { formatDate } from '../../../shared/dates.ts'

/** For example "Dec 31, 2026 · Jan 31, 2027 …". */
export function daysText(days: readonly string[], goesOn: boolean): string {
  return `${days.map(formatDate).join(' · ')}${goesOn ? ' …' : ''}`
}

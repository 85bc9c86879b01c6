import { dateIn, formatDate, monthOf } from '../../../shared/dates.ts'

export function countText(count: number): string {
  return count.toLocaleString('en-US')
}

export function trialsNote(trials: number): string {
  return trials === 0 ? 'None in a trial' : `${countText(trials)} in ${trials === 1 ? 'its' : 'their'} trial`
}

export function revenueNote(isSandbox: boolean): string {
  return isSandbox ? 'Sandbox: no real money' : 'Paid for subscriptions'
}

/** Names the start of the month in the viewer's time zone, such as "Since Nov 1, 2026". */
export function monthText(timeZone: string, now: Date): string {
  return `Since ${formatDate(monthOf(dateIn(timeZone, now)))}`
}

import { addDays, dateIn, formatDate, isIsoDate } from '../../../shared/dates.ts'
import type { SendOption } from '../../invoices/document/input-rules.ts'

export interface ComingFacts {
  dueDate: string | null
  /** How it will be sent; 'sent' once it was. */
  sending: SendOption | 'sent'
  sendHour: number
  timeZone: string
  now: Date
}

/** How long after the sending hour reminders still leave. */
const openHours = 8

/** What follows from the due date for the days of a series; null where nothing can be said. */
export function comingText(days: readonly number[], facts: ComingFacts): string | null {
  const { dueDate, sending, sendHour, timeZone, now } = facts
  if (days.length === 0 || dueDate === null || !isIsoDate(dueDate)) return null
  const today = dateIn(timeZone, now)
  const hour = hourIn(timeZone, now)
  const ahead = days
    .map((offsetDays) => addDays(dueDate, offsetDays))
    .filter((day) => day > today || (day === today && hour < sendHour))
    .toSorted()
  const [first] = ahead
  if (first === undefined) {
    return days.length === 1
      ? 'That day has passed: no reminder will go.'
      : 'All of these days have passed: no reminder will go.'
  }
  // Which of them went out already, the invoice itself tells.
  if (sending === 'sent') return null
  // No reminder leaves within a day of the invoice itself.
  const restsUntil = addDays(today, hour < sendHour + openHours ? 1 : 2)
  const goesOn = formatDate(sending === 'email_now' && first < restsUntil ? restsUntil : first)
  const passed = days.length - ahead.length
  const behind =
    passed === 0 ? '' : `${passed} of ${days.length} days ${passed === 1 ? 'has' : 'have'} passed. `
  const which = days.length === 1 ? 'It goes' : 'The first goes'
  return `${behind}${which} on ${goesOn}${sending === 'email_later' ? ', if the invoice is sent by then' : ''}.`
}

function hourIn(timeZone: string, moment: Date): number {
  return Number(
    new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' }).format(moment),
  )
}

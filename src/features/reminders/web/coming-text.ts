import { addDays, dateIn, formatDate, isIsoDate } from '../../../shared/dates.ts'
import type { SendOption } from '../../invoices/document/input-rules.ts'

export interface ComingFacts {
  dueDate: string | null
  /** How the invoice will be sent; 'sent' once it has been sent. */
  sending: SendOption | 'sent'
  sendHour: number
  timeZone: string
  now: Date
}

/** For how many hours after the sending hour reminders are still sent. */
const sendingWindowHours = 8

/** Describes when the reminders of a series will be sent; null if that is unknown. */
export function comingText(days: readonly number[], facts: ComingFacts): string | null {
  const { dueDate, sending, sendHour, timeZone, now } = facts
  if (days.length === 0 || dueDate === null || !isIsoDate(dueDate)) return null
  const today = dateIn(timeZone, now)
  const hour = hourIn(timeZone, now)
  const upcoming = days
    .map((offsetDays) => addDays(dueDate, offsetDays))
    .filter((day) => day > today || (day === today && hour < sendHour))
    .toSorted()
  const [first] = upcoming
  if (first === undefined) {
    return days.length === 1
      ? 'That day has passed, so no reminder will be sent.'
      : 'All of these days have passed, so no reminders will be sent.'
  }
  // The invoice itself shows which reminders were sent.
  if (sending === 'sent') return null
  // No reminder is sent within a day after the invoice.
  const earliest = addDays(today, hour < sendHour + sendingWindowHours ? 1 : 2)
  const firstDate = formatDate(sending === 'email_now' && first < earliest ? earliest : first)
  const passed = days.length - upcoming.length
  const passedText =
    passed === 0 ? '' : `${passed} of ${days.length} days ${passed === 1 ? 'has' : 'have'} passed. `
  const which = days.length === 1 ? 'It will be sent' : 'The first one will be sent'
  return `${passedText}${which} on ${firstDate}${sending === 'email_later' ? ', if the invoice is sent by then' : ''}.`
}

function hourIn(timeZone: string, moment: Date): number {
  return Number(
    new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' }).format(moment),
  )
}

import { dateIn, formatDate } from '../../../shared/dates.ts'
import type { InvoiceListItem } from '../contract.ts'

type Reminded = Pick<InvoiceListItem, 'status' | 'remindedAt' | 'nextReminderAt' | 'remindersPausedBy'>

/** Which reminder went out last and which comes next; null where there is nothing to say. */
export function remindedWords(invoice: Reminded, timeZone: string, now: Date): string | null {
  const { status, remindedAt, nextReminderAt, remindersPausedBy } = invoice
  if (status === 'paid') return null
  if (remindersPausedBy === 'client') return 'Reminders paused: client says it is paid'
  const day = (moment: string) => shortDay(dateIn(timeZone, new Date(moment)), dateIn(timeZone, now))
  const last = remindedAt && `Reminded ${day(remindedAt)}`
  if (remindersPausedBy === 'owner') return last ? `${last} · paused` : 'Reminders paused'
  if (!nextReminderAt) return last
  return last ? `${last} · next ${day(nextReminderAt)}` : `Next reminder ${day(nextReminderAt)}`
}

/** Nov 5, with its year only where that is another one. */
function shortDay(day: string, today: string): string {
  const text = formatDate(day)
  return day.slice(0, 4) === today.slice(0, 4) ? text.replace(/,.*/, '') : text
}

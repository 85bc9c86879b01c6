import { dateIn, formatDate } from '../../../../shared/dates.ts'
import type { InvoiceListItem } from '../../contract.ts'

type Reminded = Pick<InvoiceListItem, 'status' | 'remindedAt' | 'nextReminderAt' | 'remindersPausedBy'>

/** Describes the last and the next reminder; null if there is neither. */
export function remindedText(invoice: Reminded, timeZone: string): string | null {
  const { status, remindedAt, nextReminderAt, remindersPausedBy } = invoice
  if (status === 'paid' || status === 'cancelled') return null
  if (remindersPausedBy === 'client') return 'Reminders paused · client says it’s paid'
  const day = (moment: string) => formatDate(dateIn(timeZone, new Date(moment)))
  const last = remindedAt && `Reminded ${day(remindedAt)}`
  if (remindersPausedBy === 'owner') return last ? `${last} · paused` : 'Reminders paused'
  if (!nextReminderAt) return last
  return last ? `${last} · next ${day(nextReminderAt)}` : `Next reminder ${day(nextReminderAt)}`
}

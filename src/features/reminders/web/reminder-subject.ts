import { daysBetween, formatDate } from '../../../shared/dates.ts'
import { formatMoney } from '../../../shared/money.ts'
import type { Invoice } from '../../invoices/contract.ts'
import { nextDueDateOf, nextPartName } from '../../invoices/parts/part-text-rules.ts'
import type { ReminderSettings } from '../contract.ts'
import { fillText, defaultReminderText } from '../rules.ts'

type Facts = Pick<
  Invoice,
  'number' | 'dueDate' | 'parts' | 'dueMinor' | 'currency' | 'locale' | 'publicUrl'
> & {
  client: Pick<Invoice['client'], 'name' | 'contactName'>
  company: Pick<Invoice['company'], 'name'>
}

/** Returns the subject of a reminder sent today. `offsetDays` is null for a reminder outside of the series. */
export function reminderSubject(
  invoice: Facts,
  settings: Pick<ReminderSettings, 'hasOwnSeries' | 'steps'>,
  { offsetDays, today }: { offsetDays: number | null; today: string },
): string {
  const { number, dueMinor, publicUrl, client, company } = invoice
  const dueDate = nextDueDateOf(invoice)
  const part = nextPartName(invoice)
  const daysFromDue = daysBetween(dueDate, today)
  const step = settings.hasOwnSeries && settings.steps.find((one) => one.offsetDays === offsetDays)
  return fillText((step && step.subject) || defaultReminderText(daysFromDue).subject, {
    client: client.contactName || client.name,
    invoice: part ? `${number} (${part})` : number,
    amount: formatMoney(dueMinor, invoice),
    'due date': formatDate(dueDate),
    days: String(Math.abs(daysFromDue)),
    company: company.name,
    link: publicUrl,
  })
}

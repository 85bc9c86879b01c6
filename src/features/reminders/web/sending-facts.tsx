import { useQuery } from '@tanstack/react-query'
import { dateIn, formatDate } from '../../../shared/dates.ts'
import { useSession } from '../../auth/web/session.ts'
import { useMinute } from '../../business/web/use-minute.ts'
import { invoiceQuery } from '../../invoices/web/invoice-api.ts'
import { invoiceRemindersQuery, reminderSettingsQuery } from './reminder-api.ts'
import { reminderSubject } from './reminder-subject.ts'

interface SendingFactsProps {
  invoiceId: string
  /** Null for a reminder outside of the series. */
  offsetDays: number | null
}

export function SendingFacts({ invoiceId, offsetDays }: SendingFactsProps) {
  const invoice = useQuery(invoiceQuery(invoiceId)).data
  const settings = useQuery(reminderSettingsQuery).data
  const reminders = useQuery(invoiceRemindersQuery(invoiceId)).data
  const state = useSession()
  const now = useMinute()
  if (!invoice || !settings || !reminders || state.status !== 'signed-in') return null
  const { timeZone } = state.session.business
  const today = dateIn(timeZone, now)
  const { lastAt } = reminders
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
      <dt className="text-muted">Subject</dt>
      <dd className="wrap-anywhere">{reminderSubject(invoice, settings, { offsetDays, today })}</dd>
      <dt className="text-muted">Last reminded</dt>
      <dd>{lastAt ? formatDate(dateIn(timeZone, new Date(lastAt))) : 'Not yet'}</dd>
    </dl>
  )
}

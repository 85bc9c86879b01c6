import { useQuery } from '@tanstack/react-query'

import { useSession } from '../../../web/session.ts'
import { useMinute } from '../../business/web/use-minute.ts'
import type { ReminderSeriesProps } from '../../invoices/web/invoice-parts.ts'
import { usualSeries } from '../rules.ts'
import { comingWords } from './coming-words.ts'
import { clientRemindersQuery, reminderSettingsQuery } from './reminder-api.ts'
import { seriesWords } from './series-words.ts'

/** Tells a form what its checkbox does. The form does not wait: until the settings are here, it says the usual. */
export function ReminderSeries({ usual, invoice, clientId, children }: ReminderSeriesProps) {
  const { data } = useQuery(reminderSettingsQuery)
  const client = useQuery({ ...clientRemindersQuery(clientId ?? ''), enabled: clientId !== null })
  const state = useSession()
  const now = useMinute()
  const words = data?.hasOwnSeries ? seriesWords(data) : usual
  if (clientId !== null && client.data?.optedOut) {
    return children({ ...words, coming: 'This client gets no reminders.' })
  }
  if (!data || !invoice || state.status !== 'signed-in') return children(words)
  const days = data.hasOwnSeries ? data.steps.map(({ offsetDays }) => offsetDays) : usualSeries
  const { timeZone } = state.session.business
  return children({
    ...words,
    coming: comingWords(days, { ...invoice, sendHour: data.sendHour, timeZone, now }),
  })
}

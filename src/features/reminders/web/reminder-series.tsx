import { useQuery } from '@tanstack/react-query'

import type { ReminderSeriesProps } from '../../invoices/web/invoice-parts.ts'
import { reminderSettingsQuery } from './reminder-api.ts'
import { seriesWords } from './series-words.ts'

/** Tells a form what its checkbox does. The form does not wait: until the settings are here, it says the usual. */
export function ReminderSeries({ usual, children }: ReminderSeriesProps) {
  const { data } = useQuery(reminderSettingsQuery)
  return children(data?.hasOwnSeries ? seriesWords(data) : usual)
}

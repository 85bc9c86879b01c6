import { formatDate } from '../../../shared/dates.ts'
import { call } from '../../../web/api-client.ts'
import type { ScheduleKind } from '../../schedules/web/schedule-kind.ts'
import { type Series, deleteSeries, pauseSeries, resumeSeries } from '../contract.ts'
import { refreshSeries, seriesQuery } from './series-api.ts'
import { chargedInPause } from './series-text.ts'

type SeriesSummary = Omit<Series, 'content'>

export const nextText = ({ next }: SeriesSummary) =>
  next ? `The next invoice is created on ${formatDate(next.onDate)}.` : 'No more will be created.'

function keptText(made: number): string {
  if (made === 0) return 'None has been created yet.'
  return made === 1 ? 'The invoice already created stays.' : `The ${made} invoices already created stay.`
}

export const seriesKind: ScheduleKind<SeriesSummary> = {
  title: 'Recurring Invoice',
  path: '/invoices/recurring/$id',
  permission: 'sales.write',
  queryKey: (id) => seriesQuery(id).queryKey,
  refresh: refreshSeries,
  pause: (id) => call(pauseSeries, { params: { id } }),
  resume: (id) => call(resumeSeries, { params: { id } }),
  end: (id) => call(deleteSeries, { params: { id } }),
  nextDate: ({ next }) => next?.onDate ?? null,
  texts: {
    paused: ({ savedCard }) =>
      `No more are created until you resume it.${savedCard ? ` ${chargedInPause}` : ''}`,
    resumed: nextText,
    ending: (name, { made }) =>
      `No more invoices will be created for ${name}. ${keptText(made)} This can’t be undone.`,
    ended: (name) => `No more will be created for ${name}.`,
    saved: 'Your changes apply from the next invoice on. Existing ones stay as they are.',
    savedAsLast: 'It has ended, so no more invoices are created. Existing ones stay as they are.',
  },
}

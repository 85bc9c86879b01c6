import { formatDate } from '../../../shared/dates.ts'
import { call } from '../../../web/api-client.ts'
import type { ScheduleKind } from '../../schedules/web/schedule-kind.ts'
import { type Series, deleteSeries, pauseSeries, resumeSeries } from '../contract.ts'
import { refreshSeries, seriesQuery } from './series-api.ts'

type SeriesSummary = Omit<Series, 'content'>

export const nextText = ({ next }: SeriesSummary) =>
  next ? `The next invoice is made on ${formatDate(next.onDate)}.` : 'No more are made.'

function keptText(made: number): string {
  if (made === 0) return 'None was made so far.'
  return made === 1 ? 'The invoice that was made stays.' : `The ${made} invoices that were made stay.`
}

export const seriesKind: ScheduleKind<SeriesSummary> = {
  title: 'Recurring Invoice',
  path: '/invoices/recurring/$id',
  queryKey: (id) => seriesQuery(id).queryKey,
  refresh: refreshSeries,
  pause: (id) => call(pauseSeries, { params: { id } }),
  resume: (id) => call(resumeSeries, { params: { id } }),
  end: (id) => call(deleteSeries, { params: { id } }),
  nextDate: ({ next }) => next?.onDate ?? null,
  texts: {
    paused: 'No more are made until you resume it.',
    resumed: nextText,
    ending: (name, { made }) =>
      `No more invoices are made for ${name}. ${keptText(made)} This cannot be undone.`,
    ended: (name) => `No more are made for ${name}.`,
    saved: 'Your changes hold from the next invoice on. Those that were made stay as they are.',
    savedAsLast: 'It has ended: no more invoices are made. Those that were made stay as they are.',
  },
}

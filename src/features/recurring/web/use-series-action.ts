import { useMutation, useQueryClient } from '@tanstack/react-query'
import { formatDate } from '../../../shared/dates.ts'
import { ApiError, call, messageOf } from '../../../web/api-client.ts'
import { showToast } from '../../../web/ui/toast.ts'
import { type Series, pauseSeries, resumeSeries, skipPeriod } from '../contract.ts'
import { refreshSeries, seriesQuery } from './series-api.ts'

interface SeriesAction {
  send: () => Promise<Series>
  title: string
  describe: (after: Series) => string
  failure: string
}

const nextText = ({ next }: Series) =>
  next ? `The next invoice is made on ${formatDate(next.onDate)}.` : 'No more are made.'

export function usePause(id: string) {
  return useSeriesAction(id, {
    send: () => call(pauseSeries, { params: { id } }),
    title: 'Recurring Invoice Paused',
    describe: () => 'No more are made until you resume it.',
    failure: 'It could not be paused. Please try again.',
  })
}

export function useResume(id: string) {
  return useSeriesAction(id, {
    send: () => call(resumeSeries, { params: { id } }),
    title: 'Recurring Invoice Resumed',
    describe: nextText,
    failure: 'It could not be resumed. Please try again.',
  })
}

export function useSkip(id: string, period: number) {
  return useSeriesAction(id, {
    send: () => call(skipPeriod, { params: { id }, body: { period } }),
    title: 'Skipped',
    describe: nextText,
    failure: 'It could not be skipped. Please try again.',
  })
}

/** Runs an action on a series and shows the result. */
function useSeriesAction(id: string, { send, title, describe, failure }: SeriesAction) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: send,
    onSuccess: async (series) => {
      client.setQueryData(seriesQuery(id).queryKey, series)
      await refreshSeries(client)
      showToast({ title, description: describe(series), tone: 'success' })
    },
    onError: (error) => {
      showToast({ title: 'Error', description: messageOf(error, failure), tone: 'error' })
      // Ended elsewhere: the page shows that after the query is reset.
      if (error instanceof ApiError && error.status === 404) void client.resetQueries(seriesQuery(id))
      void refreshSeries(client)
    },
  })
}

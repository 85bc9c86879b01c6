import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'

import { formatDate } from '../../../shared/dates.ts'
import { call } from '../../../web/api-client.ts'
import { showToast } from '../../../web/ui/toast.ts'
import { logoQuery } from '../../invoices/web/logo-api.ts'
import type { DraftedForm } from '../../invoices/web/use-drafted-form.ts'
import { useSaveForm } from '../../invoices/web/use-save-form.ts'
import { type Series, createSeries, updateSeries } from '../contract.ts'
import { refreshSeries, seriesQuery } from './series-api.ts'
import {
  type SeriesFormValues,
  type SeriesInput,
  seriesPath,
  seriesValuesOf,
  toSeriesInput,
} from './series-form-values.ts'

export function useSaveSeries(id: string | null, handle: DraftedForm<SeriesFormValues>) {
  const client = useQueryClient()
  const navigate = useNavigate()

  async function create(values: SeriesFormValues) {
    const { requestId, tried } = handle.startTry()
    const input = toSeriesInput(values)
    let made = await call(createSeries, { body: { ...input, requestId } })
    if (!holds(made, input)) {
      // An earlier try may have made it after all, as the form was then; or a copy of this tab has made its own.
      made = tried
        ? await call(updateSeries, { params: { id: made.id }, body: { ...input, version: made.version } })
        : await call(createSeries, { body: { ...input, requestId: handle.renewRequest() } })
    }
    handle.finish()
    forgetStale()
    showToast({
      title: 'Recurring Invoice Created',
      description: made.next
        ? `The next invoice is made on ${formatDate(made.next.onDate)}.`
        : 'It is saved with your recurring invoices.',
      tone: 'success',
    })
    await navigate({ to: '/invoices/recurring' })
  }

  async function change(seriesId: string, values: SeriesFormValues) {
    const { version } = handle.startTry()
    const body = { ...toSeriesInput(values), version: version ?? 0 }
    const saved = await call(updateSeries, { params: { id: seriesId }, body })
    handle.adopt(seriesValuesOf(saved, values.logo), saved.version)
    client.setQueryData(seriesQuery(seriesId).queryKey, saved)
    forgetStale()
    showToast({
      title: 'Recurring Invoice Saved',
      description: 'Your changes hold from the next invoice on. Those that were made stay as they are.',
      tone: 'success',
    })
  }

  function forgetStale() {
    void refreshSeries(client)
    void client.invalidateQueries({ queryKey: ['invoices'] })
    void client.invalidateQueries({ queryKey: ['clients'] })
  }

  async function findNewest(seriesId: string) {
    const newest = await client.fetchQuery({ ...seriesQuery(seriesId), staleTime: 0 })
    const logo = await client.fetchQuery(logoQuery(newest.content.logoId))
    return { values: seriesValuesOf(newest, logo), version: newest.version }
  }

  return useSaveForm({
    handle,
    words: id === null ? words.create : words.change,
    pathOf: seriesPath,
    send: (values) => (id === null ? create(values) : change(id, values)),
    findNewest: id === null ? null : () => findNewest(id),
  })
}

const signedOut = 'You must be logged in to save recurring invoices. What you filled in is kept.'
const conflict =
  'This recurring invoice was changed elsewhere. What you typed is kept: load the newer version, or save yours.'

const words = {
  create: {
    title: 'Error creating recurring invoice',
    fallback: 'Failed to create the recurring invoice. Please try again.',
    signedOut,
    conflict,
  },
  change: {
    title: 'Error saving recurring invoice',
    fallback: 'Failed to save the recurring invoice. Please try again.',
    signedOut,
    conflict,
  },
}

/** Whether one that an earlier try may have made is what the form says now. */
function holds({ frequency, startDate, end, sends, content }: Series, input: SeriesInput): boolean {
  const [made, wanted] = [{ frequency, startDate, end, sends, content }, input].map((one) => {
    const { requestId: _id, ...parsed } = createSeries.body.parse({
      ...one,
      requestId: '00000000-0000-4000-8000-000000000000',
    })
    // Which client it is, the server may find out by itself.
    return JSON.stringify({
      ...parsed,
      content: { ...parsed.content, client: { ...parsed.content.client, id: null } },
    })
  })
  return made === wanted
}

import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { formatDate } from '../../../shared/dates.ts'
import { ApiError, call } from '../../../web/api-client.ts'
import type { DraftedForm } from '../../../web/forms/use-drafted-form.ts'
import { useSaveForm } from '../../../web/forms/use-save-form.ts'
import { showToast } from '../../../web/ui/toast.ts'
import { logoQuery } from '../../invoices/web/logo-api.ts'
import { type Series, createSeries, updateSeries } from '../contract.ts'
import { refreshSeries, seriesQuery } from './series-api.ts'
import {
  type SeriesFormValues,
  type SeriesInput,
  endsWith,
  seriesPath,
  seriesValuesOf,
  toSeriesInput,
} from './series-form-values.ts'

/** Saves a new one or, where there is one, its changes. A change that ends it is asked about first. */
export function useSaveSeries(series: Series | null, handle: DraftedForm<SeriesFormValues>, today: string) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [isAsked, setIsAsked] = useState(false)
  const isConfirmed = useRef(false)

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

  async function change(current: Series, values: SeriesFormValues) {
    if (!isConfirmed.current && endsWith(values, current, today)) {
      setIsAsked(true)
      return
    }
    const seriesId = current.id
    const { version } = handle.startTry()
    const body = { ...toSeriesInput(values), version: version ?? 0 }
    const saved = await call(updateSeries, { params: { id: seriesId }, body }).catch(unlessGone)
    if (saved === null) {
      // Ended elsewhere: the page says so once it looks for it anew.
      handle.finish()
      void refreshSeries(client)
      await client.resetQueries(seriesQuery(seriesId))
      return
    }
    handle.adopt(seriesValuesOf(saved, values.logo), saved.version)
    // Known before it is asked for: the page would leave the form to wait for it.
    client.setQueryData(logoQuery(saved.content.logoId).queryKey, values.logo)
    client.setQueryData(seriesQuery(seriesId).queryKey, saved)
    forgetStale()
    showToast({
      title: 'Recurring Invoice Saved',
      description:
        saved.state === 'over'
          ? 'It has ended: no more invoices are made. Those that were made stay as they are.'
          : 'Your changes hold from the next invoice on. Those that were made stay as they are.',
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

  const saving = useSaveForm({
    handle,
    words: series ? words.change : words.create,
    pathOf: seriesPath,
    send: (values) => (series ? change(series, values) : create(values)),
    findNewest: series && (() => findNewest(series.id)),
  })

  async function saveAndEnd() {
    setIsAsked(false)
    isConfirmed.current = true
    await saving.save().finally(() => (isConfirmed.current = false))
  }

  return {
    ...saving,
    endQuestion: { open: isAsked, onOpenChange: setIsAsked, onConfirm: () => void saveAndEnd() },
  }
}

function unlessGone(error: unknown): null {
  if (error instanceof ApiError && error.status === 404) return null
  throw error
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

import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { formatDate } from '../../../shared/dates.ts'
import { call } from '../../../web/api-client.ts'
import type { DraftedForm } from '../../../web/forms/use-drafted-form.ts'
import { useSaveForm } from '../../../web/forms/use-save-form.ts'
import { showSuccess } from '../../../web/ui/toast.ts'
import { logoQuery } from '../../invoices/web/logo-api.ts'
import { useSaveSchedule } from '../../schedules/web/use-save-schedule.ts'
import { type Series, createSeries, updateSeries } from '../contract.ts'
import { refreshSeries, seriesQuery } from './series-api.ts'
import {
  type SeriesFormValues,
  type SeriesInput,
  endsSeries,
  seriesPath,
  seriesValuesOf,
  toSeriesInput,
} from './series-form-values.ts'
import { seriesKind } from './series-kind.ts'

/** Saves a new or changed series. Asks for confirmation first if the change ends the series. */
export function useSaveSeries(series: Series | null, handle: DraftedForm<SeriesFormValues>, today: string) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const saveSchedule = useSaveSchedule(seriesKind, handle)
  const [isEndDialogOpen, setIsEndDialogOpen] = useState(false)
  const isConfirmed = useRef(false)

  async function create(values: SeriesFormValues) {
    const { requestId, tried } = handle.startTry()
    const input = toSeriesInput(values)
    let made = await call(createSeries, { body: { ...input, requestId } })
    if (!matchesForm(made, input)) {
      // An earlier attempt succeeded with older values, or a duplicated tab has used the request id.
      made = tried
        ? await call(updateSeries, { params: { id: made.id }, body: { ...input, version: made.version } })
        : await call(createSeries, { body: { ...input, requestId: handle.renewRequest() } })
    }
    handle.finish()
    void refreshSeries(client)
    invalidateOthers()
    showSuccess(
      'Recurring Invoice Created',
      made.next
        ? `The next invoice is created on ${formatDate(made.next.onDate)}.`
        : 'You’ll find it with your recurring invoices.',
    )
    await navigate({ to: '/invoices/recurring' })
  }

  async function change(current: Series, values: SeriesFormValues) {
    if (!isConfirmed.current && endsSeries(values, current, today)) {
      setIsEndDialogOpen(true)
      return
    }
    await saveSchedule(
      current.id,
      async (version) => {
        const body = { ...toSeriesInput(values), version }
        const saved = await call(updateSeries, { params: { id: current.id }, body })
        // Set in advance, because the page would replace the form while it loads the logo.
        client.setQueryData(logoQuery(saved.content.logoId).queryKey, values.logo)
        invalidateOthers()
        return saved
      },
      (saved) => seriesValuesOf(saved, values.logo),
    )
  }

  function invalidateOthers() {
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
    words: { ...(series ? messages.change : messages.create), ...messages.shared },
    pathOf: seriesPath,
    send: (values) => (series ? change(series, values) : create(values)),
    findNewest: series && (() => findNewest(series.id)),
  })

  async function saveAndEnd() {
    setIsEndDialogOpen(false)
    isConfirmed.current = true
    await saving.save().finally(() => (isConfirmed.current = false))
  }

  return {
    ...saving,
    endDialog: {
      open: isEndDialogOpen,
      onOpenChange: setIsEndDialogOpen,
      onConfirm: () => void saveAndEnd(),
    },
  }
}

const messages = {
  create: {
    title: 'Error creating recurring invoice',
    fallback: 'Failed to create the recurring invoice. Please try again.',
  },
  change: {
    title: 'Error saving recurring invoice',
    fallback: 'Failed to save the recurring invoice. Please try again.',
  },
  shared: {
    signedOut: 'You must be logged in to save recurring invoices. Your entries are still here.',
    conflict:
      'This recurring invoice was changed elsewhere. Your changes are still here. Load the newer version, or save yours.',
  },
}

/** Returns whether the created series matches the form. */
function matchesForm(
  { frequency, startDate, end, sends, autopay, content }: Series,
  input: SeriesInput,
): boolean {
  const [created, requested] = [{ frequency, startDate, end, sends, autopay, content }, input].map(
    (fields) => {
      const { requestId: _id, ...parsed } = createSeries.body.parse({
        ...fields,
        requestId: '00000000-0000-4000-8000-000000000000',
      })
      // The server may have set the client's id.
      return JSON.stringify({
        ...parsed,
        content: { ...parsed.content, client: { ...parsed.content.client, id: null } },
      })
    },
  )
  return created === requested
}

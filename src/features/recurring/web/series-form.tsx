import { Link } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'

import type { DocumentStyle } from '../../business/contract.ts'
import { ChargeSection } from '../../invoices/web/charge-section.tsx'
import { ClientFields } from '../../invoices/web/client-fields.tsx'
import { CompanyFields } from '../../invoices/web/company-fields.tsx'
import { FormFrame } from '../../invoices/web/form-frame.tsx'
import { NotesSection } from '../../invoices/web/notes-section.tsx'
import { previewDocument } from '../../invoices/web/preview-document.ts'
import { DatelessFields } from '../../invoices/web/terms-fields.tsx'
import { draftKey } from '../../invoices/web/unsaved-draft.ts'
import { useDraftedForm } from '../../invoices/web/use-drafted-form.ts'
import type { Series } from '../contract.ts'
import { seriesFormResolver } from './check-series-form.ts'
import { ScheduleFields } from './schedule-fields.tsx'
import { seriesDraftSchema } from './series-draft.ts'
import { type SeriesFormValues, nextDays, previewDates } from './series-form-values.ts'
import { SeriesSending } from './series-sending.tsx'
import { useSaveSeries } from './use-save-series.ts'

interface SeriesFormProps {
  userId: string
  /** Null for a new one. */
  series: Series | null
  initial: SeriesFormValues
  /** The invoice that a new one began with, if it did: its unsaved work is kept apart. */
  begunWith?: string | undefined
  hasClients: boolean
  /** In the business's time zone. */
  today: string
  style: DocumentStyle | undefined
  children?: ReactNode
}

const submitWords = {
  create: { label: 'Create Recurring Invoice', busyLabel: 'Creating...' },
  change: { label: 'Save Changes', busyLabel: 'Saving...' },
}

export function SeriesForm(props: SeriesFormProps) {
  const { userId, series, initial, begunWith, hasClients, today, style, children } = props
  const savedStart = series?.startDate
  const resolver = useMemo(
    () => seriesFormResolver({ saved: savedStart === undefined ? null : { startDate: savedStart }, today }),
    [savedStart, today],
  )
  const handle = useDraftedForm({
    draftKey: draftKey(userId, series?.id ?? (begunWith === undefined ? null : `new:${begunWith}`), 'series'),
    draftSchema: seriesDraftSchema,
    resolver,
    initial,
    version: series?.version ?? null,
  })
  const saving = useSaveSeries(series?.id ?? null, handle)

  function draw(values: SeriesFormValues) {
    const [day] = nextDays(values, { saved: series, today }, 1).days
    return previewDocument({ ...values, ...previewDates(values, day) }, { number: null, today, style })
  }

  return (
    <FormFrame
      {...saving}
      handle={handle}
      label={series ? 'Recurring invoice' : 'New recurring invoice'}
      what="recurring invoice"
      submit={series ? submitWords.change : submitWords.create}
      cancel={<Link to="/invoices/recurring">Cancel</Link>}
      draw={draw}
      aside={children}
    >
      <CompanyFields />
      <ClientFields hasClients={hasClients} />
      <ScheduleFields saved={series} isFixed={series !== null && series.nextPeriod > 0} today={today} />
      <DatelessFields />
      <ChargeSection />
      <NotesSection />
      <SeriesSending />
    </FormFrame>
  )
}

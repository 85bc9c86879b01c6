import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import { FormSection, wholeRow } from '../../../web/forms/form-section.tsx'
import { draftKey } from '../../../web/forms/unsaved-draft.ts'
import { useDraftedForm } from '../../../web/forms/use-drafted-form.ts'
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx'
import { Checkbox } from '../../../web/ui/fields/checkbox.tsx'
import { Field } from '../../../web/ui/fields/field.tsx'
import { RadioGroup } from '../../../web/ui/fields/radio-group.tsx'
import type { DocumentStyle } from '../../business/contract.ts'
import { useOwnFields } from '../../fields/web/own-fields-api.ts'
import { ChargeSection } from '../../invoices/web/charge/charge-section.tsx'
import { ClientFields } from '../../invoices/web/form/client-fields.tsx'
import { CompanyFields } from '../../invoices/web/form/company-fields.tsx'
import { FormFrame } from '../../invoices/web/form/form-frame.tsx'
import { NotesSection } from '../../invoices/web/form/notes-section.tsx'
import { OwnFieldsSection } from '../../invoices/web/form/own-fields-section.tsx'
import { DatelessFields } from '../../invoices/web/form/terms-fields.tsx'
import { LateFeeSection } from '../../invoices/web/late-fees/late-fee-section.tsx'
import { PartsSection } from '../../invoices/web/parts/parts-section.tsx'
import { ReminderField } from '../../reminders/web/reminder-field.tsx'
import type { Series } from '../contract.ts'
import { drawSeries } from './draw-series.ts'
import { MadeInvoices } from './made-invoices.tsx'
import { PeriodHint } from './period-hint.tsx'
import { ScheduleFields } from './schedule-fields.tsx'
import { type SeriesFormValues, seriesDraftSchema, seriesFormResolver } from './series-form-values.ts'
import { useSaveSeries } from './use-save-series.ts'

interface SeriesFormProps {
  draftOwner: string
  /** Null for a new series. */
  series: Series | null
  initial: SeriesFormValues
  /** The invoice that a new series was started from. Each source has its own draft. */
  sourceInvoice?: { id: string; issueDate: string } | undefined
  hasClients: boolean
  /** The date in the business's time zone. */
  today: string
  /** The number format of the business. */
  locale: string
  style: DocumentStyle | undefined
}

const submitLabels = {
  create: { label: 'Create Recurring Invoice', busyLabel: 'Creating...' },
  change: { label: 'Save Changes', busyLabel: 'Saving...' },
}

export function SeriesForm(props: SeriesFormProps) {
  const { draftOwner, series, initial, sourceInvoice, hasClients, today, locale, style } = props
  const savedStart = series?.startDate
  const resolver = useMemo(
    () => seriesFormResolver({ saved: savedStart === undefined ? null : { startDate: savedStart }, today }),
    [savedStart, today],
  )
  const handle = useDraftedForm({
    draftKey: draftKey(
      'series',
      draftOwner,
      series?.id ?? (sourceInvoice === undefined ? null : `new:${sourceInvoice.id}`),
    ),
    draftSchema: seriesDraftSchema,
    resolver,
    initial,
    version: series?.version ?? null,
  })
  const fields = useOwnFields('invoice')
  const { endDialog, ...saving } = useSaveSeries(series, handle, today)

  return (
    <FormFrame
      {...saving}
      handle={handle}
      label={series ? 'Recurring invoice' : 'New recurring invoice'}
      what="recurring invoice"
      submit={series ? submitLabels.change : submitLabels.create}
      cancel={<Link to="/invoices/recurring">Cancel</Link>}
      draw={(values) => drawSeries(values, { saved: series, today, locale, style, fields })}
      aside={series && <MadeInvoices series={series} />}
    >
      <CompanyFields />
      <ClientFields hasClients={hasClients} />
      <ChargeSection />
      <PeriodHint saved={series} today={today} />
      <ScheduleFields
        saved={series}
        isFixed={series?.hasSettled ?? false}
        today={today}
        sourceIssueDate={sourceInvoice?.issueDate}
      />
      <DatelessFields />
      <PartsSection isDateless />
      <LateFeeSection />
      <NotesSection />
      <OwnFieldsSection />
      <SeriesSending hasCard={Boolean(series?.savedCard)} />
      <ConfirmDialog
        {...endDialog}
        title="End it with this change?"
        description="No dates are left, so no more invoices are created. The existing ones stay."
        confirmLabel="Save and End"
        tone="danger"
      />
    </FormFrame>
  )
}

const sendingOptions = [
  {
    value: 'send',
    label: 'Email each invoice automatically',
    description: 'It goes to the client with its PDF and payment link on its date.',
  },
  {
    value: 'draft',
    label: 'Create a draft for me to check',
    description: 'It’s created on its date and waits until you press Email.',
  },
]

function SeriesSending({ hasCard }: { hasCard: boolean }) {
  const { control } = useFormContext<SeriesFormValues>()
  const { field, fieldState } = useController({ control, name: 'sends' })
  const autopay = useController({ control, name: 'autopay' })
  return (
    <FormSection title="Sending">
      <Field group hideLabel label="On each date" error={fieldState.error?.message} className={wholeRow}>
        <RadioGroup
          look="cards"
          className="sm:grid-cols-1!"
          value={field.value ? 'send' : 'draft'}
          onValueChange={(value) => field.onChange(value === 'send')}
          options={sendingOptions}
        />
      </Field>
      <ReminderField />
      <Checkbox
        className={wholeRow}
        label="Let the client pay automatically by card"
        description={
          hasCard && !autopay.field.value
            ? 'When you save this, the card that your client saved is no longer charged, and your client gets an email about it.'
            : 'When paying an invoice by card, your client can agree that the card pays the next ones on their due dates. You both can stop it at any time.'
        }
        checked={autopay.field.value}
        onChange={(event) => autopay.field.onChange(event.target.checked)}
        onBlur={autopay.field.onBlur}
      />
    </FormSection>
  )
}
